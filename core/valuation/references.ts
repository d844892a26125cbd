import { median } from './statistics.ts';
import type { Subject } from './subject.ts';

/** What stands in for facts an ad leaves out. */
export type References = {
  horsepower: number;
  engineLitres: number;
  logNewPrice: number;
  observedYear: number;
  kmPerYear: number;
  /** Per model: [horsepower, engine litres, km a year]; null where no car of the model tells. */
  byModel: Record<string, [number | null, number | null, number | null]>;
};

const fallbackHorsepower = 100;
const fallbackEngineLitres = 1.6;
const fallbackKmPerYear = 16_000;

function known(subjects: readonly Subject[], read: (subject: Subject) => number): number[] {
  return subjects.map(read).filter((value) => Number.isFinite(value));
}

function medianOr<T>(values: number[], fallback: T): number | T {
  return values.length > 0 ? median(values) : fallback;
}

/** Yearly distance; half a year is added so that new cars do not count as far-driven. */
function kmPerYear(subject: Subject): number {
  return subject.mileageKm / (subject.ageYears + 0.5);
}

export function learnReferences(subjects: readonly Subject[]): References {
  const byModel: References['byModel'] = {};
  for (const [model, cars] of Map.groupBy(subjects, (subject) => subject.model)) {
    byModel[model] = [
      medianOr(
        known(cars, (car) => car.horsepower),
        null,
      ),
      medianOr(
        known(cars, (car) => car.engineLitres),
        null,
      ),
      medianOr(known(cars, kmPerYear), null),
    ];
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
    kmPerYear: medianOr(known(subjects, kmPerYear), fallbackKmPerYear),
    byModel,
  };
}

/** The car's numbers with every gap filled from its model, else from the whole pool. */
export function fillGaps(
  subject: Subject,
  references: References,
): { horsepower: number; engineLitres: number; mileageKm: number } {
  const [horsepower, engineLitres, yearlyKm] = references.byModel[subject.model] ?? [null, null, null];
  const pick = (own: number, model: number | null, all: number) =>
    Number.isFinite(own) ? own : (model ?? all);
  return {
    horsepower: pick(subject.horsepower, horsepower, references.horsepower),
    engineLitres: pick(subject.engineLitres, engineLitres, references.engineLitres),
    mileageKm: pick(subject.mileageKm, null, (yearlyKm ?? references.kmPerYear) * (subject.ageYears + 0.5)),
  };
}
