import type { Fuel } from '#core/marketplace/ad/listing.ts';

/**
 * Green owner's tax for petrol cars first registered from 1997-07-01 to 2021-06-30: [at least km/l, DKK a half-year for
 * registrations before 2017-10-03, from then on]. Source: LOV nr 563 af 27/05/2025, section 5. Lower rows, diesel and the
 * CO2 regime are not known to us exactly and stay unknown.
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

/** Half-yearly tax in DKK, or null where we do not know it exactly. `firstRegistration` is a calendar day. */
export function halfYearlyTaxDkk(
  fuel: Fuel | null,
  kmPerLitre: number | null,
  firstRegistration: string | null,
): number | null {
  if (fuel !== 'petrol' || kmPerLitre === null || firstRegistration === null) return null;
  if (firstRegistration < '1997-07-01' || firstRegistration >= '2021-07-01') return null;
  const row = petrolRates.find(([least]) => kmPerLitre >= least);
  if (!row) return null;
  return firstRegistration < '2017-10-03' ? row[1] : row[2];
}
