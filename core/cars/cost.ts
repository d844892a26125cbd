import type { WireCost } from '#core/contract/routes/car-parts.ts';
import { taxYear } from '#core/register/tax.ts';
import { futureValues } from '#core/valuation/future-values.ts';
import type { Model } from '#core/valuation/model.ts';
import type { RatingReason } from '#core/valuation/valuation.ts';
import type { Car, Viewer } from './car.ts';
import { valuationFacts } from './rating-basis.ts';

/** Prices in DKK: of a litre of petrol or diesel, of a kilowatt-hour of electricity at home. */
export type EnergyPrices = WireCost['prices'];

const fromTankstation = { date: '2026-09-30', source: 'tankstation.nu' };

/** Averages of 2026: fuel at the pump, household electricity with all taxes. */
export const energyPrices: EnergyPrices = {
  petrol: { dkk: 15.53, ...fromTankstation },
  diesel: { dkk: 16.99, ...fromTankstation },
  electricity: { dkk: 1.74, date: '2026-06-30', source: 'elberegner.dk' },
};

/** Offers by which nobody comes to own a car for the price: what owning it costs is not told beside them. */
const ownedByNobody: readonly RatingReason[] = ['leasing', 'wanted', 'parts'];

export const hasCostOfOwning = (reason: RatingReason): boolean => !ownedByNobody.includes(reason);

/** Yearly mileage that is assumed if none is given: about that of a Danish household. */
export const usualKmPerYear = 15_000;

const round = (value: number) => Math.round(value * 10) / 10;

function taxOf({ halfYearlyTaxDkk, taxBasis }: Pick<Car, 'halfYearlyTaxDkk' | 'taxBasis'>): WireCost['tax'] {
  if (halfYearlyTaxDkk === null || taxBasis === null) return null;
  return { half_year: halfYearlyTaxDkk, basis: taxBasis, year: taxBasis === 'charged' ? null : taxYear };
}

/** What a car's consumption figure is measured in. A plug-in's figure mixes both energies, so its is unknown. */
function energyOf({
  fuel,
  burns,
  kmPerLitre,
  whPerKm,
}: Pick<Car, 'fuel' | 'burns' | 'kmPerLitre' | 'whPerKm'>): WireCost['energy'] {
  if (fuel === 'electric')
    return whPerKm === null ? null : { kind: 'electricity', per_100_km: round(whPerKm / 10) };
  const burnt = fuel === 'hybrid' ? burns : fuel;
  if ((burnt !== 'petrol' && burnt !== 'diesel') || kmPerLitre === null) return null;
  return { kind: burnt, per_100_km: round(100 / kmPerLitre) };
}

/** What the list needs of a car to tell what it costs to keep; the tax of half a year in DKK. */
export const runningFactsOf = (car: Parameters<typeof taxOf>[0] & Parameters<typeof energyOf>[0]) => ({
  halfYearlyTaxDkk: taxOf(car)?.half_year ?? null,
  energy: energyOf(car),
});
type RunningFacts = ReturnType<typeof runningFactsOf> & { reason: RatingReason };

/** Tax and energy in whole DKK a month. `lacks`: the part that is unknown, so that it costs more. */
export type RunningCost = { month: number; lacks: 'tax' | 'energy' | null };

/** At the usual mileage and prices; null where neither is known, or nobody comes to own the car. */
export function runningCost({ halfYearlyTaxDkk, energy, reason }: RunningFacts): RunningCost | null {
  if (!hasCostOfOwning(reason)) return null;
  const tax = halfYearlyTaxDkk === null ? null : Math.round(halfYearlyTaxDkk / 6);
  const hundredKmAMonth = usualKmPerYear / 1200;
  const driven = energy && Math.round(energy.per_100_km * energyPrices[energy.kind].dkk * hundredKmAMonth);
  if (tax === null && driven === null) return null;
  const lacks = tax === null ? 'tax' : driven === null ? 'energy' : null;
  return { month: (tax ?? 0) + (driven ?? 0), lacks };
}

/** Why a car's energy costs nothing known. */
function noEnergyOf({ fuel, kmPerLitre }: Car): WireCost['energy_state'] {
  const isCounted = fuel === null || fuel === 'petrol' || fuel === 'diesel' || fuel === 'electric';
  if (kmPerLitre === null || isCounted) return 'unknown';
  return fuel === 'hybrid' || fuel === 'plugin_hybrid' ? fuel : 'other_fuel';
}

/** The expected depreciation. Only our own model predicts values; the register's valuation does not. */
function lossOf(car: Car, model: Model | null, kmPerYear: number, now: string): WireCost['loss'] {
  const { source, lowDkk, avgDkk, highDkk } = car.rating;
  // Depreciation needs a price in DKK.
  if (source !== 'model' || lowDkk === null || avgDkk === null || highDkk === null) return null;
  if (car.priceDkk <= 0 || !model) return null;
  const value = { lowDkk, avgDkk, highDkk };
  const values = futureValues(model, valuationFacts(car), value, kmPerYear, now);
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

/**
 * The running costs that this viewer may see of an unlocked car. `loadModel` is called only for viewers who may see
 * estimates.
 */
export async function wireCostOf(
  car: Car,
  viewer: Viewer,
  loadModel: () => Promise<Model | null>,
  ahead: { kmPerYear: number; now: string },
): Promise<WireCost> {
  const energy = energyOf(car);
  // A value that is not trusted (no estimate) has no loss either.
  const { source, avgDkk, deal } = car.rating;
  const isValued = source === 'model' && avgDkk !== null && deal !== 'no_estimate';
  const loss =
    viewer.seesEstimates && isValued ? lossOf(car, await loadModel(), ahead.kmPerYear, ahead.now) : null;
  return {
    tax: taxOf(car),
    energy,
    energy_state: energy ? 'known' : noEnergyOf(car),
    prices: energyPrices,
    next_inspection: car.nextInspection,
    loss,
    loss_state: loss ? 'known' : isValued && !viewer.seesEstimates ? 'locked' : 'unknown',
  };
}
