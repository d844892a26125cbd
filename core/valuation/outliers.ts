import { type ComparableColumns, findComparables, toComparableColumns } from './comparables.ts';
import type { DesignMatrix } from './design-matrix.ts';
import { fitInFolds } from './folded-hedonic.ts';
import { robustDeviation } from './statistics.ts';
import type { Subject } from './subject.ts';

const limitDeviations = 5;
const carsPerAgeGroup = 60;
const mostAgeGroups = 10;
/** For a car with no comparables to ask, only a misplaced digit is beyond doubt. */
const limitDeviationsAlone = 12;
/** Veterans follow no curve, and are not rated: their prices are taken as they are. */
const veteranYears = 25;
const witnesses = 5;

/** Robust scatter of the errors among cars of about the same age, per row: prices of old cars scatter widely and are right. */
function scatterByAge(errors: Float64Array, subjects: readonly Subject[]): Float64Array {
  const byAge = [...subjects.keys()].sort(
    (one, other) => subjects[one]!.ageYears - subjects[other]!.ageYears,
  );
  const groupSize = Math.max(carsPerAgeGroup, Math.ceil(byAge.length / mostAgeGroups));
  const scatter = new Float64Array(errors.length);
  // The oldest that fill no group of their own belong to the one before.
  const groupCount = Math.max(1, Math.floor(byAge.length / groupSize));
  for (let number = 1; number <= groupCount; number++) {
    const end = number === groupCount ? byAge.length : number * groupSize;
    const group = byAge.slice((number - 1) * groupSize, end);
    const deviation = robustDeviation(group.map((row) => errors[row]!));
    for (const row of group) scatter[row] = deviation;
  }
  return scatter;
}

/** Do the nearest cars of its kind deviate the same way? Then the kind is priced unusually, and the row is right. */
function isBorneOut(
  row: number,
  errors: Float64Array,
  subjects: readonly Subject[],
  columns: ComparableColumns,
): boolean | null {
  const nearest = findComparables(subjects[row]!, columns).slice(0, witnesses);
  if (nearest.length === 0) return null;
  const direction = Math.sign(errors[row]!);
  const likewise = nearest.map((other) => direction * errors[other.row]!).sort((one, other) => other - one);
  return likewise[Math.floor(nearest.length / 4)]! > Math.abs(errors[row]!) / 3;
}

/**
 * Rows whose price or facts cannot be right, judged by a fit that did not see them: a digit too many, a deposit for a
 * price, another car's year. Small weights do not suffice against these: a variant that only they carry would take
 * their error for its own worth, and the whole group would be trusted too much.
 */
export function findBrokenRows(
  matrix: DesignMatrix,
  logPrice: Float64Array,
  folds: Int32Array,
  foldCount: number,
  subjects: readonly Subject[],
): Set<number> {
  const { heldBackLogs } = fitInFolds(matrix, logPrice, folds, foldCount);
  const errors = logPrice.map((price, row) => price - heldBackLogs[row]!);
  const scatter = scatterByAge(errors, subjects);
  const columns = toComparableColumns(subjects);
  const isBroken = (row: number) => {
    const deviations = Math.abs(errors[row]!) / scatter[row]!;
    if (deviations <= limitDeviations || subjects[row]!.ageYears > veteranYears) return false;
    const bornOut = isBorneOut(row, errors, subjects, columns);
    return bornOut === null ? deviations > limitDeviationsAlone : !bornOut;
  };
  return new Set([...subjects.keys()].filter(isBroken));
}
