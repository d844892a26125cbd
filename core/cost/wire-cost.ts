import type { Car } from '../car/car.ts';
import { valuationFacts } from '../car/valuation-facts.ts';
import type { Viewer } from '../car/viewer.ts';
import type { WireCost } from '../contract/routes/car-cost.ts';
import { taxYear } from '../register/tax-tables.ts';
import { futureValues } from '../valuation/future-values.ts';
import type { Model } from '../valuation/model.ts';
import type { EnergyPrices } from './energy-prices.ts';

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
