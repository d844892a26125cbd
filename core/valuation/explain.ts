import type { ComparableColumns } from './comparables.ts';
import { estimate, hedonicLogPrice } from './estimate.ts';
import { adjustComparables } from './evidence.ts';
import type { Model } from './model.ts';
import { type Subject, toSubject } from './subject.ts';
import { readTokens } from './telling-words.ts';
import type { CarFacts, ValueTerm } from './valuation.ts';

const leastDkkShown = 1;

const modelOf = ({ rowsByModel }: ComparableColumns, row: number): string =>
  Object.keys(rowsByModel).find((model) => rowsByModel[model]!.includes(row))!;

/** The car with the model, age, mileage, power, fuel, gearbox and variant of a car of the pool. */
function withFactsOf(subject: Subject, { comparables }: Model, row: number): Subject {
  const ageYears = comparables.ageYears[row]!;
  const word = (column: number[]) => comparables.words[column[row]!]!;
  const variant = word(comparables.variant);
  return {
    ...subject,
    model: modelOf(comparables, row),
    ageYears,
    year: subject.year + subject.ageYears - ageYears,
    mileageKm: comparables.mileageKm[row] ?? Number.NaN,
    horsepower: comparables.horsepower[row] ?? Number.NaN,
    engineLitres: comparables.engineLitres[row] ?? Number.NaN,
    fuel: word(comparables.fuel),
    gearbox: word(comparables.gearbox),
    variant,
    tokens: readTokens(variant),
    telling: readTokens(variant),
  };
}

/** One after the other, facts of the comparable are replaced by the car's own; each step's change of price is a term. */
const steps: {
  name: Exclude<ValueTerm['name'], 'similar' | 'equipment' | 'other'>;
  take: (car: Subject) => Partial<Subject>;
}[] = [
  { name: 'model', take: (car) => ({ model: car.model }) },
  { name: 'age', take: (car) => ({ ageYears: car.ageYears, year: car.year }) },
  { name: 'mileage', take: (car) => ({ mileageKm: car.mileageKm }) },
  { name: 'fuel', take: (car) => ({ fuel: car.fuel }) },
  { name: 'gearbox', take: (car) => ({ gearbox: car.gearbox }) },
  { name: 'power', take: (car) => ({ horsepower: car.horsepower, engineLitres: car.engineLitres }) },
  {
    name: 'variant',
    take: (car) => ({
      variant: car.variant,
      tokens: readTokens(car.variant),
      telling: readTokens(car.variant),
    }),
  },
];

/** The comparable whose adjusted price is the middle one (the lower of two). */
function middleOf(adjustedDkk: readonly number[]): number {
  const order = [...adjustedDkk.keys()].sort((one, other) => adjustedDkk[one]! - adjustedDkk[other]!);
  return order[(order.length - 1) >> 1]!;
}

/**
 * What moves the value, in kroner: `similar` is what the middle one of the comparables asks, the next terms make it
 * comparable (`equipment` is what words, body, seller and place add to the named facts), and `other` is how far the
 * estimate lies from there: what neither the comparable nor a single fact explains. They add up to the estimate
 * exactly. Empty when there is no estimate or no comparable.
 */
export function explainTerms(model: Model, car: CarFacts): ValueTerm[] {
  const subject = toSubject(car);
  const whole = estimate(model, car);
  if (!subject || !whole || whole.comparables.length === 0) return [];
  const { adjustedDkk } = adjustComparables(model, car, whole.comparables);
  const middle = middleOf(adjustedDkk);
  const { row } = whole.comparables[middle]!;
  let stand = withFactsOf(subject, model, row);
  const startLog = hedonicLogPrice(model, stand);
  let priceDkk = model.prices[row]!;
  const terms: ValueTerm[] = [{ name: 'similar', dkk: Math.round(priceDkk) }];
  for (const { name, take } of steps) {
    stand = { ...stand, ...take(subject) };
    const nextDkk = model.prices[row]! * Math.exp(hedonicLogPrice(model, stand) - startLog);
    terms.push({ name, dkk: Math.round(nextDkk - priceDkk) });
    priceDkk = nextDkk;
  }
  const sum = () => terms.reduce((total, { dkk }) => total + dkk, 0);
  terms.push({ name: 'equipment', dkk: adjustedDkk[middle]! - sum() });
  terms.push({ name: 'other', dkk: whole.avgDkk - sum() });
  return terms.filter(({ dkk }) => Math.abs(dkk) >= leastDkkShown);
}
