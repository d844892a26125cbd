import { findComparables } from './comparables.ts';
import { estimate, hedonicLogPrice } from './estimate.ts';
import type { Model } from './model.ts';
import { mostFrequent } from './references.ts';
import { median } from './statistics.ts';
import { readTokens, type Subject, toSubject } from './subject.ts';
import type { CarFacts, ValueTerm } from './valuation.ts';

const comparedCars = 15;
const leastDkkShown = 1;

function medianKnown(values: (number | null)[]): number {
  return median(values.filter((value) => value !== null));
}

/** The car as if it were the median of its comparables: their age, mileage, power, fuel, gearbox and variant. */
function typicalOf(subject: Subject, { comparables }: Model, rows: number[]): Subject {
  const ageYears = medianKnown(rows.map((row) => comparables.ageYears[row]!));
  const word = (column: number[]) => mostFrequent(rows.map((row) => comparables.words[column[row]!]!));
  const variant = word(comparables.variant);
  return {
    ...subject,
    ageYears,
    year: subject.year + subject.ageYears - ageYears,
    mileageKm: medianKnown(rows.map((row) => comparables.mileageKm[row]!)),
    horsepower: medianKnown(rows.map((row) => comparables.horsepower[row]!)),
    engineLitres: medianKnown(rows.map((row) => comparables.engineLitres[row]!)),
    fuel: word(comparables.fuel),
    gearbox: word(comparables.gearbox),
    variant,
    tokens: readTokens(variant),
  };
}

/** One after the other, facts of the typical car are replaced by the car's own; each step's change of price is a term. */
const steps: {
  name: Exclude<ValueTerm['name'], 'similar' | 'other'>;
  take: (car: Subject) => Partial<Subject>;
}[] = [
  { name: 'age', take: (car) => ({ ageYears: car.ageYears, year: car.year }) },
  { name: 'mileage', take: (car) => ({ mileageKm: car.mileageKm }) },
  { name: 'fuel', take: (car) => ({ fuel: car.fuel }) },
  { name: 'gearbox', take: (car) => ({ gearbox: car.gearbox }) },
  { name: 'power', take: (car) => ({ horsepower: car.horsepower, engineLitres: car.engineLitres }) },
  {
    name: 'variant',
    take: (car) => ({ variant: car.variant, tokens: readTokens(car.variant) }),
  },
  { name: 'equipment', take: (car) => ({ tokens: car.tokens }) },
];

/**
 * What moves the value, in kroner: `similar` is the median asking price of the nearest comparables, and the terms add up
 * to the estimate exactly (`other` takes what no single fact explains). Empty when there is no estimate or no comparable.
 */
export function explainTerms(model: Model, car: CarFacts): ValueTerm[] {
  const subject = toSubject(car);
  const whole = estimate(model, car);
  if (!subject || !whole) return [];
  const rows = findComparables(subject, model.comparables)
    .slice(0, comparedCars)
    .map(({ row }) => row);
  if (rows.length === 0) return [];
  let stand = typicalOf(subject, model, rows);
  let priceDkk = Math.exp(hedonicLogPrice(model, stand));
  const terms: ValueTerm[] = [
    { name: 'similar', dkk: Math.round(median(rows.map((row) => model.prices[row]!))) },
  ];
  for (const { name, take } of steps) {
    stand = { ...stand, ...take(subject) };
    const nextDkk = Math.exp(hedonicLogPrice(model, stand));
    terms.push({ name, dkk: Math.round(nextDkk - priceDkk) });
    priceDkk = nextDkk;
  }
  const explainedDkk = terms.reduce((sum, term) => sum + term.dkk, 0);
  terms.push({ name: 'other', dkk: whole.avgDkk - explainedDkk });
  return terms.filter(({ dkk }) => Math.abs(dkk) >= leastDkkShown);
}
