import type { Gearbox, SellerType } from '#core/marketplaces/ad/listing.ts';
import type { Engine, Model, Trim } from './model.ts';

/** The day the invented prices belong to, in years: values do not drift while a demo runs. */
export const pricedAtYear = 2026.85;

export type ValuedFacts = {
  model: Model;
  engine: Engine;
  trim: Trim;
  gearbox: Gearbox;
  /** Year of first registration with fraction. */
  registeredAt: number;
  mileageKm: number;
  sellerType: SellerType;
  equipmentCount: number;
};

/** New price in DKK in the year of registration: dearer before the tax cut of 2015, and again with inflation from 2021. */
export function newPriceDkk(
  facts: Pick<ValuedFacts, 'model' | 'engine' | 'trim' | 'gearbox' | 'registeredAt'>,
): number {
  const { model, engine, trim, registeredAt } = facts;
  const power = (engine.horsepower / model.referenceHorsepower) ** 0.42;
  const propulsion = {
    diesel: 1.04,
    plugin_hybrid: 1.06,
    hybrid: 1.06,
    electric: 1,
    petrol: 1,
    gas: 1,
    hydrogen: 1,
  }[engine.fuel];
  const gearbox = facts.gearbox === 'automatic' && engine.gearboxes.length > 1 ? 1.05 : 1;
  const period = registeredAt < 2015 ? 1.06 : registeredAt < 2021 ? 1 : 1 + 0.018 * (registeredAt - 2021);
  return model.newPriceDkk * power * propulsion * gearbox * period * (1 + trim.premium);
}

function fuelLossPerYear(engine: Engine): number {
  if (engine.fuel === 'electric') return 0.022;
  if (engine.fuel === 'plugin_hybrid') return 0.012;
  return engine.fuel === 'diesel' ? 0.006 : 0;
}

/** Market value in DKK: new price × age × distance × what the make and the fuel keep of it. Smooth in every argument. */
export function marketValueDkk(facts: ValuedFacts): number {
  const age = Math.max(0.2, pricedAtYear - facts.registeredAt);
  const expectedKm = 15_500 * (age + 0.4);
  const logKept =
    -0.08 -
    0.112 * age -
    0.0017 * age * age +
    facts.model.retentionPerYear * age -
    fuelLossPerYear(facts.engine) * Math.min(age, 8) -
    0.0000021 * (facts.mileageKm - expectedKm) +
    (facts.sellerType === 'dealer' ? 0.045 : 0) +
    0.006 * (facts.equipmentCount - 8);
  return Math.max(6500, newPriceDkk(facts) * Math.exp(logKept));
}

/** Prices as sellers write them: round, or just below a round figure. */
export function niceAskingPrice(dkk: number, justBelow: boolean): number {
  const step = dkk < 30_000 ? 500 : dkk < 100_000 ? 1000 : dkk < 300_000 ? 2500 : 5000;
  const round = Math.max(step, Math.round(dkk / step) * step);
  return justBelow ? round - 100 : round;
}
