import { describe, expect, test } from 'vitest';
import { listingOf } from '#tests/support/score-ads.ts';

const isParts = (title: string, description: string | null, amount: number) =>
  listingOf(title, description, { price: { amount, currency: 'DKK' } }).flags.includes('parts');

test.each<[string, string | null, number]>([
  ['Kofanger foran, Ford Focus 2012', 'Sort, med huller til sensorer', 800],
  ['Hjul, Citroen C1', '4 stk på stålfælge m. hjulkapsler', 700],
  ['Navigation RNS 510 VW', 'Med kode', 900],
  ['Peugeot 206 bagaksel', 'Renoveret, bytte 500', 1800],
  ['Renault Trafic tandemstyring', 'Fejlfri', 800],
  ['Skoda Octavia 2 klimakompressor 1.9 tdi', 'Kan testes', 700],
  ['Komplet forende BMW 5 serie F10', 'Kofanger, lygter, køler og hjelm', 11_500],
  ['Auspuff Porsche 996', 'Endtöpfe links und rechts', 4500],
  ['Rays TE37 18x9.5 5x114', 'Replika', 6900],
  ['BMW F30 M-performance udstødning', 'Passer til 335i og 340i', 6000],
  ['S2000 motor F20C', 'Fra en 2001, kørt 120.000. Med gearkasse', 45_000],
  ['BMW N47 motor 2.0d', 'Kæde skiftet. 177 hk', 11_000],
  ['OM651 motor Mercedes C220 CDI', null, 14_000],
  ['Tesla model 3 vinterhjul 19 tommer', 'Nokian, kørt en sæson', 6500],
  ['Tyske papirer BMW E30 M3', null, 15_000],
  ['Differentiale BMW 3.91 spærre', null, 4000],
  ['Tesla vinterhjul Model 3', null, 9500],
  ['Fälgar 18 VW', null, 3000],
  ['BMW S54 motor E46 M3', 'Trykprøvet, 142.000 km', 69_000],
  ['Kabrioletkaleche Saab 9-3', null, 1500],
  ['BMW X5 hjul 20"', 'M style 469', 7500],
  ['Trinbrædder Nissan Navara', null, 1000],
  ['Audi S3 8L motor BAM 225hk', 'Kørt 178.000, inkl. turbo', 9000],
  ['VW motor BAM', 'Fra 2006, kørt 178.000, fejlfri', 16_000],
  ['BMW 320d E91 engine N47', 'Removed from car', 7000],
  ['BMW E36 325i tages fra hinanden', null, 15_000],
  ['Volvo 240 delebil', 'Motor solgt', 3000],
  ['Mazda MX-5 til ophugning', 'Rusten, motor OK', 4500],
  ['Gamle nummerplader 1950', 'Emalje', 800],
  ['Samleobjekt: Volvo Amazon', '1/43, i æske', 400],
  ['Skiller Volvo 850 ad', 'Motor er solgt', 200],
  ['Volvo V70 2.4 D5', 'Sælges som reservedele eller til renovering', 6500],
  ['Vi parterer: Kia Ceed 2012', 'Hvid, 1.6 CRDi, kørt 212.000', 1],
  ['Tesla Model Y Gemini 19" alufælge', 'Helt nye, afmonteret fra ny bil 2024, kørt 40 km', 8900],
  ['Tesla Model Y alufælge', null, 12_900],
  ['Audi A6 19" alufælge', 'Afmonteret fra ny bil, kørt 400 km', 8900],
  ['Audi Q7 21" fælge', 'Sælges da bilen er solgt', 11_000],
  ['DSG gearkasse 6 trins Passat', 'Har siddet i en 2010 Passat 2.0 TDI, 190.000 km', 7500],
  ['6 trins DSG gearkasse Passat', null, 7500],
  ['Vi hugger Volvo V70 2008 D5', 'Stort udvalg af brugte dele', 84_900],
  ['Ophug: Volvo V70', null, 84_900],
  ['Volvo V70 2008 hugges', null, 84_900],
  ['Volvo V70 brugte dele', null, 84_900],
])('%s | %s, %i kr., is a thing of a car', (title, description, amount) => {
  expect(isParts(title, description, amount)).toBe(true);
});

test.each<[string, string | null, number]>([
  ['Volvo EX40 Single Motor', null, 4500],
  ['VW Touran 7 sæder', null, 4500],
  ['Peugeot 308 fuld servicebog', null, 4500],
  ['Peugeot 301 2015', null, 900],
  ['BMW 320i gearkasse defekt', 'Kørt 240.000 km, 2003', 4500],
  ['Opel Corsa', 'Et par ridser i lakken', 4500],
  ['Mazda MX-5 hardtop', null, 60_000],
  ['Seat Leon', null, 1500],
  ['Fiat Punto god motor', 'Ellers træt', 2500],
  ['Volvo V70 læder sæder', null, 13_000],
  ['Seat Cordoba 2 sæt fælge', null, 8500],
  ['Opel Astra 17 tommer alufælge', null, 9000],
  ['Renault Twingo el ruder', null, 5500],
  ['Audi 80 B4 forlygter poleret', null, 9500],
  ['Rover Streetwise', 'Motor fra donor, kører fint', 14_500],
  ['Rover Streetwise', 'Sælges evt. som reservedelsbil', 4500],
  ['Opel Corsa alufælge', 'Kommer fra ikke-ryger hjem', 9000],
  ['VW Polo 5 døre', null, 9900],
  ['Renault Kangoo skydedør', 'Pæn og velholdt. Ring for info', 9900],
  ['Citroën Berlingo to skydedøre', null, 9900],
  ['Skoda Octavia stor skærm', null, 9900],
  ['BMW E46 330i M54 motor', 'Synet, kørt 230.000', 55_000],
  ['Mercedes 190E 2.6 motor M103', 'Nysynet, 250.000 km, 5 gear', 55_000],
  ['VW Golf 2.0 TDI motor BKD', null, 9500],
  ['Porsche sælges', 'Kan sendes flere billeder', 315_000],
  ['BMW touring', 'OEM fælge medfølger. Kører perfekt', 84_900],
  ['VW Passat lædersæder', 'Bilen passer til en familie', 84_900],
  ['VW Golf alufælge', 'Vinterhjul med 5 mm mønster medfølger', 84_900],
  ['Porsche 911 Carrera samleobjekt', null, 795_000],
  ['Mazda 6 kalenderår 2009', null, 24_900],
  ['MG B GT 1972', 'Projekt, skilt ad og klar til lak. Alle dele haves', 45_000],
  ['Tesla Model 3 19" alufælge', '2020, 90.000 km', 179_000],
  ['Tesla Model 3 totalskadet', 'Sælges som den står', 19_900],
  ['Audi A4 Avant 19" alufælge', '2010, 240.000 km, synet', 12_900],
  ['VW Golf med alufælge', 'Alufælge afmonteret fra bilen medfølger', 14_900],
  ['VW Touran DSG 7 pers', '2012', 14_900],
  ['VW Passat gearkasse defekt', '2009, 2.0 TDI', 9900],
  ['Volvo V70 2005', 'Skal ikke hugges, kører perfekt', 14_900],
  ['Volvo V70 2005', 'Alternativet er ophug, men den kører', 9900],
  ['Volvo V70 2005', 'Repareret med brugte dele', 14_900],
])('%s | %s, %i kr., is a car', (title, description, amount) => {
  expect(isParts(title, description, amount)).toBe(false);
});

test.each<[string, string | null]>([
  ['Skoda Enyaq', 'Købes kontant 429.900 eller via billån, udb. 85.980 og 4.894 pr. md'],
  ['Ford Kuga PHEV', 'Finansieringseksempel: Pris 429.900, udb. 20% 85.980, 96 mdr á 4.899'],
  ['Audi A6 Avant', 'An Bastler oder Export'],
  ['Audi A3 sportback', 'Udlejes ikke, kun salg'],
  ['Audi Q5 40 TDi', 'Kontantpris 429.900. Eller privatleasing fra 4.195/md'],
  ['Audi Q5 40 TDi', 'Flexleasing mulig, spørg os. Kontantpris 429.900'],
])('%s | %s is for sale', (title, description) => {
  const listing = listingOf(title, description, { price: { amount: 429_900, currency: 'DKK' } });
  expect(listing).toMatchObject({ priceKind: 'cash', flags: [] });
});

test.each<[string, string | null, boolean]>([
  ['Parkeringsplads på Østerbro', 'Kælder, aflåst', true],
  ['Kramer minilæsser', '1800 timer, skovl og gafler', true],
  ['Rustbeskyttelse af din bil', 'Behandling fra 2995', true],
  ['Ellebil kabinescooter', 'Ny', true],
  ['Golfvogn Club Car', null, true],
  ['Honda havefræser', null, true],
  ['Hymermobil', null, true],
  ['Lynet McQueen', 'Legetøj', true],
  ['OBD2 fejlkodelæser', 'Passer alle biler', true],
  ['Ferrari jakke str L', null, true],
  ['Sælges hurtigt', null, false],
  ['Sælges hurtigt', 'Fra 2010, kører godt', false],
])('%s | %s is no car: %s', (title, description, isOther) => {
  expect(listingOf(title, description).flags.includes('not_a_car')).toBe(isOther);
});

test('an ad without export has its full price', () => {
  expect(listingOf('Opel Corsa', 'Kein Export, keine Händler').priceKind).toBe('cash');
});

describe('the vehicle that a seller gets gives this car no fuel', () => {
  test.each([
    'Sælges da vi har købt elbil',
    'Sælges kun fordi vi har anskaffet os en elbil',
    'Skifter til elbil',
    'Skal have elbil',
    'Sælges pga elbil',
    'Sælges pga. skift til elbil',
    'Vanwege aanschaf van elektrische auto',
    'Sælges grundet køb af elbil',
    'Har bestilt en ny elbil',
    'Min mand har fået elbil gennem arbejdet',
    'Vi er gået over til elbil',
    'Sælges da elbilen er kommet',
    'Elbil er købt',
    'Sælges da vi har købt ny bil (elbil)',
    'Har fået hybrid',
    'Har købt plug-in hybrid',
    'Har fået en diesel',
    'Bytter gerne til diesel',
    'Säljes då vi köpt elbil',
    'Säljes pga köp av elbil',
    'Selges da vi har kjøpt elbil',
    'Verkaufe wegen Kauf eines Elektroautos',
    'Verkaufe, da wir ein Elektroauto gekauft haben',
    'Verkaufe, weil ich auf ein Elektroauto umgestiegen bin',
    'Selling because we bought an electric car',
    'Selling as we are getting an EV',
    'Te koop omdat wij een elektrische auto hebben gekocht',
  ])('%s', (description) => {
    expect(listingOf('Ford Focus 2015', description).fuel).toBeNull();
    expect(listingOf('Ford Focus 2015', `Benzin. ${description}`).fuel).toBe('petrol');
  });
});

test.each([
  'Sælges da jeg har købt en med automatgear',
  'Sælges da min kone skal have automatgear',
  'Jeg har fået firmabil med automatgear',
  'Har kun kørekort til automatgear',
])('the vehicle that a seller gets gives this car no gearbox: %s', (description) => {
  expect(listingOf('Ford Focus 2015', description).gearbox).toBeNull();
});

test.each([
  ['Sælges da vi har købt hus. Elbil med 40 kWh', 'electric'],
  ['Vi har købt denne elbil fra ny', 'electric'],
  ['Den er købt som elbil i 2020', 'electric'],
  ['Lav afgift grundet elbil', 'electric'],
  ['Ingen ejerafgift pga elbil', 'electric'],
  ['Vi skal have solgt vores elbil', 'electric'],
  ['Ønsker du en elbil, så køb denne', 'electric'],
  ['Køber får en diesel', 'diesel'],
  ['Her kan du købe en billig diesel', 'diesel'],
  ['Købt ny 2015 diesel', 'diesel'],
  ['Har lige fået ny turbo diesel 3.0', 'diesel'],
  ['Har fået nye dæk diesel kørt 120.000', 'diesel'],
  ['Got a nice diesel for sale', 'diesel'],
  ['Ich habe einen Diesel zu verkaufen', 'diesel'],
  ['Har lige fået nyt hybrid batteri', 'hybrid'],
  ['Har fået ny generator diesel', 'diesel'],
  ['Elbil købt i 2020', 'electric'],
  ['Sælges pga manglende brug elbil', 'electric'],
  ['Ved køb af elbil medfølger lader', 'electric'],
  ['Grundet flytning sælges min diesel', 'diesel'],
  ['Pga. arbejde i udlandet sælges elbil', 'electric'],
] as const)('this car has the fuel that its seller has bought it with: %s', (description, fuel) => {
  expect(listingOf('Ford Focus 2015', description).fuel).toBe(fuel);
});

test.each([
  'Bilen har fået nyt automatgear i 2022',
  'Har fået skiftet olie i automatgear',
  'Vi har købt den med automatgear',
  'Bestilt med automatgear fra fabrikken',
  'Har også automatgear og træk',
])('this car has the gearbox that was bought or mended: %s', (description) => {
  expect(listingOf('Ford Focus 2015', description).gearbox).toBe('automatic');
});

test.each([
  ['2015 1,6 tdci 95 hk manuel 120.000 km sælges da vi har købt elbil'],
  ['2015 1,6 tdci 95 hk manuel 120.000 km bytter gerne til mindre bil'],
])('what a description without stops says before it speaks of another car is this one: %s', (description) => {
  expect(listingOf('Ford Focus', description)).toMatchObject({
    fuel: 'diesel',
    gearbox: 'manual',
    horsepower: 95,
    engineLitres: 1.6,
    mileage: { km: 120_000 },
  });
});

test.each([
  ['Suzuki Swift sælges pga. køb af motorcykel', []],
  ['Suzuki Swift sælges da vi har købt autocamper', []],
  ['Suzuki Swift 2013, har købt campingvogn', []],
  ['Motorcykel købes', ['not_a_car', 'wanted']],
  ['Honda CB 650 motorcykel', ['not_a_car']],
] as const)('a car is sold because of another vehicle: %s', (title, flags) => {
  expect(listingOf(title, 'Kører godt').flags).toEqual(flags);
});
