import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AdFields, buildListing, nothingSaid } from '#core/marketplace/ad/build-listing.ts';
import { correctSlips } from '#core/marketplace/ad/claim-words.ts';
import type { Listing, ListingFlag } from '#core/marketplace/ad/listing.ts';
import { carMakes } from '#core/marketplace/ad/makes.ts';
import { foldText } from '#core/marketplace/ad/text.ts';
import { adFields, scoreAd } from '#tests/support/score-ads.ts';
import { adLanguages, sloppyAds } from '#tests/support/sloppy-ads.ts';

const listingOf = (title: string, description: string | null, more: Partial<AdFields> = {}): Listing =>
  buildListing({
    source: 'facebook',
    id: '1',
    itemUrl: 'https://www.facebook.com/marketplace/item/1/',
    title,
    description,
    price: { amount: 84_900, currency: 'DKK' },
    priceText: null,
    oldPrice: null,
    city: null,
    subtitle: null,
    isAmongVehicles: true,
    said: nothingSaid,
    listedAt: null,
    availability: 'live',
    photoUrls: [],
    vehicle: null,
    ...more,
  });

describe('what an ad says of its own car', () => {
  test.each<[string, string | null, number | null]>([
    ['VW Golf 2014', 'Har kørt 189.000 km og kører godt', 189000],
    ['VW Golf 2014', 'Bilen har gået 189.000 km', 189000],
    ['VW Golf 2014', 'Den har kun rullet 89.000 km', 89000],
    ['VW Golf 2014', 'Tandrem skiftet ved 120.000 km, bilen har nu kørt 189.000 km', 189000],
    ['VW Golf 2014', 'Skiftet kobling ved 150.000 km. Bilen har kørt 189.000 km.', 189000],
    ['VW Golf 2014', 'Næste tandremsskift ved 210.000 km', null],
    ['VW Golf 2014', 'Der er 30.000 km til næste service', null],
    ['VW Golf 2014', 'Sidste service ved 180.000 km', null],
    ['VW Golf 2014', 'Olie skiftet for 2.000 km siden', null],
    ['VW Golf 2014', 'Ny motor med 60.000 km', null],
    ['VW Golf 2014', 'Motor skiftet, den nye har kun kørt 40.000 km', null],
    ['VW Golf 2014', 'Garanti til 2027 eller 150.000 km', null],
    ['VW Golf 2014', 'Årlig kørsel ca. 20.000 km', null],
    ['VW Golf 2014', 'Jeg kører 30.000 km om året', null],
    ['VW Golf 2014', 'Byttes til bil der har kørt max 100.000 km', null],
    ['VW Golf 2014', 'Min anden bil har kørt 300.000 km', null],
    ['VW Golf 2014', 'km: 189000', 189000],
    ['VW Golf 2014', 'KM 189.000', 189000],
    ['VW Golf 2014', 'Kilometer: 189.000', 189000],
    ['VW Golf 2014', 'Kilometertal: 189.000', 189000],
    ['VW Golf 2014', '189 tusinde km på klokken', 189000],
    ['VW Golf 2014 189tkm', null, 189000],
    ['VW Golf 2014 189 tkm', null, 189000],
    ['VW Golf 2014 189000km', null, 189000],
    ['VW Golf 2014 - 189k km', null, 189000],
    ['Golf 7 125 000 km', null, 125000],
    ['Golf 1.4 TSI 122 95 000 km', null, 95000],
    ['Volvo V70', 'Gått 18 900 mil', 189000],
    ['Volvo V70', 'Miltal: 18 900', 189000],
    ['Volvo V70', 'Körd 18900 mil', 189000],
    ['Volvo V70 18900 mil', null, 189000],
    ['VW Golf', 'Km-Stand: 189.000 km, TÜV neu', 189000],
    ['VW Golf', '189.000 km gelaufen', 189000],
    ['VW Golf', 'Laufleistung 189000 km', 189000],
    ['VW Golf', 'Zahnriemen bei 120.000 km gewechselt', null],
    ['VW Golf', 'Zahnriemen neu bei 150.000 km, aktuell 189.000 km', 189000],
    ['VW Golf', 'Kilometerstand 189.000, APK tot 2026', 189000],
    ['VW Golf', '189.000 km gelopen', 189000],
    ['Ford Fiesta', '85k miles, full service history', 136794],
    ['Ford Fiesta', 'Cambelt done at 60k miles', null],
    ['VW Golf 2014', 'Kørt 189.000 km - nysynet', 189000],
    ['VW Golf 2014', 'Nysynet - kørt 189.xxx km', 189000],
    ['VW Golf 2014', '✅ 189.000 km ✅ nysynet', 189000],
    ['VW Golf 2014', 'Rækkevidde: 420 km', null],
    ['VW Golf 2014', 'Kører 22 km/l', null],
    ['VW Golf 2014', 'Kørt 189.000km. Kører 22 km/l.', 189000],
    ['VW Golf 2014', '189.000 km', 189000],
    ['VW Golf 2014', 'Årgang 2014, 189.000 km, manuel', 189000],
    ['VW Golf 2014', 'Den har kørt 189000 og er fra 2014', 189000],
    ['VW Golf 2014 189.000 km', 'Motor renoveret ved 150.000 km', 189000],
    ['VW Golf 2014', 'ca 190000 km på tælleren', 190000],
    ['VW Golf 2014', 'Ca. 189 tusind kilometer', 189000],
    ['VW Golf 2014', 'Er købt med 120.000 km på tælleren', null],
    ['VW Golf 2014', 'Kilometerstand\n189.000', 189000],
    ['VW Golf 2014', 'Dækkene har kørt 5.000 km', null],
    ['VW Golf 2014', 'Hentes i Odense, 5 km fra motorvejen', null],
    ['VW Golf 2014', 'Stelnr WVW123, 189.000 km.', 189000],
    ['VW Golf 2014', 'Der er kørt 189.000 km i den', 189000],
    ['VW Golf 2014', 'kilometerstand 189.000 km ny tandrem ved 170.000', 189000],
    ['VW Golf 2014', 'Servicebog ført til 170.000 km', null],
    ['VW Golf 2014', 'Fuld servicehistorik, 189.000 km', 189000],
    ['VW Golf 2014', '189.000 km, fuld servicebog, ny tandrem ved 150.000 km', 189000],
    ['VW Golf 2014', 'Service: 30.000 km, 60.000 km, 90.000 km', null],
  ])('%j, %j: the car has run %s km', (title, description, km) => {
    expect(listingOf(title, description).mileage?.km ?? null).toBe(km);
  });

  test.each<[string, string | null, number | null]>([
    ['VW Golf', 'Fra 2012', 2012],
    ['VW Golf', 'Model 2012', 2012],
    ['VW Golf', '2012 model', 2012],
    ['VW Golf', 'Årg. 2012', 2012],
    ['VW Golf', 'årg 12', 2012],
    ['VW Golf', '1. reg. dato: 03-05-2012', 2012],
    ['VW Golf', '1. registrering 05/2012', 2012],
    ['VW Golf', 'Første reg: 2012', 2012],
    ['VW Golf', 'Bilen er fra 2012 og synet i 2025', 2012],
    ['VW Golf 1,6 TDI 2012 synet 2025', null, 2012],
    ['Synet 08/2025 VW Golf 2012', null, 2012],
    ['VW Golf 2012 nyt batteri 2024', null, 2012],
    ['VW Golf nyt batteri 2024', null, null],
    ['VW Golf', 'Servicebog fra 2014', null],
    ['VW Golf', 'Købt i 2019', null],
    ['VW Golf', 'Tandrem skiftet 2021', null],
    ['VW Golf', 'Importeret fra Tyskland 2019', null],
    ['VW Golf', 'Baujahr 2012, TÜV 06/2027', 2012],
    ['VW Golf', 'EZ: 05.2012', 2012],
    ['VW Golf', 'EZ 05/12', 2012],
    ['VW Golf', 'Erstzulassung 05.06.2012', 2012],
    ['Volvo V70', 'Årsmodell: 2012', 2012],
    ['Volvo V70', 'Modellår 2012. EU-godkjent til 2026', 2012],
    ['VW Golf', 'Bouwjaar: apr 2010', 2010],
    ['VW Golf', 'Bouwjaar 2010', 2010],
    ['Ford Fiesta', 'Registered 2012, MOT until March 2026', 2012],
    ['2012 Ford Fiesta', null, 2012],
    ['Ford Fiesta 2012 MOT 2026', null, 2012],
    ['Peugeot 2008', null, null],
    ['Peugeot 2008 fra 2016', null, 2016],
    ['Mazda 3 2012', null, 2012],
    ['BMW 320d E90 2012', null, 2012],
    ['VW Golf', 'Indregistreret 12-05-2012', 2012],
    ['VW Golf', 'Årgang: 2012 (maj)', 2012],
    ['VW Golf', 'Årgang\n2012', 2012],
    ['VW Golf 2012!!! Nysynet maj 2025', null, 2012],
    ['Nysynet VW Golf 2012', null, 2012],
    ['Syn til 2027. VW Golf årg. 2012', null, 2012],
    ['VW Golf 2012/2013', null, 2012],
    ['VW Golf mod. 2012', null, 2012],
    ['VW Golf, 2012, 189.000 km', null, 2012],
    ["VW Golf '12", null, 2012],
    ['VW Golf 12/2012', null, 2012],
    ['VW Golf 5/2012 diesel', null, 2012],
    ['VW Golf', 'Årgang 2012. Rustbehandlet 2020.', 2012],
    ['VW Golf', 'Ejet siden 2015', null],
    ['VW Golf', 'Nye dæk fra 2023', null],
    ['Vejafgift betalt til 2026. Golf fra 2012', null, 2012],
  ])('%j, %j: the car is of %s', (title, description, year) => {
    expect(listingOf(title, description).year).toBe(year);
  });

  test.each<
    [string, string | null, 'gearbox' | 'fuel' | 'horsepower' | 'engineLitres', string | number | null]
  >([
    ['VW Golf', 'Automatgear', 'gearbox', 'automatic'],
    ['VW Golf', 'Gearkasse: Automatisk', 'gearbox', 'automatic'],
    ['VW Golf', 'Gear: Manuel', 'gearbox', 'manual'],
    ['VW Golf', '6 gears manuel', 'gearbox', 'manual'],
    ['VW Golf', '7-trins DSG', 'gearbox', 'automatic'],
    ['VW Golf', 'Ikke automat', 'gearbox', null],
    ['VW Golf', 'Automatisk klima, automatisk lys', 'gearbox', null],
    ['VW Golf aut', '', 'gearbox', 'automatic'],
    ['VW Golf', 'Handgeschakeld', 'gearbox', 'manual'],
    ['VW Golf', 'Getriebe: Automatik', 'gearbox', 'automatic'],
    ['Volvo V70', 'Manuell växellåda', 'gearbox', 'manual'],
    ['Volvo V70', 'Girkasse: automat', 'gearbox', 'automatic'],
    ['VW Golf', 'automatic transmission', 'gearbox', 'automatic'],
    ['VW Golf', 'Klimaautomatik, Schaltgetriebe', 'gearbox', 'manual'],
    ['VW Golf', 'Automatisk nødbremse, 5 gear', 'gearbox', 'manual'],
    ['VW Golf 1,4', 'Byttes til diesel', 'fuel', null],
    ['VW Golf', 'Brændstof: Benzin', 'fuel', 'petrol'],
    ['VW Golf', 'Drivmiddel: El', 'fuel', 'electric'],
    ['VW Golf', 'Motor: 1,6 diesel', 'fuel', 'diesel'],
    ['VW Golf 1,4 TSI', 'El-spejle, elruder', 'fuel', 'petrol'],
    ['VW Golf', 'Bensin', 'fuel', 'petrol'],
    ['VW Golf', 'Kraftstoff: Benzin', 'fuel', 'petrol'],
    ['Toyota Yaris Hybrid', '', 'fuel', 'hybrid'],
    ['Mercedes E300de 2019', null, 'fuel', 'plugin_hybrid'],
    ['BMW 530e', null, 'fuel', 'plugin_hybrid'],
    ['BMW 320i 1990', null, 'fuel', 'petrol'],
    ['Volvo V60 T6 Recharge', null, 'fuel', 'plugin_hybrid'],
    ['Volvo XC40 T3', null, 'fuel', null],
    ['Kia Niro EV', null, 'fuel', 'electric'],
    ['Skoda Octavia RS iV', null, 'fuel', 'plugin_hybrid'],
    ['Skoda Enyaq iV 80', null, 'fuel', 'electric'],
    ['Audi A3 e-tron 1,4 TFSI', null, 'fuel', 'plugin_hybrid'],
    ['Mercedes 230E 1989', null, 'fuel', null],
    ['Mercedes 200E', null, 'fuel', null],
    ['VW Golf', 'Ingen diesel, kører på benzin', 'fuel', 'petrol'],
    ['VW Golf', 'electric windows, petrol', 'fuel', 'petrol'],
    ['VW Golf', 'Effekt 105 hk', 'horsepower', 105],
    ['VW Golf', '77 kW (105 hk)', 'horsepower', 105],
    ['VW Golf', '110 PS', 'horsepower', 110],
    ['VW Golf', 'Lader op til 11 kW', 'horsepower', null],
    ['VW Golf 1,6 TDI 105 hk', 'Chiptunet til 140 hk', 'horsepower', 105],
    ['Volvo', '90 kW', 'horsepower', 122],
    ['VW Golf', 'Vermogen 105 pk', 'horsepower', 105],
    ['Tesla', 'DC 250 kW Supercharger', 'horsepower', null],
    ['VW Golf', '2.0 TDI', 'engineLitres', 2],
    ['VW Golf', 'Forbrug 5,2 l/100 km', 'engineLitres', null],
    ['VW Golf', 'Olie 4,5 l', 'engineLitres', null],
    ['VW Golf 1,6', null, 'engineLitres', 1.6],
  ])('%j, %j: its %s is %s', (title, description, field, value) => {
    expect(listingOf(title, description)[field]).toBe(value);
  });

  test('is none of two mileages that contradict each other, and says so', () => {
    const listing = listingOf('VW Golf 2014, 189.000 km', 'Den har kørt 89.000 km');
    expect(listing.mileage).toBeNull();
    expect(listing.flags).toContain('doubtful_mileage');
    expect(listing.unclear).toEqual([{ fact: 'mileage', words: ['Den har kørt 89.000 km', '189.000 km'] }]);
    expect(listingOf('VW Golf 2014, 189.000 km', 'Den har kørt 190.200 km')).toMatchObject({
      mileage: { km: 190_200 },
      unclear: [],
    });
  });

  test('bears out a form that agrees with one of two readings', () => {
    const form = listingOf('VW Golf 2014, 189.000 km', 'Den har kørt 89.000 km', { subtitle: '189K km' });
    expect([form.mileage?.km, form.flags]).toEqual([189_000, []]);
  });

  test("is no year where title and text call two the car's", () => {
    expect(listingOf('VW Golf 2008', 'Årgang 2014')).toMatchObject({
      year: null,
      unclear: [{ fact: 'year', words: ['2008', '2014'] }],
    });
    expect(listingOf('VW Golf 2013', 'Årgang 2014').year).toBe(2013);
  });

  test('is read in words with a slip, and no name of a model is taken for one', () => {
    expect(listingOf('VW Golf', 'Kilometrstand 189.000, autmatgear').mileage?.km).toBe(189_000);
    const names = carMakes()
      .flatMap(({ name, models }) => [name, ...models])
      .map(foldText);
    expect(names.filter((name) => correctSlips(name) !== name)).toEqual([]);
  });
});

describe('what an ad offers', () => {
  test.each<[string, string | null, ListingFlag[], ListingFlag[], Partial<AdFields>?]>([
    [
      'VW Golf 1,4',
      'Kan finansieres fra 1.499 kr/md',
      [],
      ['leasing'],
      { price: { amount: 12900, currency: 'DKK' } },
    ],
    [
      'VW Golf 1,4',
      'Ejerafgift 330 kr. pr. halvår, forsikring 400 kr. pr. md.',
      [],
      ['leasing'],
      { price: { amount: 9900, currency: 'DKK' } },
    ],
    [
      'VW Golf 1,4',
      'Privatleasing fra 2.999 kr./md, udbetaling 9.999',
      ['leasing'],
      [],
      { price: { amount: 2999, currency: 'DKK' } },
    ],
    ['VW Golf til leje', '500 kr pr dag', ['leasing'], []],
    ['VW Golf', 'Tidligere udlejningsbil', [], ['leasing']],
    ['Tidligere leasingbil VW Golf 2019', null, [], ['leasing']],
    ['VW Golf ikke leasing', null, [], ['leasing']],
    ['VW Golf 2.995,- pr. måned', null, ['leasing'], []],
    ['Mietwagen: VW Golf zu vermieten', null, ['leasing'], []],
    ['VW Golf leasing 2.500 kr pr måned', null, ['leasing'], []],
    ['VW Caddy', 'Prisen er excl. moms', ['ex_vat'], []],
    ['VW Caddy', 'Inkl. moms', [], ['ex_vat']],
    ['VW Caddy', 'Momsfri', [], ['ex_vat']],
    ['BMW M3 uden dansk afgift', null, ['ex_vat'], []],
    ['BMW M3', 'Sælges uden danske plader. Afgift ikke betalt.', ['ex_vat'], []],
    ['BMW M3', 'Grøn ejerafgift 500 kr', [], ['ex_vat']],
    ['BMW M3', 'Bilen er afgiftsberigtiget', [], ['ex_vat']],
    ['Audi A6 eksport', null, ['ex_vat'], []],
    ['Volvo PV', 'Afgiftsfri veteranbil', [], ['ex_vat']],
    ['Søger VW Golf', null, ['wanted'], []],
    ['Købes: VW Golf', null, ['wanted'], []],
    ['VW Golf søges', null, ['wanted'], []],
    ['Jeg søger en billig bil', null, ['wanted'], []],
    ['VW Golf søger nyt hjem', null, [], ['wanted']],
    ['VW Golf søger ny ejer', null, [], ['wanted']],
    ['VW Golf', 'Jeg søger en ny ejer til min elskede Golf', [], ['wanted']],
    ['Vi opkøber biler', null, ['wanted'], []],
    ['Biler købes, alle mærker', null, ['wanted'], []],
    ['VW Golf sælges, kontant eller bytte ønskes', null, [], ['wanted']],
    ['VW Golf', 'Leder du efter en god bil?', [], ['wanted']],
    ['Wir kaufen Ihr Auto', null, ['wanted'], []],
    ['VW Golf', 'Bilen kan købes med vinterhjul', [], ['wanted', 'parts']],
    ['Vinterhjul til Golf 7', null, ['parts'], []],
    ['4 stk. vinterdæk', null, ['parts'], []],
    ['Kofanger VW Golf 7', null, ['parts'], []],
    ['VW Golf med nye dæk', null, [], ['parts']],
    ['VW Golf 1,6 TDI vinterhjul medfølger', null, [], ['parts']],
    ['VW Golf 2012 inkl. vinterhjul', null, [], ['parts']],
    ['Nye dæk! VW Golf 1,4 TSI 2012', null, [], ['parts']],
    ['Motor til Golf 7', null, ['parts'], []],
    ['Gearkasse til BMW 320d', null, ['parts'], []],
    ['VW Golf ny motor 2012', null, [], ['parts']],
    ['Baglygter Audi A4', null, ['parts'], []],
    [
      'VW Golf reservedele',
      null,
      ['parts'],
      [],
      { isAmongVehicles: false, price: { amount: 500, currency: 'DKK' } },
    ],
    ['Nysynet, nye fælge, VW Polo 2010', null, [], ['parts']],
    ['Fiat 500 med panoramatag', null, [], ['parts']],
    ['Kawasaki Ninja', null, ['not_a_car'], []],
    ['Hymer B544', null, ['not_a_car'], []],
    ['Campingvogn Hobby 495', null, ['not_a_car'], []],
    ['VW Passat med anhængertræk til trailer', null, [], ['not_a_car', 'parts']],
    ['Volvo V70 med cykelholder', null, [], ['not_a_car']],
    ['Ford Transit autocamper', null, ['not_a_car'], []],
    ['VW T5 camper', null, [], []],
    ['Scooter Piaggio Zip', null, ['not_a_car'], []],
    ['Scania R500', null, ['not_a_car'], []],
    ['Knallert bytter til bil', null, ['not_a_car'], []],
    ['Tesla Model 3 med kabel', null, [], ['not_a_car', 'parts']],
    ['BMW 520d Touring', null, [], ['not_a_car']],
    ['BMW R 1200 RT', null, ['not_a_car'], []],
    ['BMW X3 2,0d', null, [], ['not_a_car']],
    ['Honda Civic Type R', null, [], ['not_a_car']],
    ['Honda CR-V 2,0', null, [], ['not_a_car']],
    ['Honda CRX 1990', null, [], ['not_a_car']],
    ['Suzuki Swift 1,3', null, [], ['not_a_car']],
    ['Suzuki SX4', null, [], ['not_a_car']],
    ['Honda Jazz', null, [], ['not_a_car']],
    ['BMW S-serie', null, [], ['not_a_car']],
    ['Peugeot Boxer', null, [], ['not_a_car']],
    ['Citroën Jumpy', null, [], ['not_a_car']],
    ['Kia Sportage trækker 2000 kg trailer', null, [], ['not_a_car']],
    ['Harley Davidson Sportster', null, ['not_a_car'], []],
    ['Ford F150 Harley Davidson', null, [], ['not_a_car']],
    ['Isuzu D-Max', null, [], ['not_a_car']],
    ['MG 4', null, [], ['not_a_car']],
    ['Volvo 240 Polar', null, [], ['not_a_car']],
    ['Volvo F12', null, ['not_a_car'], []],
    ['Volvo 940', null, [], ['not_a_car']],
    ['Mazda MX-5 hardtop medfølger', null, [], ['parts']],
  ])('%j, %j: %j, not %j', (title, description, flags, others, more) => {
    const found = listingOf(title, description, more).flags;
    expect(found).toEqual(expect.arrayContaining(flags));
    expect(found.filter((flag) => others.includes(flag))).toEqual([]);
  });

  test.each<[string, string | null, Listing['availability']]>([
    ['Solgt! VW Golf', null, 'sold'],
    ['VW Golf - SOLGT', null, 'sold'],
    ['VW Golf', 'Bilen er solgt', 'sold'],
    ['VW Golf', 'Solgt som ny af Skandinavisk Motor', 'live'],
    ['VW Golf', 'Bilen sælges som den er. Solgt bil tages ikke retur', 'live'],
    ['VW Golf solgt som beset', null, 'live'],
    ['VW Golf reserveret', null, 'pending'],
    ['Reserveret til lørdag - VW Golf', null, 'pending'],
    ['Såld: Volvo V70', null, 'sold'],
    ['SOLD Ford Fiesta', null, 'sold'],
    ['VW Golf', 'Hvis annoncen er her, er den ikke solgt', 'live'],
  ])('%j, %j is %s', (title, description, availability) => {
    expect(listingOf(title, description).availability).toBe(availability);
  });

  test('is what its marketplace says, where that is not for sale', () => {
    expect(listingOf('VW Golf solgt', null, { availability: 'hidden' }).availability).toBe('hidden');
  });
});

describe('ads as people write them', () => {
  const mostWrong = 0.005;
  const mostUnread = 0.08;

  test.each(adLanguages)('in %s are read truly, or not', (language) => {
    const ads = fc.sample(sloppyAds(language), { numRuns: 400, seed: 5 });
    const scores = ads.map((ad) => ({ ad, ...scoreAd(ad) }));
    for (const field of adFields) {
      const wrong = scores.filter(({ score }) => score[field] === 'wrong');
      const told = scores.filter(({ ad }) => ad.truth[field] !== null);
      const unread = told.filter(({ score }) => score[field] === 'null');
      expect(wrong.length / ads.length, `${field}: ${JSON.stringify(wrong)}`).toBeLessThanOrEqual(mostWrong);
      expect(unread.length / told.length, field).toBeLessThanOrEqual(mostUnread);
    }
  });
});
