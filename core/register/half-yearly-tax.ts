import type { Fuel } from '#core/marketplace/ad/listing.ts';

/**
 * Green owner's tax for petrol cars first registered from 1997-07-01 to 2021-06-30: [at least km/l, DKK a half-year for
 * registrations before 2017-10-03, from then on]. Source: LOV nr 563 af 27/05/2025, section 5. Lower rows are
 * not at hand and stay unknown.
 */
const petrolRates: readonly (readonly [number, number, number])[] = [
  [50.0, 390, 390],
  [44.4, 390, 440],
  [40.0, 390, 460],
  [36.4, 390, 480],
  [33.3, 390, 510],
  [28.6, 390, 540],
  [25.0, 390, 590],
  [22.2, 390, 640],
  [20.0, 390, 680],
  [18.2, 750, 1040],
  [16.7, 1100, 1390],
  [15.4, 1480, 1770],
  [14.3, 1840, 2130],
  [13.3, 2190, 2480],
  [12.5, 2550, 2840],
  [11.8, 2900, 3190],
  [11.1, 3260, 3560],
  [10.5, 3630, 3920],
  [10.0, 3990, 4280],
  [9.1, 4690, 4980],
  [8.3, 5440, 5730],
  [7.7, 6150, 6440],
];

/**
 * Weight tax of petrol cars first registered before 1997-07-01: [at most kg of own weight, DKK a half-year]. Source:
 * vægtafgiftsloven section 3, table A (LBK nr 1107 af 02/06/2021 with LOV nr 1489 af 10/12/2024 and nr 1694 af 30/12/2024),
 * as consolidated by elov.dk and read on 2026-11-24. Of 801 to 1,100 kg the amount is misprinted there, and above 2,000 kg
 * the tax goes by each 100 kg begun or ended, which the table leaves open: both stay unknown.
 */
const weightRates: readonly (readonly [number, number | null])[] = [
  [600, 1240],
  [800, 1510],
  [1100, null],
  [1300, 2740],
  [1500, 3570],
  [2000, 4910],
];

export type TaxedCar = {
  fuel: Fuel | null;
  kmPerLitre: number | null;
  /** Calendar day "YYYY-MM-DD". */
  firstRegistration: string | null;
  ownWeightKg: number | null;
};

/**
 * Half-yearly tax in DKK, or null where no published table that is at hand names it. Diesel and gas pay a compensation
 * (udligningsafgift) whose amounts for these years are not at hand, nor is the CO2 table of cars first registered from
 * 2021-07-01 on, electric ones among them.
 */
export function halfYearlyTaxDkk({
  fuel,
  kmPerLitre,
  firstRegistration,
  ownWeightKg,
}: TaxedCar): number | null {
  if (fuel !== 'petrol' || firstRegistration === null || firstRegistration >= '2021-07-01') return null;
  if (firstRegistration < '1997-07-01') return weightTaxDkk(ownWeightKg);
  const row = kmPerLitre === null ? undefined : petrolRates.find(([least]) => kmPerLitre >= least);
  if (!row) return null;
  return firstRegistration < '2017-10-03' ? row[1] : row[2];
}

const weightTaxDkk = (kg: number | null): number | null =>
  kg === null ? null : (weightRates.find(([most]) => kg <= most)?.[1] ?? null);
