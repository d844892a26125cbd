import type { WireCost } from '#core/contract/routes/car-parts.ts';
import { taxYear } from '#core/register/tax.ts';
import { futureValues } from '#core/valuation/future-values.ts';
import type { Model } from '#core/valuation/model.ts';
import type { Car, Viewer } from './car.ts';
import { valuationFacts } from './valuation-facts.ts';

/** What energy costs, in DKK: a litre of petrol or diesel, a kilowatt-hour at home. */
export type EnergyPrices = {
  petrol: number;
  diesel: number;
  electricity: number;
  /** Calendar day "YYYY-MM-DD" up to which they were observed. */
  date: string;
  source: string;
};

/** Averages of 2026: fuel at the pump until September, electricity for a household with all taxes until June. */
const observed: EnergyPrices = {
  petrol: 15.53,
  diesel: 16.99,
  electricity: 1.74,
  date: '2026-09-30',
  source: 'tankstation.nu, elberegner.dk',
};

const form =
  /^petrol (\d+(?:\.\d+)?), diesel (\d+(?:\.\d+)?), electricity (\d+(?:\.\d+)?); (\d{4}-\d{2}-\d{2}); (\S.{0,79})$/;

/** A setting's text, or null when it is of another form. */
function parseEnergyPrices(text: string): EnergyPrices | null {
  const [, petrol, diesel, electricity, date, source] = form.exec(text) ?? [];
  if (!date || !source || Number.isNaN(Date.parse(date))) return null;
  return { petrol: Number(petrol), diesel: Number(diesel), electricity: Number(electricity), date, source };
}

export const isEnergyPrices = (text: string): boolean => text === '' || parseEnergyPrices(text) !== null;

/** The prices that a setting names ("petrol 15.53, diesel 16.99, electricity 1.74; 2026-09-30; …"), else those we observed. */
export const readEnergyPrices = (setting: string | null): EnergyPrices =>
  parseEnergyPrices(setting ?? '') ?? observed;

/** How far a car is driven a year where nobody says it: about what a Danish household does. */
export const usualKmPerYear = 15_000;

const round = (value: number) => Math.round(value * 10) / 10;

function taxOf({ halfYearlyTaxDkk, taxBasis }: Car): WireCost['tax'] {
  if (halfYearlyTaxDkk === null || taxBasis === null) return null;
  return { half_year: halfYearlyTaxDkk, basis: taxBasis, year: taxBasis === 'charged' ? null : taxYear };
}

/** A hybrid's figure is of petrol or diesel, which one is not known; a plug-in's is of both its energies. */
function energyOf({ fuel, kmPerLitre, whPerKm }: Car): WireCost['energy'] {
  if (fuel === 'electric')
    return whPerKm === null ? null : { kind: 'electricity', per_100_km: round(whPerKm / 10) };
  if ((fuel !== 'petrol' && fuel !== 'diesel') || kmPerLitre === null) return null;
  return { kind: fuel, per_100_km: round(100 / kmPerLitre) };
}

/** Of the register's valuation nothing says how it goes on: only what our own model valued has a future. */
function lossOf(car: Car, model: Model | null, kmPerYear: number, now: string): WireCost['loss'] {
  const { source, avgDkk } = car.rating;
  // Of a price in another currency, or of none, nothing is lost that could be counted.
  if (source !== 'model' || avgDkk === null || car.priceDkk <= 0 || !model) return null;
  const values = futureValues(model, valuationFacts(car), avgDkk, kmPerYear, now);
  if (!values) return null;
  return {
    price: car.priceDkk,
    value: avgDkk,
    date: model.version.slice(0, 10),
    values: values.map(({ years, lowDkk, avgDkk: average, highDkk }) => ({
      years,
      low: lowDkk,
      average,
      high: highDkk,
    })),
  };
}

/** What this viewer may know of an open car's running costs. `loadModel`: read only for who may see an estimate. */
export async function wireCostOf(
  car: Car,
  viewer: Viewer,
  loadModel: () => Promise<Model | null>,
  ahead: { kmPerYear: number; now: string; prices: EnergyPrices },
): Promise<WireCost> {
  const isValued = car.rating.source === 'model' && car.rating.avgDkk !== null;
  const loss =
    viewer.seesEstimates && isValued ? lossOf(car, await loadModel(), ahead.kmPerYear, ahead.now) : null;
  return {
    tax: taxOf(car),
    energy: energyOf(car),
    prices: ahead.prices,
    next_inspection: car.nextInspection,
    loss,
    loss_state: loss ? 'known' : isValued && !viewer.seesEstimates ? 'locked' : 'unknown',
  };
}
