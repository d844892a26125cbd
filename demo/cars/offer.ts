import type { Gearbox, SellerType } from '#core/marketplaces/ad/listing.ts';
import type { AskingPrice, PlantedKind, Quirk, RegisterTwist } from './car.ts';
import type { BodyType, Engine, Model, Trim } from './models.ts';
import type { Random } from './random.ts';

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

/** Spread of ordinary asking prices around the value, in log units. */
export const askingSpread = 0.05;

const kindShares: readonly (readonly [PlantedKind, number])[] = [
  ['bargain', 6.5],
  ['overpriced', 6],
  ['odd_price', 2.2],
  ['leasing', 1.4],
  ['ex_vat', 1.2],
  ['foreign_price', 1],
  ['motorcycle', 2.4],
  ['wanted', 0.7],
  ['parts', 0.7],
  ['defect', 0.8],
  ['ordinary', 77.1],
];

export function chooseKind(random: Random): PlantedKind {
  return random.pickWeighted(kindShares, ([, share]) => share)[0];
}

/** Beside them `undated`, which is chosen by a stream of its own (build-car.ts): none of the others moves. */
const quirkShares: readonly (readonly [Quirk, number])[] = [
  ['plain_item', 0.06],
  ['masked_mileage', 0.03],
  ['miles', 0.02],
  ['empty_subtitle', 0.04],
  ['big_id', 0.08],
  ['repost', 0.025],
  ['sold', 0.015],
  ['pending', 0.02],
];

export function chooseQuirks(random: Random): Quirk[] {
  return quirkShares.filter(([, share]) => random.chance(share)).map(([quirk]) => quirk);
}

const twistShares: readonly (readonly [RegisterTwist, number])[] = [
  ['none', 80.6],
  ['stolen', 0.7],
  ['blocked', 0.7],
  ['bankrupt', 0.5],
  ['half_asked', 1.5],
  ['absent', 4],
  ['year_differs', 1.5],
  ['mileage_above_ad', 2],
  ['fuel_differs', 1],
  ['overdue_inspection', 1.5],
  ['claims_fresh_inspection', 1.5],
  ['leasing', 1],
  ['debt', 1.5],
  ['imported', 1.5],
  ['imported_with_debt', 0.5],
  ['deregistered', 1],
];

/** What only an inspection can show needs a car that has been inspected. */
const needInspection: ReadonlySet<RegisterTwist> = new Set([
  'mileage_above_ad',
  'overdue_inspection',
  'claims_fresh_inspection',
]);
const lastInspectedYear = 2020;

/** How much older a car is that an ad makes younger. */
export const hiddenYears = 3;

export function chooseTwist(
  random: Random,
  { year, engine }: { year: number; engine: Engine },
): RegisterTwist {
  const twist = random.pickWeighted(twistShares, ([, share]) => share)[0];
  const isImpossible =
    (needInspection.has(twist) && year > lastInspectedYear) ||
    (twist === 'fuel_differs' && engine.fuel !== 'petrol' && engine.fuel !== 'diesel') ||
    // The engine must have been sold already.
    (twist === 'year_differs' && year - hiddenYears < engine.from);
  return isImpossible ? 'none' : twist;
}

/** The price in the ad for a car worth `valueDkk`. */
export function chooseAskingPrice(
  kind: PlantedKind,
  valueDkk: number,
  body: BodyType | 'motorcycle',
  random: Random,
): AskingPrice {
  const noise = Math.exp(askingSpread * random.normal());
  const justBelow = random.chance(0.55);
  const dkk = (amount: number): AskingPrice => ({ amount, currency: 'DKK' });
  switch (kind) {
    case 'bargain':
      return dkk(niceAskingPrice(valueDkk * random.between(0.64, 0.78), justBelow));
    case 'overpriced':
      return dkk(niceAskingPrice(valueDkk * random.between(1.2, 1.42), justBelow));
    case 'odd_price':
      return dkk(random.pick([0, 1, 1234, 12_345, 111_111]));
    case 'leasing':
      return dkk(Math.round((valueDkk * 0.0135) / 100) * 100 + 95 + (body === 'small' ? 0 : 400));
    case 'ex_vat':
      return dkk(niceAskingPrice(valueDkk * 0.72 * noise, justBelow));
    case 'foreign_price':
      return { amount: Math.round((valueDkk * noise) / 7.46 / 100) * 100, currency: 'EUR' };
    case 'wanted':
      return dkk(random.pick([1, 123, niceAskingPrice(valueDkk * 0.8, false)]));
    case 'parts':
      return dkk(niceAskingPrice(valueDkk * random.between(0.06, 0.12), false));
    case 'defect':
      return dkk(niceAskingPrice(valueDkk * random.between(0.25, 0.42), false));
    case 'ordinary':
    case 'motorcycle':
      return dkk(niceAskingPrice(valueDkk * noise, justBelow));
  }
}
