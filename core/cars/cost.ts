import type { WireCost } from '#core/contract/routes/car-parts.ts';
import { taxYear } from '#core/register/tax.ts';
import { futureValues } from '#core/valuation/future-values.ts';
import type { Model } from '#core/valuation/model.ts';
import type { RatingReason } from '#core/valuation/valuation.ts';
import type { Car, Viewer } from './car.ts';
import { valuationFacts } from './valuation-facts.ts';

const energies = ['petrol', 'diesel', 'electricity'] as const;

/** Prices in DKK: of a litre of petrol or diesel, of a kilowatt-hour of electricity at home. */
export type EnergyPrices = WireCost['prices'];

const fromTankstation = { date: '2026-09-30', source: 'tankstation.nu' };

/** Averages of 2026: fuel at the pump, household electricity with all taxes. */
const observed: EnergyPrices = {
  petrol: { dkk: 15.53, ...fromTankstation },
  diesel: { dkk: 16.99, ...fromTankstation },
  electricity: { dkk: 1.74, date: '2026-06-30', source: 'elberegner.dk' },
};

const form = /^(\d+(?:\.\d+)?), (\d{4}-\d{2}-\d{2}), (\S[^;]{0,79})$/;

/** Parses the setting's text; null if it has another form. */
function parseEnergyPrices(text: string): EnergyPrices | null {
  const parts = text.split('; ');
  const prices = energies.map((kind, n) => {
    const part = parts[n] ?? '';
    const [, dkk, date, source] =
      form.exec(part.startsWith(`${kind} `) ? part.slice(kind.length + 1) : '') ?? [];
    if (!date || !source || Number.isNaN(Date.parse(date))) return null;
    return { dkk: Number(dkk), date, source };
  });
  const [petrol, diesel, electricity] = prices;
  if (!petrol || !diesel || !electricity || parts.length > energies.length) return null;
  return { petrol, diesel, electricity };
}

export const isEnergyPrices = (text: string): boolean => text === '' || parseEnergyPrices(text) !== null;

/** The prices in the setting ("petrol 15.53, 2026-09-30, tankstation.nu; diesel …; electricity …"), else the built-in ones. */
export const readEnergyPrices = (setting: string | null): EnergyPrices =>
  parseEnergyPrices(setting ?? '') ?? observed;

/** Offers by which nobody comes to own a car for the price: what owning it costs is not told beside them. */
const ownedByNobody: readonly RatingReason[] = ['leasing', 'wanted', 'parts'];

export const hasCostOfOwning = (reason: RatingReason): boolean => !ownedByNobody.includes(reason);

/** Yearly mileage that is assumed if none is given: about that of a Danish household. */
export const usualKmPerYear = 15_000;

const round = (value: number) => Math.round(value * 10) / 10;

function taxOf({ halfYearlyTaxDkk, taxBasis }: Car): WireCost['tax'] {
  if (halfYearlyTaxDkk === null || taxBasis === null) return null;
  return { half_year: halfYearlyTaxDkk, basis: taxBasis, year: taxBasis === 'charged' ? null : taxYear };
}

/** What a car's consumption figure is measured in. A plug-in's figure mixes both energies, so its is unknown. */
function energyOf({ fuel, burns, kmPerLitre, whPerKm }: Car): WireCost['energy'] {
  if (fuel === 'electric')
    return whPerKm === null ? null : { kind: 'electricity', per_100_km: round(whPerKm / 10) };
  const burnt = fuel === 'hybrid' ? burns : fuel;
  if ((burnt !== 'petrol' && burnt !== 'diesel') || kmPerLitre === null) return null;
  return { kind: burnt, per_100_km: round(100 / kmPerLitre) };
}

/** Of which no price is at hand, or which mixes two energies. */
const isOtherFuel = ({ fuel }: Car) =>
  fuel !== null && fuel !== 'petrol' && fuel !== 'diesel' && fuel !== 'electric';

/** The expected depreciation. Only our own model predicts values; the register's valuation does not. */
function lossOf(car: Car, model: Model | null, kmPerYear: number, now: string): WireCost['loss'] {
  const { source, avgDkk } = car.rating;
  // Depreciation needs a price in DKK.
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

/**
 * The running costs that this viewer may see of an unlocked car. `loadModel` is called only for viewers who may see
 * estimates.
 */
export async function wireCostOf(
  car: Car,
  viewer: Viewer,
  loadModel: () => Promise<Model | null>,
  ahead: { kmPerYear: number; now: string; prices: EnergyPrices },
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
    energy_state: energy ? 'known' : car.kmPerLitre !== null && isOtherFuel(car) ? 'other_fuel' : 'unknown',
    prices: ahead.prices,
    next_inspection: car.nextInspection,
    loss,
    loss_state: loss ? 'known' : isValued && !viewer.seesEstimates ? 'locked' : 'unknown',
  };
}
