import { describe, expect, test } from 'vitest';
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
