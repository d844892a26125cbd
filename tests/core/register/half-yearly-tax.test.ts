import { describe, expect, it } from 'vitest';
import { parseMotorapi } from '#core/register/motorapi.ts';
import { halfYearlyTax, type TaxedCar } from '#core/register/tax.ts';
import { parseTjekbil } from '#core/register/tjekbil.ts';

type Row = (number | null)[];
const rowsOf = (table: string): Row[] =>
  table
    .split('\n')
    .map((row) => row.split(' ').map((cell) => (cell === '-' ? null : Number(cell.replace(',', '.')))));

/** LOV nr 563 af 27/05/2025, section 5, table A, at the level of 2024: at least km/l; before 2017-10-03; from then on. */
const law = rowsOf(
  `50,0 390 390
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
7,7 6.150 6.440`.replaceAll(/(\d)\.(\d{3})/g, '$1$2'),
);

/** Den juridiske vejledning I.A.3.3, petrol, rates of 2026: at least km/l; before 2017-10-03; from then on. */
const petrol = rowsOf(`50.0 460 460
44.4 460 520
40.0 460 540
36.4 460 570
33.3 460 600
28.6 460 640
25.0 460 700
22.2 460 760
20.0 460 800
18.2 880 1220
16.7 1290 1630
15.4 1740 2080
14.3 2160 2500
13.3 2570 2910
12.5 2990 3330
11.8 3400 3740
11.1 3830 4180
10.5 4260 4600
10.0 4680 5020
9.1 5500 5840
8.3 6380 6720
7.7 7210 7550
7.1 8040 8380
6.7 8880 9230
6.3 9740 10080
5.9 10580 10920
5.6 11410 11760
5.3 12290 12630
5.0 13120 13470
4.8 13960 14300
4.5 14800 15140
0 15660 16000`);

/** The same, diesel: at least km/l; before 2017-10-03; from then on; supplement. */
const diesel = rowsOf(`56.3 - 460 120
50.0 - 520 120
45.0 - 540 120
41.0 - 570 120
37.6 - 600 120
32.1 - 640 120
28.1 - 700 520
25.0 - 760 930
22.5 460 800 1000
20.5 880 1220 1100
18.8 1290 1630 1190
17.3 1740 2080 1280
16.1 2160 2500 1380
15.0 2570 2910 1470
14.1 2990 3330 1590
13.2 3400 3740 1680
12.5 3830 4180 1800
11.9 4260 4600 1880
11.3 4680 5020 1970
10.2 5500 5840 2180
9.4 6380 6720 2360
8.7 7210 7550 2550
8.1 8040 8380 2770
7.5 8880 9230 2930
7.0 9740 10080 3110
6.6 10580 10920 3340
6.2 11410 11760 3520
5.9 12290 12630 3710
5.6 13120 13470 3920
5.4 13960 14300 4120
5.1 14800 15140 4370
0 15660 16000 4580`);

/** I.A.3.3.1, by CO2, rates of 2026: at least g/km; tax; supplement of diesel. */
const byCo2 = rowsOf(`0 460 120
58 520 120
65 540 120
73 570 120
80 600 120
87 640 120
102 700 520
116 760 930
131 800 1000
145 1220 1100
160 1630 1190
174 2080 1280
189 2500 1380
203 2910 1470
218 3330 1590
232 3740 1680
246 4180 1800
262 4600 1880
277 5020 1970
290 5840 2180
319 6720 2360
350 7550 2550
377 8380 2770
409 9230 2930
433 10080 3110
461 10920 3340
492 11760 3520
519 12630 3710
548 13470 3920
581 14300 4120
605 15140 4370
645 16000 4580`);

const car = (fields: Partial<TaxedCar>): TaxedCar => ({
  ...{ fuel: 'petrol', burns: null, kmPerLitre: 20, whPerKm: null, co2GramsPerKm: null },
  ...{ hasParticleFilter: true, firstRegistration: '2015-03-14' },
  ...fields,
});
const taxOf = (fields: Partial<TaxedCar>) => halfYearlyTax(car(fields))?.dkk ?? null;
const [oldest, old, newer, newest] = ['1997-07-01', '2017-10-02', '2017-10-03', '2021-06-30'];

describe('halfYearlyTax', () => {
  it.each(petrol)('the tax of a petrol car of %s km/l follows the table of 2026', (least, before, after) => {
    const on = (firstRegistration: string, more = 0) =>
      taxOf({ kmPerLitre: least! + more || 0.1, firstRegistration });
    expect([on(oldest), on(old)]).toEqual([before, before]);
    expect([on(newer), on(newest)]).toEqual([after, after]);
    // The tax is the same up to the next row.
    expect(on(old, 0.1)).toBe(before);
  });

  it('the petrol table of 2026 is that of the law of 2025, raised and rounded up to ten', () => {
    const raised = (dkk: number) => Math.ceil((dkk * 1.369) / 1.168 / 10) * 10;
    expect(petrol.slice(0, law.length)).toEqual(
      law.map(([least, before, after]) => [least, raised(before!), raised(after!)]),
    );
  });

  it.each(diesel)(
    'the tax of a diesel car of %s km/l follows the table of 2026, with its supplements',
    (least, before, after, extra) => {
      const on = (firstRegistration: string, hasParticleFilter: boolean | null = true) =>
        taxOf({ fuel: 'diesel', kmPerLitre: least || 0.1, firstRegistration, hasParticleFilter });
      expect([on(oldest), on(old)]).toEqual(Array(2).fill(before === null ? null : before! + extra!));
      expect([on(newer), on(newest)]).toEqual(Array(2).fill(after! + extra!));
      expect([on(newer, false), on(newer, null)]).toEqual([after! + extra! + 500, null]);
    },
  );

  it.each(byCo2)(
    'the tax of a car registered from 2021-07-01 with %s g/km follows the table of 2026',
    (grams, dkk, extra) => {
      const on = (fields: Partial<TaxedCar>) =>
        taxOf({ co2GramsPerKm: grams, firstRegistration: '2021-07-01', ...fields });
      expect(on({})).toBe(dkk);
      expect(on({ fuel: 'plugin_hybrid', burns: 'petrol', firstRegistration: '2025-02-03' })).toBe(dkk);
      expect(on({ fuel: 'diesel' })).toBe(dkk! + extra!);
      expect(on({ fuel: 'hybrid', burns: 'diesel', hasParticleFilter: false })).toBe(dkk! + extra! + 500);
    },
  );

  it.each([
    [120, '2016-05-06', 460],
    [182, '2019-05-06', 460],
    [183, '2019-05-06', 520],
    [206, '2020-01-02', 540],
    [null, '2022-05-06', 460],
  ])(
    'the tax of an electric car of %s Wh/km first registered on %s is %i',
    (whPerKm, firstRegistration, dkk) => {
      expect(taxOf({ fuel: 'electric', kmPerLitre: null, whPerKm, firstRegistration })).toBe(dkk);
    },
  );

  it.each<[string, Partial<TaxedCar>]>([
    ['has no consumption in the register', { kmPerLitre: null }],
    ['has no first registration in the register', { firstRegistration: null }],
    ['has no CO2 in the register', { firstRegistration: '2021-07-01' }],
    ['is taxed by weight', { firstRegistration: '1997-06-30' }],
    ['is an old diesel that uses less than the table knows', { fuel: 'diesel', kmPerLitre: 25 }],
    ['is a diesel with an unknown particle filter', { fuel: 'diesel', hasParticleFilter: null }],
    [
      'is electric, older than the CO2 tax and of unknown consumption',
      { fuel: 'electric', kmPerLitre: null },
    ],
    ['is a plug-in older than the CO2 tax', { fuel: 'plugin_hybrid', burns: 'petrol' }],
    ['is a hybrid of unknown fuel', { fuel: 'hybrid' }],
    ['runs on gas', { fuel: 'gas' }],
    ['runs on hydrogen', { fuel: 'hydrogen', firstRegistration: '2022-01-01' }],
    ['has no fuel in the register', { fuel: null }],
  ])('the tax is unknown for a car that %s', (_, fields) => {
    expect(halfYearlyTax(car(fields))).toBeNull();
  });

  it('the tax is what the register charges, else computed from the car’s consumption or CO2', () => {
    const basic = { maerkeTypeNavn: 'FORD', foersteRegistreringDato: '2018-05-06', motorKmPerLiter: 20.4 };
    const read = (fields: object, extended = {}) => {
      const vehicle = parseTjekbil('AB12345', { basic: { ...basic, ...fields }, extended });
      return [vehicle?.halfYearlyTaxDkk, vehicle?.taxBasis];
    };
    expect(read({ drivkraftTypeNavn: 'Benzin' })).toEqual([800, 'petrol_km']);
    const filtered = { drivkraftTypeNavn: 'Diesel', miljoeOplysningPartikelFilter: true };
    expect(read(filtered)).toEqual([1630 + 1190, 'diesel_km']);
    const recent = { foersteRegistreringDato: '2022-05-06', miljoeOplysningCO2Udslip: 118 };
    expect(read({ ...filtered, ...recent })).toEqual([760 + 930, 'co2']);
    expect(read({ ...recent, drivkraftTypeNavn: 'Benzin' }, { techical: { pluginHybrid: true } })).toEqual([
      760,
      'co2',
    ]);
    expect(read({ drivkraftTypeNavn: 'El', motorElektriskForbrug: 150 })).toEqual([460, 'electric_wh']);
    expect(read({ drivkraftTypeNavn: 'El', motorElektriskForbrug: 15 })).toEqual([null, null]);
    const charged = { taxes: { opkraevedeAfgifter: [{ beloeb: 1230 }] } };
    expect(read({ drivkraftTypeNavn: 'Benzin' }, charged)).toEqual([1230, 'charged']);
    const motorapi = { make: 'TESLA', fuel_type: 'El', first_registration: '2022-05-06' };
    expect(parseMotorapi('AB12345', motorapi)).toMatchObject({ halfYearlyTaxDkk: 460, taxBasis: 'co2' });
    expect(parseMotorapi('AB12345', { ...motorapi, fuel_type: 'Benzin' })?.halfYearlyTaxDkk).toBeNull();
  });
});
