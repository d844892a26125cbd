import { describe, expect, test } from 'vitest';
import { listingOf } from '#tests/support/score-ads.ts';

describe('the year', () => {
  test.each([
    ['Suzuki Swift 1,3', 'Billig bil. Suzuki swift 2008 kørt 189 tusind', 2008],
    ['Skoda Karoq 1.5 TSI', '2019 Skoda Karoq Style 1.5 TSI 150 hp automatic', 2019],
    ['Mazda 3', 'Mazda 3 2014, 120 hk', 2014],
    ['Mercedes G63 AMG', 'G 63 AMG 2019, 585 hk', 2019],
    ['Mercedes EQA 250', 'EQA 250 2021 progressive', 2021],
    ['Volvo 240 GL', 'Volvo 240 GL 1988 2.3 115hk', 1988],
    ['Skoda Fabia', 'Fabia combi 2011 1.2 tsi 86 hk', 2011],
    ['VW Passat', '2.0 TDI 140 hk Highline 2009. Træk', 2009],
    ['Suzuki Vitara', '140 hk AllGrip 2019, manuel', 2019],
    ['Toyota Corolla', 'Corolla 1.8 hybrid H3 2020 92.500 km', 2020],
    ['Citroen C3', 'citroen c3 1,6 hdi 2010 kører 25 km/l', 2010],
    ['Renault Kangoo', '1.5 dci 90 2016 varevogn', 2016],
    ['Peugeot 107', 'Peugeot 107 1.0 2009 sælges', 2009],
    ['Peugeot 2008', 'Peugeot 2008 2016 1.2', 2016],
    ['Ford Focus', 'Focus titanium 2013. Nye sommerhjul 2022', 2013],
    ['Alfa Romeo Giulietta', '1,4 turbo benzin 120 hk fra 2013', 2013],
    ['Kia Picanto', 'Solgt ny hos Kia i Slagelse 2018, 2 ejere siden', 2018],
    ['Kia Picanto', 'Solgt ny hos Kia i Slagelse 2018. Årgang 2017', 2017],
    ['Kia Picanto', 'Solgt ny i DK 2012', 2012],
    ['Audi A3', 'Modeldato: 2015', 2015],
    ['Ford S-Max', 'Jeg har betalt reg.afgiften på 61.000 kr. i 2019. 2012. 140 hk', 2012],
    ['Renault Captur', '2014, manuel. Ny bilradio med Android (2023 model, 7 tommer)', 2014],
    ['Peugeot 3008', 'Automatgear, 2017, 143.000 km. Fremstår som en model 2020', 2017],
  ])('of %s (%s) is %i', (title, description, year) => {
    expect(listingOf(title, description).year).toBe(year);
  });

  test.each([
    ['Ford S-Max', 'Jeg har betalt reg.afgiften på 61.000 kr. i 2019'],
    ['VW Golf', 'Sælges da vi har købt ny Golf 2022'],
    ['VW Golf', 'Indregistreret i DK 2012'],
    ['VW Golf', 'Vi købte Golf 2019 og har kørt 30.000'],
    ['VW Golf', 'Byttes til Golf 2015'],
    ['VW Golf', 'Samme model som Golf 2012'],
    ['VW Golf', 'Samme som Golf 2012 bare billigere'],
    ['VW Golf', 'Vi havde en Golf 2010 før'],
    ['VW Golf', 'På bilbasen koster en Golf 2014 det dobbelte'],
    ['VW Golf', 'Golf 2014 koster 110.000 andre steder'],
    ['Fiat 500', '500 lounge. Bytter til 500 Abarth 1.4 2012'],
    ['VW Golf', 'Ny motor fra Golf 2014'],
    ['VW Golf', 'Golf 2026 synet til 2028'],
    ['VW Golf', 'Golf 7 faceliftet 2017'],
    ['VW Golf', 'Golf 2012 eller Golf 2014'],
    ['VW Golf', 'Passer Golf 2012->'],
    ['VW Golf', 'Highline med Nokian 2022 vinterdæk'],
    ['VW Golf', 'Ny Pioneer radio 2021'],
    ['VW Golf', 'Nye dæk (2023)'],
    ['VW Golf', 'Fremstår som en 2020 model'],
    ['BMW 2002', 'BMW 2002 restaureret'],
    ['Peugeot 2008', 'Peugeot 2008 1.2 PureTech'],
    ['Ford Focus', 'Servicebog 2024. 1 ejer 2013'],
    ['Skoda Karoq', '2019 vinterhjul medfølger, Skoda Karoq sælges'],
  ])('of %s (%s) is not said', (title, description) => {
    expect(listingOf(title, description).year).toBeNull();
  });

  test('in brackets is the car’s where what stands before them is no new thing', () => {
    expect(listingOf('VW Golf', 'Ny pris (2014 model)').year).toBe(2014);
    expect(listingOf('VW Golf', 'Nysynet (2014 model)').year).toBe(2014);
    expect(listingOf('VW Golf', 'Registreret som en 2016 model').year).toBe(2016);
  });
});

test.each([
  ['Ford Fiesta', '1,25 82 hk benzin 5 gear', 1.2],
  ['Mini Cooper', 'Mini Cooper 1,6 122 hk', 1.6],
  ['Bmw 118i 2016', '1,5 3 cyl 136 hk Steptronic', 1.5],
  ['Seat Ibiza', 'Den har 1.4 motor med 85 heste', 1.4],
  ['Fiat 500', 'Fiat 500 1,2 lounge', 1.2],
  ['Alfa Romeo Giulietta', 'Alfa Romeo Giulietta 1.4 TB Multiair', 1.4],
  ['Mitsubishi Outlander', 'Outlander Instyle+ 2.4 fra 2019', 2.4],
  ['Saab 9-5 Aero', 'Saab 9-5 2.3T Aero, 260 hk', 2.3],
  ['Lille billig bil', 'Chevrolet Matiz 0,8 fra 2006', 0.8],
  ['Ford Fiesta', '0-100 på 9,5 82 hk benzin', null],
  ['Ford Fiesta', 'Bruger 5,2 l/100', null],
  ['Volvo V70', 'Volvo V70 trækvægt 1,8 163 hk', null],
  ['Fiat Panda', 'Panda 14,5 km/l', null],
  ['Fiat Panda', 'Panda 4,5 km/l', null],
  ['Renault Zoe', 'Zoe 7,4 kw lader', null],
  ['VW Golf 7.5', 'Golf 7,5 2017', null],
])('the engine of %s (%s) has %s litres', (title, description, litres) => {
  expect(listingOf(title, description).engineLitres).toBe(litres);
});

test.each([
  ['Mazda 2 1,5 sky-G 90', null, 90],
  ['Berlingo1.6hdi90hk', null, 90],
  ['VW Touran', '1.6 TDI 105 DSG 7 personers', 105],
  ['Renault Kangoo', '1.5 dci 90 2016 varevogn', 90],
  ['VW Passat', '1.9 TDI 189 t.km', null],
  ['VW Passat', '1.9 TDI 150 000 km', null],
  ['VW Passat', '2.0 TDI 240', null],
  ['Hyundai Tucson', 'Trækker båden (Yamarin med 60 hk Yamaha). Bilen har 132 hk', 132],
  ['Hyundai Tucson', 'Båd med 60 hk påhængsmotor trækkes let', null],
  ['Volvo V70', 'Trækker båd 163 hk', 163],
  ['Volvo V70', '163 hk trailer træk', 163],
  ['Ford Puma', '1,7 Yamaha motor 125 hk', 125],
])('the engine of %s (%s) has %s hp', (title, description, hp) => {
  expect(listingOf(title, description).horsepower).toBe(hp);
});

test.each([
  ['Mazda 6 st. car 2,2 D', null, 'diesel'],
  ['Jaguar XF 3,0 D 2010', null, 'diesel'],
  ['Land Rover Freelander', '2.2 TD4 HSE', 'diesel'],
  ['Range Rover 3,0 TDV6', null, 'diesel'],
  ['Ford Fiesta 1,4 5 d', null, null],
  ['VW Polo 1,2 3d.', null, null],
  ['VW Polo 1,2', 'Synet 1,6 d. 4/5', null],
])('%s (%s) has the fuel %s', (title, description, fuel) => {
  expect(listingOf(title, description).fuel).toBe(fuel);
});

test.each([
  ['Alfa Romeo Giulietta', 'TCT gearkasse renoveret', 'automatic'],
  ['Mazda CX-5', '2.0 165 hk optimum aut. fra 2015', 'automatic'],
  ['Audi A4', 'Aut. fra Audi-værksted', null],
  ['Audi A4', 'Apple CarPlay og Android Auto', null],
  ['Peugeot 208', 'Manual/instruktionsbog og begge nøgler haves', null],
  ['Peugeot 208', 'Manual haves', null],
  ['Peugeot 208', 'Dansk manual og servicebog medfølger', null],
  ['Peugeot 208', 'Gear: manual, servicebog haves', 'manual'],
  ['Peugeot 208', 'Manual. Petrol. Service book', 'manual'],
])('%s (%s) has the gearbox %s', (title, description, gearbox) => {
  expect(listingOf(title, description).gearbox).toBe(gearbox);
});

test.each([
  ['Ny motor isat i 2022 ved 210.000 km, motoren selv har kørt 65.000. Bilen står i 254.000 km', 254_000],
  ['Motoren selv har kørt 65.000', null],
  ['Motoren er sund. Bilen selv har kørt 240.000 km', 240_000],
  ['Jeg har kørt 25.000 km om året i den siden 2019 og den står nu på 219.000 km', 219_000],
  ['Eftersyn fredag 14-15. Benzin, 145.000 km', 145_000],
  ['99.500 km. Garanti op til 36 mdr. el. 60.000 km', 99_500],
  ['99.500 km. Ejet i 36 mdr. Nysynet', 99_500],
  ['Fri service. Binding 24 mdr. 10.000 km', null],
  ['Må gerne have kørt over 250.000 km', null],
  ['Må gerne prøves. Kørt 189.000 km', 189_000],
])('by %s a car has run %s km', (description, km) => {
  expect(listingOf('VW Golf', description).mileage?.km ?? null).toBe(km);
});

test.each([
  ['skal synes 11/27', false],
  ['Skal synes igen i november 2027', false],
  ['Skal synes inden 1. maj 2028', false],
  ['Skal synes inden 30 dage', true],
  ['Skal synes inden salg', true],
  ['Skal synes', true],
  ['Sælges uden syn', true],
])('%s: without an inspection: %s', (description, isWithout) => {
  expect(listingOf('Ford Focus', description).flags.includes('no_inspection')).toBe(isWithout);
});
