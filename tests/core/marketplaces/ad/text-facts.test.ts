import { describe, expect, it, test } from 'vitest';
import { bodyIn, bodyOfTitle } from '#core/marketplaces/ad/build-listing.ts';
import { clausesOf } from '#core/marketplaces/ad/clauses.ts';
import { cleanLine, cleanParagraphs } from '#core/marketplaces/ad/text.ts';
import { readTextFacts } from '#core/marketplaces/ad/text-facts.ts';

describe('readTextFacts', () => {
  test('reads all facts of a car that was posted as an ordinary item', () => {
    expect(
      readTextFacts(
        'Golf sælges',
        'VW Golf 1.6 TDI 105 hk\nÅrgang 2013\nkm-stand 191.182\nmanuelt gear, 2 ejere, nysynet. Reg.nr. ab 12 345',
      ),
    ).toEqual({
      year: 2013,
      calledYears: [2013],
      otherMileages: [],
      unclear: [],
      mileage: { km: 191_182, precision: 'exact' },
      horsepower: 105,
      engineLitres: 1.6,
      fuel: 'diesel',
      gearbox: 'manual',
      previousOwners: 2,
      plateInText: 'AB12345',
    });
  });

  test.each([
    ['1,6 TDI 105 Comfortline', 105],
    ['150hk', 150],
    ['77 kW', 105],
    ['1,4 TSI 149.000 km', null],
    ['ingen tal', null],
    ['20 hk', 20],
    ['VW Golf 105 hk 100 kW', 105],
    ['VW ID.3 204 hk 58 kW batteri', 204],
    ['Mazda 3 120 hk', 120],
    ['VW ID.4 150 kW', 204],
    ['19 hk', null],
    ['1500 hk', 1500],
    ['1501 hk', null],
    ['10 kW', null],
    ['15 kW', null],
    ['66 kW', 90],
  ])('reads the horsepower in %j', (title, expected) => {
    expect(readTextFacts(title, null).horsepower).toBe(expected);
  });

  test.each([
    ['VW Golf 1,6', 1.6],
    ['2.0 liter motor', 2],
    ['Kører 5,2 l/100 km', null],
    ['Polo 1.2', 1.2],
    ['2009 Citroën C1 · 1.0 Shine', 1],
    ['Ford Fiesta 1,25', 1.2],
    ['Toyota Auris 1.33 VVT-i', 1.3],
    ['Fiat 500 0,9 TwinAir', 0.9],
    ['22,7 km/l', null],
    ['0.5 benzin', 0.5],
    ['0.4 benzin', null],
    ['8.5 benzin', 8.5],
    ['8.6 benzin', null],
  ])('reads the engine size in %j', (title, expected) => {
    expect(readTextFacts(title, null).engineLitres).toBe(expected);
  });

  test.each([
    ['Golf 1.6 TDI', 'diesel'],
    ['Octavia 1,4 TSI', 'petrol'],
    ['BMW 320d', 'diesel'],
    ['BMW 320i', 'petrol'],
    ['BMW X3 xDrive20d', 'diesel'],
    ['Volvo V60 D4 Momentum', 'diesel'],
    ['Opel Corsa e, Automatgear, El, 136 hk', 'electric'],
    ['Suzuki Swift 1,2 Hybrid, Benzin, 5 gear', 'petrol'],
    ['Peugeot 508 1,6 Hybrid, Plug-in hybrid', 'plugin_hybrid'],
    ['VW Golf eHybrid', 'plugin_hybrid'],
    ['Bil med el-ruder, el-spejle', null],
    ['VW Golf GTE', 'plugin_hybrid'],
    ['Yaris hybrid', 'hybrid'],
    ['Nissan Leaf 40 kWh', 'electric'],
    ['Benzin eller diesel?', null],
    ['Golf 1,6 diesel 16v', 'diesel'],
    ['Golf TDI, ikke benzin', 'diesel'],
    ['Bil på brint', 'hydrogen'],
    ['Bil, 100 % el', 'electric'],
    ['Up 1,0 TGI', 'gas'],
    ['Familiebil', null],
  ])('reads the fuel in %j', (title, expected) => {
    expect(readTextFacts(title, null).fuel).toBe(expected);
  });

  test.each([
    ['Passat DSG', 'automatic'],
    ['Passat aut.', 'automatic'],
    ['Automatgear', 'automatic'],
    ['Manuelt gear', 'manual'],
    ['6 gear', 'manual'],
    ['Klimaautomatik og automatisk nødbremse', null],
    ['manuelt eller automatgear', null],
  ])('reads the gearbox in %j', (title, expected) => {
    expect(readTextFacts(title, null).gearbox).toBe(expected);
  });

  test.each([
    ['1. ejers bil', 1],
    ['kun 2 ejere', 2],
    ['Antal ejere: 3', 3],
    ['én ejer', 1],
    ['første ejer', 1],
    ['to ejere', 2],
    ['tre ejere', 3],
    ['Antal tidligere ejere: 1', 2],
    ['2 tidligere ejere', 3],
    ['Antal tidligere ejere: 0', 1],
    ['0 tidligere ejere', 1],
    ['Tidligere ejere: 2', 3],
    ['Tidligere ejer: 1', 2],
    ['to tidligere ejere', 3],
    ['kun én tidligere ejer', 2],
    ['ingen tidligere ejere', 1],
    ['en tidligere ejer har skiftet motoren', null],
    ['Bilag fra tidligere ejere. 3 nøgler', null],
    ['Kun én ejer', 1],
    ['2. ejer', 2],
    ['previous owners: 2', 3],
    ['zwei Vorbesitzer', 3],
    ['ejer af bilen', null],
    ['VW Golf, 1 owner', 1],
    ['VW Golf, 3. owner', 3],
  ])('reads the number of owners in %j', (title, expected) => {
    expect(readTextFacts(title, null).previousOwners).toBe(expected);
  });

  test.each([
    ['Nummerplade ab12345', 'AB12345'],
    ['AB 12 345', 'AB12345'],
    ['Se bilen CD12345 hos os', 'CD12345'],
    ['KM 12345', null],
    ['KR 12345', null],
    ['ab12345', 'AB12345'],
    ['vw 12.345', null],
    ['Tlf AB 12345678', null],
    ['XY12345 km', null],
  ])('reads the plate in %j', (title, expected) => {
    expect(readTextFacts(title, null).plateInText).toBe(expected);
  });
});

describe('the body type', () => {
  it.each([
    ['Stationcar', 'estate'],
    ['st.car', 'estate'],
    ['Škoda Octavia 1,5 TSI Combi', 'estate'],
    ['Hatchback 5-d', 'hatchback'],
    ['SUV', 'suv'],
    ['CUV', 'suv'],
    ['Kassevogn', 'van'],
    ['Pick-up', 'pickup'],
    ['Coupé', 'coupe'],
    ['Peugeot 308 CC Coupé Cabriolet', 'cabriolet'],
    ['MPV', 'mpv'],
    ['Sedan', 'sedan'],
    ['Limousine', 'sedan'],
    ['VW Caddy Kombi 2,0 TDI', null],
    ['VW Bus Kombi', null],
    ['Opel Vivaro Combi kassevogn', 'van'],
    ['Andet', null],
    ['Volkswagen Golf 1,4 TSI', null],
    ['Sælges: SUV eller stationcar, ring og hør', null],
    ['Vantage', null],
    ['Savannah', null],
    [null, null],
    ['', null],
  ])('bodyIn reads %j as %j', (text, body) => {
    expect(bodyIn(text)).toBe(body);
  });

  it.each([
    ['Volkswagen', 'VW Passat 2,0 TDI Variant', 'estate'],
    ['Audi', 'Audi A4 Avant', 'estate'],
    ['BMW', '320d Touring', 'estate'],
    ['Ford', 'Focus, flot variant', null],
    ['Toyota', 'Corolla Touring Sports', 'estate'],
  ])(
    'the make %s with the title %j, which uses the make’s own word, has the body %j',
    (make, title, body) => {
      expect(bodyOfTitle({ make, title, variant: null })).toBe(body);
    },
  );

  it('the body type is also read from the lines of a form', () => {
    const car = { make: 'Kia', title: 'Kia Ceed', variant: null };
    expect(bodyOfTitle(car, ['Aircon', 'Karosseri: Stationcar'])).toBe('estate');
    expect(bodyOfTitle(car, ['Leveres med SUV-dæk'])).toBeNull();
  });
});

test('leading blanks of up to four times the limit do not shorten a text', () => {
  const behind = (blanks: number) => cleanLine(`${' '.repeat(blanks)}Golf`, 40);
  expect([0, 160, 220].map(behind)).toEqual(['Golf', 'Golf', 'Golf']);
  expect(behind(224)).toBeNull();
});

test('cleanLine and cleanParagraphs keep 200 and 6,000 characters by default and tidy blanks', () => {
  expect(cleanLine('x'.repeat(300))).toHaveLength(200);
  expect(cleanParagraphs('x'.repeat(7_000))).toHaveLength(6_000);
  expect(cleanLine('  A \u200b  B\n C ')).toBe('A B C');
  expect(cleanParagraphs(' A \r\n\n\n\n B\u2028C ')).toBe('A\n\nB\nC');
  expect([cleanLine(' \t'), cleanLine(7), cleanParagraphs('\n')]).toEqual([null, null, null]);
});

test.each(['2012-', 'til ', '189.000 km '])(
  'a text of nothing but %j is cut into short clauses',
  (repeated) => {
    const clauses = clausesOf(repeated.repeat(2000), 'description');
    expect(Math.max(...clauses.map(({ text }) => text.length))).toBeLessThan(1000);
  },
);
