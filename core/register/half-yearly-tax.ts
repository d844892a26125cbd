import type { Fuel } from '#core/marketplace/ad/listing.ts';
import { co2Rates, dieselRates, noFilterDkk, petrolRates, whPerLitre100Km } from './tax-tables.ts';

/** By what a tax is known: the register tells what is charged, or a published table is read. */
export const taxBases = ['charged', 'petrol_km', 'diesel_km', 'electric_wh', 'co2'] as const;
export type TaxBasis = (typeof taxBases)[number];
/** `dkk`: a half-year's. */
export type Tax = { dkk: number; basis: TaxBasis };

export type TaxedCar = {
  fuel: Fuel | null;
  /** What a hybrid burns. */
  burns: 'petrol' | 'diesel' | null;
  kmPerLitre: number | null;
  whPerKm: number | null;
  co2GramsPerKm: number | null;
  hasParticleFilter: boolean | null;
  /** Calendar day "YYYY-MM-DD". */
  firstRegistration: string | null;
};

/** The first row from whose figure on it counts; rows fall. */
const rowOf = <T extends readonly [number, ...unknown[]]>(
  rows: readonly T[],
  figure: number,
): T | undefined => rows.find(([least]) => figure >= least);

const taxOf = (dkk: number | null | undefined, basis: TaxBasis): Tax | null =>
  dkk === null || dkk === undefined ? null : { dkk, basis };

/** What a diesel car pays beside its tax, null where it is not known whether it has a filter. */
const dieselExtra = (supplement: number, hasFilter: boolean | null): number | null =>
  hasFilter === null ? null : supplement + (hasFilter ? 0 : noFilterDkk);

function co2Tax(car: TaxedCar, isDiesel: boolean): Tax | null {
  const grams = car.fuel === 'electric' ? 0 : car.co2GramsPerKm;
  const row = grams === null ? undefined : rowOf(co2Rates.toReversed(), grams);
  if (!row) return null;
  const extra = isDiesel ? dieselExtra(row[2], car.hasParticleFilter) : 0;
  return taxOf(extra === null ? null : row[1] + extra, 'co2');
}

function consumptionTax(car: TaxedCar, isDiesel: boolean, isOld: boolean): Tax | null {
  const column = isOld ? 1 : 2;
  if (car.fuel === 'electric') {
    if (car.whPerKm === null) return null;
    const kmPerLitre = Math.round((1000 * whPerLitre100Km) / car.whPerKm) / 10;
    return taxOf(rowOf(petrolRates, kmPerLitre)?.[column], 'electric_wh');
  }
  // A plug-in's consumption is reckoned of both its energies by rules that are not at hand.
  if (car.kmPerLitre === null || car.fuel === 'plugin_hybrid') return null;
  if (!isDiesel) return taxOf(rowOf(petrolRates, car.kmPerLitre)?.[column], 'petrol_km');
  const row = rowOf(dieselRates, car.kmPerLitre);
  const extra = row ? dieselExtra(row[3], car.hasParticleFilter) : null;
  const tax = row?.[column] ?? null;
  return taxOf(tax === null || extra === null ? null : tax + extra, 'diesel_km');
}

/**
 * The tax of a half-year, or null where no published table that is at hand names it: of gas and hydrogen, of plug-ins before
 * the CO2 tax, and of cars of before July 1997, whose amounts by weight the law raises each year by rules that are not at hand.
 */
export function halfYearlyTax(car: TaxedCar): Tax | null {
  const { fuel, burns, firstRegistration } = car;
  if (fuel === null || firstRegistration === null || firstRegistration < '1997-07-01') return null;
  const isHybrid = fuel === 'hybrid' || fuel === 'plugin_hybrid';
  const engine = isHybrid ? burns : fuel;
  if (engine !== 'petrol' && engine !== 'diesel' && engine !== 'electric') return null;
  const isDiesel = engine === 'diesel';
  if (firstRegistration >= '2021-07-01') return co2Tax(car, isDiesel);
  return consumptionTax(car, isDiesel, firstRegistration < '2017-10-03');
}
