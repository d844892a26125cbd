import { describe, expect, it } from 'vitest';
import { halfYearlyTaxDkk, type TaxedCar } from '#core/register/half-yearly-tax.ts';
import { parseMotorapi } from '#core/register/parse-motorapi.ts';
import { parseTjekbil } from '#core/register/parse-tjekbil.ts';

/** LOV nr 563 af 27/05/2025, section 5, table A: at least km/l; before 2017-10-03; from then to 2021-06-30. */
const petrol = `50,0 390 390
44,4 390 440
40,0 390 460
36,4 390 480
33,3 390 510
28,6 390 540
25,0 390 590
22,2 390 640
20,0 390 680
18,2 750 1.040
16,7 1.100 1.390
15,4 1.480 1.770
14,3 1.840 2.130
13,3 2.190 2.480
12,5 2.550 2.840
11,8 2.900 3.190
11,1 3.260 3.560
10,5 3.630 3.920
10,0 3.990 4.280
9,1 4.690 4.980
8,3 5.440 5.730
7,7 6.150 6.440`
  .split('\n')
  .map(
    (row) =>
      row.split(' ').map((cell) => Number(cell.replace('.', '').replace(',', '.'))) as [
        number,
        number,
        number,
      ],
  );

/** Vægtafgiftsloven section 3, table A, elov.dk read on 2026-11-24: own weight in kg; DKK. */
const weight: [number, number | null][] = [
  ...([
    [500, 1240],
    [600, 1240],
    [601, 1510],
    [800, 1510],
  ] as [number, number][]),
  ...([
    [801, null],
    [1100, null],
  ] as [number, null][]),
  ...([
    [1101, 2740],
    [1300, 2740],
    [1301, 3570],
    [1500, 3570],
    [1501, 4910],
    [2000, 4910],
  ] as [number, number][]),
  [2001, null],
];

const car = (fields: Partial<TaxedCar>): TaxedCar => ({
  ...{ fuel: 'petrol', kmPerLitre: 20, firstRegistration: '2015-03-14', ownWeightKg: null },
  ...fields,
});

describe('the half-yearly tax of a car', () => {
  it.each(petrol)('is for a petrol car of %s km/l as the table of 2025 says', (kmPerLitre, before, after) => {
    const on = (firstRegistration: string, km = kmPerLitre) =>
      halfYearlyTaxDkk(car({ kmPerLitre: km, firstRegistration }));
    expect([on('1997-07-01'), on('2017-10-02')]).toEqual([before, before]);
    expect([on('2017-10-03'), on('2021-06-30')]).toEqual([after, after]);
    // Up to the row above it is the same.
    expect(on('2017-10-02', kmPerLitre + 0.1)).toBe(before);
  });

  it.each(weight)(
    'is for a petrol car before 1997-07-01 of %i kg as the table of weights says',
    (ownWeightKg, dkk) => {
      expect(halfYearlyTaxDkk(car({ firstRegistration: '1997-06-30', ownWeightKg }))).toBe(dkk);
    },
  );

  it.each<[string, Partial<TaxedCar>]>([
    ['uses more than the last row at hand', { kmPerLitre: 7.6 }],
    ['has no consumption in the register', { kmPerLitre: null }],
    ['has no first registration in the register', { firstRegistration: null }],
    ['came under the CO2 tax on its first day', { firstRegistration: '2021-07-01' }],
    ['came under the CO2 tax later', { firstRegistration: '2024-02-01' }],
    ['runs on diesel', { fuel: 'diesel' }],
    [
      'runs on diesel and was first registered under the new rates',
      { fuel: 'diesel', firstRegistration: '2019-01-01' },
    ],
    [
      'runs on diesel and is taxed by weight',
      { fuel: 'diesel', firstRegistration: '1995-01-01', ownWeightKg: 1200 },
    ],
    ['runs on diesel under the CO2 tax', { fuel: 'diesel', firstRegistration: '2022-01-01' }],
    ['is electric', { fuel: 'electric', kmPerLitre: null }],
    [
      'is electric under the CO2 tax',
      { fuel: 'electric', kmPerLitre: null, firstRegistration: '2023-05-01' },
    ],
    ['is a plug-in hybrid', { fuel: 'plugin_hybrid' }],
    ['is a hybrid', { fuel: 'hybrid' }],
    ['runs on gas', { fuel: 'gas' }],
    ['runs on hydrogen', { fuel: 'hydrogen' }],
    ['has no fuel in the register', { fuel: null }],
    ['is taxed by a weight that the register does not tell', { firstRegistration: '1990-01-01' }],
  ])('is unknown of a car that %s', (_, fields) => {
    expect(halfYearlyTaxDkk(car(fields))).toBeNull();
  });

  it('is read by consumption or weight from an answer of either register', () => {
    const basic = {
      maerkeTypeNavn: 'FORD',
      drivkraftTypeNavn: 'Benzin',
      foersteRegistreringDato: '1994-05-06',
    };
    expect(parseTjekbil('AB12345', { basic: { ...basic, egenVaegt: 1150 } })?.halfYearlyTaxDkk).toBe(2740);
    const newer = { ...basic, foersteRegistreringDato: '2015-03-14', motorKmPerLiter: 20.4, egenVaegt: 1150 };
    expect(parseTjekbil('AB12345', { basic: newer })?.halfYearlyTaxDkk).toBe(390);
    const motorapi = {
      make: 'FORD',
      fuel_type: 'Benzin',
      first_registration: '1994-05-06',
      own_weight: 1150,
    };
    expect(parseMotorapi('AB12345', motorapi)?.halfYearlyTaxDkk).toBe(2740);
    expect(parseMotorapi('AB12345', { ...motorapi, is_hybrid: true })?.halfYearlyTaxDkk).toBeNull();
    expect(parseMotorapi('AB12345', { ...motorapi, own_weight: 0 })?.halfYearlyTaxDkk).toBeNull();
  });
});
