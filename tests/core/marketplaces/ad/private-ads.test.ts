import { expect, test } from 'vitest';
import type { Listing, ListingFlag } from '#core/marketplaces/ad/listing.ts';
import { listingOf } from '#tests/support/score-ads.ts';

type Said = Partial<Listing> & {
  km?: number | null;
  has?: ListingFlag[];
  /** A whole car is offered. */
  isCar?: true;
};

test.each<[string, string, Said, number?]>([
  [
    'VW Golf 7 1.6 TDI highline',
    'Sælges da jeg har fået firmabil. Den har rundet de 240.000 men kører upåklageligt. Synet i februar. Årgang 14',
    { km: 240000, year: 2014, make: 'Volkswagen', model: 'Golf', isCar: true },
  ],
  [
    'Ford Mondeo stc 2.0 tdci',
    'kørsel: 289.000 km. nysynet. 140 hk. 6 gear',
    { km: 289000, horsepower: 140, gearbox: 'manual', fuel: 'diesel', has: ['fresh_inspection'] },
  ],
  ['Audi B4 80', '2.0 benzin, 1993, har kørt 312.000', { make: 'Audi', model: '80', year: 1993, km: 312000 }],
  ['Hyundai i10 fra 11', 'Fin lille bil, kører 20 på literen, næste syn maj 2027', { km: null, year: 2011 }],
  [
    'Renault Clio lV',
    '2014 mod. 1.5 dci, 90 hk, kørt 187.500km på motorvej',
    { year: 2014, km: 187500, horsepower: 90, fuel: 'diesel' },
  ],
  ['Peugeot Partner', '59.900 + moms, nysynet, hvide plader kan laves', { priceKind: 'ex_vat' }],
  [
    'BMW E30 318i veteran',
    'Afgiftsfri veteranbil, fritaget for vægtafgift. 1986',
    { priceKind: 'cash', year: 1986, model: '3-serie' },
  ],
  ['Din bil købes kontant', 'Alle mærker, også defekte. Afhentning i hele DK', { has: ['wanted'] }, 1],
  ['Jeg mangler en VW Caddy', 'Gerne diesel og under 200.000 km', { has: ['wanted'], km: null }],
  ['Skoda Fabia - er solgt', '', { availability: 'sold' }],
  ['VW T4 California camper', '2,5 TDI 1999 kørt 320.000 km', { make: 'Volkswagen', km: 320000, year: 1999 }],
  ['Motor BKP 1.9 tdi', 'Fra Passat, kørt 230.000, kan høres køre', { has: ['parts'], km: null }, 4000],
  ['Opel Zafira sælges i dele', 'alt haves undtagen motor', { has: ['parts'] }, 100],
  [
    'Nissan Leaf',
    'Lader 6,6 kw, rækkevidde ca 130 km. 2014. 84000 km',
    { km: 84000, year: 2014, horsepower: null, fuel: 'electric' },
  ],
  [
    'Toyota Avensis 1.8 vvti stc',
    'Speedometer viser 267t. Hestetræk. 2 ejere. Årgang 2007. Syn til juni 26',
    { km: 267000, year: 2007, previousOwners: 2, body: 'estate', fuel: 'petrol' },
  ],
  [
    'Citroën C1 2016 46.000 km',
    'Ny kobling ved 40.000 km, nye dæk, service for 1.000 km siden',
    { km: 46000, year: 2016 },
  ],
  [
    'Dacia Logan MCV 7 personers',
    '1.5 dci 2010. tandrem skiftet 2022 ved 190 t km. Nu kørt 228 t km',
    { km: 228000, year: 2010, model: 'Logan' },
  ],
  [
    'Mini Cooper S',
    'Mileage 88k miles, UK import, 2012 plate, 184 bhp',
    { km: 141622, horsepower: 184, make: 'MINI' },
  ],
  ['Citroen Jumpy 2.0 hdi', 'm. moms fradrag, pris inkl. moms 79.900', { priceKind: 'cash' }],
  ['Har du en Golf variant du vil af med?', 'Jeg giver max 20.000', { has: ['wanted'] }],
  ['Jeg leder efter en billig bil m. træk', '', { has: ['wanted'] }],
  ['Skoda Octavia søger ny ejer', '2013 – 160.000 km', { year: 2013, km: 160000, isCar: true }],
  ['Peugeot 208 købes sammen med vinterhjul', 'vinterhjul 2000 kr ekstra. 2014', { isCar: true }],
  ['Til salg: Fiat Punto. Ønsker den hurtigt solgt', '', { availability: 'live', isCar: true }],
  ['Mazda 3', 'Depositum er betalt - bilen er reserveret til lørdag', { availability: 'pending' }],
  ['Tagbøjler til Skoda Octavia combi', '', { has: ['parts'] }, 400],
  ['Turbo Peugeot 1.6 hdi', 'kørt 140.000 km', { has: ['parts'], km: null }, 900],
  ['Partering: Ford Galaxy 2.0 tdci 2011', '', { has: ['parts'] }, 1],
  [
    'Ford Kuga med nyt sæt sommerdæk',
    '2014, 2.0 tdci 163hk, 187.000 km',
    { km: 187000, year: 2014, horsepower: 163, isCar: true },
  ],
  [
    'Toyota C-HR 1.8 hybrid multidrive',
    '122 hk',
    { fuel: 'hybrid', horsepower: 122, gearbox: 'automatic', model: 'C-HR' },
  ],
  [
    'Hyundai Ioniq plug in 1.6 gdi',
    '141 hk, dct6, elrækkevidde 50 km, kørt 77.500 km',
    { fuel: 'plugin_hybrid', horsepower: 141, km: 77500, gearbox: 'automatic' },
  ],
  ['Skoda Yeti 4x4 2.0 tdi', 'km:168t. 2011. 140 hk', { km: 168000, year: 2011, horsepower: 140 }],
  ['Mazda 323F 1.6', '96 model. Kørt 245.000', { year: 1996, km: 245000 }],
  ['Honda Jazz 1.4 sport', 'Det er en 2009er med 188k på klokken', { year: 2009, km: 188000 }],
  ['Alfa Romeo Mito', 'kilometertælleren siger 143.500. Årsmodel 2009.', { km: 143500, year: 2009 }],
  [
    'VW Caddy maxi',
    'Kørt 220.000 km med service hver 15.000 km. indregistreret 1. gang 06.2012',
    { km: 220000, year: 2012 },
  ],
  [
    'Citroën C3 hdi 70',
    'Kører 25-28 km/l. 2012. 198000km. Grøn afgift 640 kr halvårligt.',
    { km: 198000, year: 2012, fuel: 'diesel' },
  ],
  [
    'Tesla Model S 75D',
    'Kilometerstand: 214.000. Garanti på batteri og motor til 2025. Første reg: 9-2017. Opladning 17 kW',
    { km: 214000, year: 2017, horsepower: null, fuel: 'electric' },
  ],
  [
    'Opel Insignia Sports Tourer',
    'Diesel, 160 PS, 187.000 km, Zahnriemen bei 150.000 km gemacht, Bj 2014, HU 08/26',
    { km: 187000, year: 2014, horsepower: 160, fuel: 'diesel' },
  ],
  ['Peugeot 208 minileasing', '', { priceKind: 'leasing' }, 2495],
  ['Ford Ranger', 'Kun til export. Netto 14.500 €', { priceKind: 'ex_registration_tax' }],
  ['Vil du sælge din bil? Vi giver et bud', '', { has: ['wanted'] }],
  [
    'Toyota Aygo - sælges da vi søger en større bil',
    '2014, 99.000 km',
    { km: 99000, year: 2014, isCar: true },
  ],
  ['Peugeot 2008 (SOLGT TIL LARS)', '', { availability: 'sold' }],
  ['KTM Duke 390', '', { has: ['not_a_car'] }],
  ['Sæder fra Audi A3', 'læder', { has: ['parts'] }, 1500],
  ['Citroën C4 2012 reservedele', 'motor, gearkasse mm', { has: ['parts'] }, 500],
  ['Originale 18" Mercedes fælge', '5x112', { has: ['parts'] }, 3500],
  [
    'VW Sharan 2.0 TDI 7 sæder',
    'Vi har ejet den siden 2015 hvor den havde kørt 80.000. Den er fra 2011 og har nu kørt 246.000 km',
    { km: 246000, year: 2011 },
  ],
  [
    'Skoda Roomster',
    'Årgang: 2008 (maj)\nKilometer: 218 t.\nMotor: 1,4 benzin',
    { km: 218000, year: 2008, fuel: 'petrol' },
  ],
  [
    'Renault Captur 0.9 TCe',
    'Kun 3 ejere. Kørt 95000 kilometer. Fra sep. 2014. Service ved 90000 kilometer',
    { km: 95000, year: 2014, previousOwners: 3 },
  ],
  [
    'Mercedes E300 BlueTEC hybrid',
    'Kører op til 25 km/l. 204+27 hk. Kørt 289 tusinde km. 2013',
    { km: 289000, year: 2013, gearbox: null },
  ],
  [
    'Jeep Cherokee 2.8 CRD',
    'Bilen er afmeldt. Kørt 245.000. Aut. Træk 3500 kg. 163 hk. 2004',
    { km: 245000, horsepower: 163, gearbox: 'automatic', year: 2004, has: ['no_plates'] },
  ],
  [
    'Lancia Ypsilon',
    'gået 94.000km, 2012 mod, 0.9 twinair aut',
    { km: 94000, year: 2012, gearbox: 'automatic', fuel: 'petrol' },
  ],
  [
    'Hyundai Tucson 1.7 CRDi',
    'Privat salg. Fremstår uden fejl. 2016. Afleveres nyserviceret og nysynet. 140.000 km.',
    { km: 140000, year: 2016 },
  ],
  [
    'VW Golf 4 1.6',
    'har desværre knækket tandrem. kørt 268.000. mod. 2001. sælges som den står',
    { km: 268000, year: 2001, has: ['defect'] },
  ],
  [
    'Skoda Kamiq',
    'Leasingbil hjemkøbt, 2020, 88.000 km, garanti til 2025 el. 150.000 km',
    { km: 88000, year: 2020, priceKind: 'cash' },
  ],
  ['VW Tiguan', 'Sælges kontant 89.900 eller tag over leasingen', { priceKind: 'cash' }, 89900],
  ['Volvo XC60 D4 - kan leases', 'Kontantpris 219.900', { priceKind: 'cash' }, 219900],
  ['Citroën Berlingo', 'momsfri - privat salg', { priceKind: 'cash' }],
  ['Bil ønskes til ca. 15000', 'synet', { has: ['wanted'] }],
  ['Ducati Monster 696', '2010, 14.000 km', { has: ['not_a_car'] }],
  ['Skoda Octavia 4x4 velegnet til hestetrailer', '2012, 210.000 km', { km: 210000, isCar: true }],
  ['Komplet motor til Toyota Yaris 1.0', '120.000 km', { has: ['parts'], km: null }, 3500],
  ['Mercedes W211 spejl højre', '', { has: ['parts'] }, 300],
  [
    'Opel Meriva A 1.4',
    'Min far har kørt den siden ny i 2006. 98 t.km. Nyt syn 9/25',
    { km: 98000, year: 2006, has: ['fresh_inspection'] },
  ],
  [
    'Ford Focus 2.0 TDCi Titanium',
    'Bilen er en 2012 model med 264.000 på speedometeret. Den kører 19 km på literen',
    { km: 264000, year: 2012 },
  ],
  ['Citroën Xsara Picasso', 'km. 178000/ årgang. 2004/ syn. 2027', { km: 178000, year: 2004 }],
  ['Hyundai i20', '1,2 benzin 2014 81 t km 5 dørs rød', { km: 81000, year: 2014, fuel: 'petrol' }],
  [
    'Skoda Rapid',
    '1,6 tdi 105hk med kun 97 tusind kørte kilometer. 2014.',
    { km: 97000, horsepower: 105, year: 2014 },
  ],
  [
    'Mercedes CLA 200',
    '1.6 156 hk aut. 2014. 118.000. Tysk import i 2018',
    { horsepower: 156, gearbox: 'automatic', year: 2014 },
  ],
  [
    'Fiat 500 Lounge',
    'Sælger denne fine bil for min mor på 78 år. 1.2 69hk. 2011. 62.000',
    { horsepower: 69, year: 2011 },
  ],
  [
    'Mazda CX-5 2.2 skyactiv-d',
    '175 hk AWD aut. Service hver 20.000. Kører max 30.000 km pr år. Total: 198.000 km',
    { km: 198000, horsepower: 175, gearbox: 'automatic', fuel: 'diesel' },
  ],
  [
    'Dacia Sandero',
    '2013, 900 ccm 90hk, 135.000 km, ingen rust, ny kobling 2024',
    { km: 135000, year: 2013, horsepower: 90 },
  ],
  [
    'Volvo V40 D2 Momentum',
    'årsmodell 2014, 12900 mil, nybesiktigad utan anmärkning, dragkrok, låg skatt 1800 kr/år',
    { km: 129000, year: 2014, fuel: 'diesel' },
  ],
  [
    'VW Golf Variant',
    '1.4 TGI, 2015, 132.000 km kjørt, EU-kontroll okt 2026, ny registerreim 2023',
    { km: 132000, year: 2015 },
  ],
  ['Cupra Born', 'Overtag min leasing til august 2026. 2.899 pr md.', { priceKind: 'leasing' }, 2899],
  ['Porsche Panamera', 'u/ dansk afgift', { priceKind: 'ex_registration_tax' }],
  ['Er der nogen der har en VW Up til salg', 'Helst 2014 og op', { has: ['wanted'], year: null }],
  ['Triumph Street Triple', '2014', { has: ['not_a_car'] }],
  ['Honda TRX 420 ATV', '', { has: ['not_a_car'] }],
  ['Forrude VW Passat B6', '', { has: ['parts'] }, 800],
  [
    'Ford Escort 1.6',
    '1997. Jeg er 2. ejer. Gået 134.000 reelle km. Undervognsbehandlet i 2021.',
    { km: 134000, year: 1997, previousOwners: 2 },
  ],
  [
    'Peugeot 3008 HDi',
    '1.6 110 hk; km tal: 231.000; først registreret 2010; ny partikelfilter ved 200.000 km',
    { km: 231000, year: 2010, horsepower: 110 },
  ],
  [
    'Mitsubishi Colt 1.1',
    '75 hk. Kun to ejere. Km 147t. Aug 2008',
    { km: 147000, horsepower: 75, previousOwners: 2 },
  ],
  ['Volvo 940 GL', 'stationcar fra 1994, kørt 41.300 mil', { km: 413000, year: 1994 }],
  [
    'Opel Karl',
    '2016, 1.0 75 hk, 79.500 km, næste service ved 90.000 km eller dec. 2026',
    { km: 79500, horsepower: 75, year: 2016 },
  ],
  [
    'BMW Z4',
    '2.5i 192 hk 2004 cabriolet. Kun kørt om sommeren. 154.000 km.',
    { km: 154000, horsepower: 192, year: 2004 },
  ],
  ['Jaguar X-type', '2.0d estate 2005. Stået stille 2 år. Km=212.000', { km: 212000, year: 2005 }],
  [
    'VW e-Up!',
    'Batteri 36,8 kWh. 83 hk. CCS. 2020. 52.000 km.',
    { km: 52000, horsepower: 83, fuel: 'electric' },
  ],
  [
    'Toyota Avensis',
    'Årsmodell 2011, kjørt 198 500, diesel, hengerfeste, ny EU 11.2025. Registerreim - kjede',
    { km: 198500, year: 2011, fuel: 'diesel' },
  ],
  [
    'Opel Mokka-e',
    'Månedspris 2.195 kr. 36 mdr. 15.000 km pr. år',
    { priceKind: 'leasing', km: null, fuel: 'electric' },
    2195,
  ],
  ['Hyundai i10 uden udbetaling', '1.199,- pr. md. eller 64.900 kontant', { priceKind: 'cash' }, 64900],
  ['Ford Transit', 'Kan sælges m/u moms. Pris inkl moms.', { priceKind: 'cash' }],
  ['BMW X5 på svenske plader', 'Pris ekskl. dansk reg.afgift', { priceKind: 'ex_registration_tax' }],
  ['Volvo Amazon', 'Veteranbil 1966, afgiftsfri', { priceKind: 'cash', year: 1966 }],
  ['Toyota Hiace ønskes', 'alle årgange', { has: ['wanted'] }],
  ['Nogen der vil af med en gammel Mazda?', '', { has: ['wanted'] }],
  ['Vespa Primavera 50', '', { has: ['not_a_car'] }],
])('reads the private ad %j with the text %j as %j', (title, description, said, amount = 84_900) => {
  const listing = listingOf(title, description, { price: { amount, currency: 'DKK' } });
  const { km, has = [], isCar, ...fields } = said;
  expect(listing).toMatchObject(fields);
  if (km !== undefined) expect(listing.mileage?.km ?? null).toBe(km);
  expect(listing.flags).toEqual(expect.arrayContaining(has));
  if (isCar) for (const flag of ['not_a_car', 'parts', 'wanted']) expect(listing.flags).not.toContain(flag);
});
