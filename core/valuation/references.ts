import { learnMonths, type MarketTime } from './market-index.ts';
import { median, quantile } from './statistics.ts';
import type { Subject } from './subject.ts';

const categories = ['fuel', 'gearbox', 'body'] as const;
type Category = (typeof categories)[number];
type CellField = Category | 'horsepower' | 'engineLitres';

type ModelReference = {
  horsepower: number | null;
  engineLitres: number | null;
  kmPerYear: number | null;
} & Record<Category, string>;

/** What is used for facts that an ad leaves out. */
export type References = {
  horsepower: number;
  engineLitres: number;
  logNewPrice: number;
  kmPerYear: number;
  /**
   * Fields that hardly any ad of the pool leaves out. A gap in one of them is filled from the model; in any other field,
   * "unknown" is a category with a price of its own.
   */
  rarelyMissing: CellField[];
  /**
   * An ad with fewer telling words than `few` does not state its trim; `usual` is the number of words of a usual ad. Both
   * are 0 if the pool has enough ads without any to learn from them. Older models lack this.
   */
  wordCounts?: { few: number; usual: number };
  byModel: Record<string, ModelReference>;
} & MarketTime;

const fallbackHorsepower = 100;
const fallbackEngineLitres = 1.6;
const fallbackKmPerYear = 16_000;
const rareShare = 0.05;
const silentShare = 0.01;
const fewWordsShare = 0.03;

function known(subjects: readonly Subject[], read: (subject: Subject) => number): number[] {
  return subjects.map(read).filter((value) => Number.isFinite(value));
}

function medianOr<T>(values: number[], fallback: T): number | T {
  return values.length > 0 ? median(values) : fallback;
}

/** A value that occurs in the pool, because levels of the model are looked up by it. */
function middleValue(values: number[]): number | null {
  return values.length > 0 ? values.sort((one, other) => one - other)[(values.length - 1) >> 1]! : null;
}

/** The first of the most frequent values; '' if there is none. */
export function mostFrequent(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best = '';
  for (const [value, count] of counts) if (count > (counts.get(best) ?? 0)) best = value;
  return best;
}

/** Kilometres per year; half a year is added so that new cars do not count as driven a lot. */
function kmPerYear(subject: Subject): number {
  return subject.mileageKm / (subject.ageYears + 0.5);
}

function findRarelyMissing(subjects: readonly Subject[]): CellField[] {
  return ([...categories, 'horsepower', 'engineLitres'] as const).filter((field) => {
    const missing = subjects.filter((car) => car[field] === '' || Number.isNaN(car[field]));
    return missing.length <= rareShare * subjects.length;
  });
}

function countWords(subjects: readonly Subject[]): { few: number; usual: number } {
  const counts = subjects.map(({ telling }) => telling.length);
  const isTaught = counts.filter((count) => count === 0).length > silentShare * counts.length;
  if (isTaught) return { few: 0, usual: 0 };
  return { few: Math.floor(quantile(counts, fewWordsShare)), usual: Math.round(median(counts)) };
}

/** The share of the usual words that this ad lacks, from 0 to 1; 0 unless nearly every ad has more. */
export function lackOfWords({ telling, variant }: Subject, { wordCounts }: References): number {
  if (telling.length === 0 && !variant) return 1;
  return wordCounts && telling.length < wordCounts.few ? 1 - telling.length / wordCounts.usual : 0;
}

export function learnReferences(subjects: readonly Subject[]): References {
  const byModel: References['byModel'] = {};
  for (const [model, cars] of Map.groupBy(subjects, (subject) => subject.model)) {
    const usual = (category: Category) => mostFrequent(cars.map((car) => car[category]));
    byModel[model] = {
      horsepower: middleValue(known(cars, (car) => car.horsepower)),
      engineLitres: middleValue(known(cars, (car) => car.engineLitres)),
      kmPerYear: medianOr(known(cars, kmPerYear), null),
      fuel: usual('fuel'),
      gearbox: usual('gearbox'),
      body: usual('body'),
    };
  }
  return {
    horsepower: medianOr(
      known(subjects, (car) => car.horsepower),
      fallbackHorsepower,
    ),
    engineLitres: medianOr(
      known(subjects, (car) => car.engineLitres),
      fallbackEngineLitres,
    ),
    logNewPrice: medianOr(
      known(subjects, (car) => Math.log(car.newPrice)),
      0,
    ),
    observedYear: medianOr(
      known(subjects, (car) => car.observedYear),
      0,
    ),
    months: learnMonths(subjects),
    kmPerYear: medianOr(known(subjects, kmPerYear), fallbackKmPerYear),
    rarelyMissing: findRarelyMissing(subjects),
    wordCounts: countWords(subjects),
    byModel,
  };
}

/**
 * The car with gaps in numbers filled from its model, else from the whole pool, and with rare gaps in its categories
 * filled.
 */
export function fillGaps(subject: Subject, references: References): Subject {
  const model = references.byModel[subject.model];
  const pick = (own: number, usual: number) => (Number.isFinite(own) ? own : usual);
  const fill = (category: Category) =>
    subject[category] || (references.rarelyMissing.includes(category) ? (model?.[category] ?? '') : '');
  return {
    ...subject,
    horsepower: pick(subject.horsepower, model?.horsepower ?? references.horsepower),
    engineLitres: pick(subject.engineLitres, model?.engineLitres ?? references.engineLitres),
    mileageKm: pick(subject.mileageKm, (model?.kmPerYear ?? references.kmPerYear) * (subject.ageYears + 0.5)),
    fuel: fill('fuel'),
    gearbox: fill('gearbox'),
    body: fill('body'),
  };
}
