import { describe, expect, test } from 'vitest';
import type { DesignMatrix } from '#core/valuation/features.ts';
import { findBrokenRows } from '#core/valuation/outliers.ts';
import { type Subject, toSubject } from '#core/valuation/subject.ts';
import { observedYear, ordinaryCar } from './invented-market.ts';

/** `error`: how far from all others its log price is, in robust deviations of the ordinary cars. */
type Row = { id: string; error: number; model?: string; ageYears?: number; mileageKm?: number };

/** What an ordinary car errs, either way, is one robust deviation of all. */
const usual = 1 / 1.4826;
const ordinary = (count: number, size = usual, ageYears = 8): Row[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `ordinary${ageYears}-${i}`,
    error: i % 2 === 0 ? size : -size,
    ageYears: ageYears + i / 1000,
  }));

/** The ids of the broken ones, of cars whose facts explain nothing: their errors are what is given here. */
function brokenAmong(rows: Row[]): string[] {
  const subjects = rows.map(({ id, model = id, ageYears = 8, mileageKm = 120_000 }): Subject => {
    const subject = toSubject(ordinaryCar({ id, model, mileageKm, year: Math.round(observedYear - 8) }))!;
    return { ...subject, ageYears };
  });
  const nothing = { columns: new Int32Array(), values: new Float64Array(), groupOf: new Int32Array() };
  const matrix: DesignMatrix = {
    ...nothing,
    ...{ rowCount: rows.length, rowStart: new Int32Array(rows.length + 1), keys: [], groups: [] },
  };
  const logPrice = Float64Array.from(rows, ({ error }) => 11 + error / 10);
  // Two neighbours, who err in opposite ways, lie in one fold: no fold is dear by itself.
  const folds = Int32Array.from(rows, (_, row) => Math.floor(row / 2) % 4);
  return [...findBrokenRows(matrix, logPrice, folds, 4, subjects)].map((row) => rows[row]!.id);
}

const odd = (error: number, more: Partial<Row> = {}): Row => ({ id: 'odd', error, model: 'Kind', ...more });
/** Cars of the odd one's kind, the nearest first. */
const ofItsKind = (...errors: number[]): Row[] =>
  errors.map((error, i) => ({ id: `kin${i}`, error, model: 'Kind', mileageKm: 121_000 + i * 1000 }));

describe('a price that stands out', () => {
  test.each<[what: string, isBroken: boolean, rows: Row[]]>([
    ['nearly five deviations off is right', false, [odd(4.8), ...ofItsKind(0, 0, 0, 0)]],
    ['more than five off is broken', true, [odd(5.4), ...ofItsKind(0, 0, 0, 0)]],
    ['as far below is broken', true, [odd(-5.4), ...ofItsKind(0, 0, 0, 0)]],
    ['with no car of its kind, nearly twelve off is right', false, [odd(11.7)]],
    ['with no car of its kind, more than twelve off is broken', true, [odd(12.5)]],
    ['of a veteran is taken as it is', false, [odd(30, { ageYears: 25.5 })]],
    ['of a car on the day before is not', true, [odd(30, { ageYears: 25 })]],
    ['borne out by the two nearest of five is right', false, [odd(9), ...ofItsKind(9, 9, 0, 0, 0)]],
    ['borne out by the farthest two of five is right', false, [odd(9), ...ofItsKind(0, 0, 0, 9, 9)]],
    ['borne out by one of four is broken', true, [odd(9), ...ofItsKind(9, 0, 0, 0)]],
    ['borne out by the only one there is, is right', false, [odd(9), ...ofItsKind(9)]],
    ['borne out below by others below is right', false, [odd(-9), ...ofItsKind(-9, -9, 0, 0)]],
    ['not borne out by others that err the other way', true, [odd(-9), ...ofItsKind(9, 9, 0, 0)]],
    ['of which the sixth nearest speaks is not heard', true, [odd(9), ...ofItsKind(9, 0, 0, 0, 0, 9)]],
    ['borne out by errors over a third of its own is right', false, [odd(9), ...ofItsKind(3.4, 3.4, 0, 0)]],
    ['borne out by errors below a third is broken', true, [odd(9), ...ofItsKind(2.6, 2.6, 0, 0)]],
  ])('%s', (_what, isBroken, rows) => {
    expect(brokenAmong([...ordinary(200), ...rows]).includes('odd')).toBe(isBroken);
  });
});

describe('how prices scatter is measured among cars of about the same age', () => {
  /** Of each group in order of age: its size and what its cars err; one of them, counted from 0, errs as told. */
  function brokenAt(groups: [count: number, size: number][], at: number, error: number): boolean {
    const rows = groups.flatMap(([count, size], i) => ordinary(count, size, 2 + i));
    const told = rows.with(at, { ...rows[at]!, id: 'odd', error });
    // The pool has no order of ages.
    const [some, others] = [0, 1].map((rest) => told.filter((_, row) => row % 2 === rest));
    return brokenAmong([...some!, ...others!]).includes('odd');
  }
  const wide = 4 * usual;

  test('in groups of sixty', () => {
    const groups = [usual, wide, 16 * usual].map((size): [number, number] => [60, size]);
    expect(brokenAt(groups, 59, 13)).toBe(true);
    expect(brokenAt(groups, 60, 13)).toBe(false);
    expect(brokenAt(groups, 119, 52)).toBe(true);
    expect(brokenAt(groups, 120, 52)).toBe(false);
  });

  test('in ten groups of a large pool', () => {
    const groups: [number, number][] = [
      [120, usual],
      [1080, wide],
    ];
    expect(brokenAt(groups, 119, 13)).toBe(true);
    expect(brokenAt(groups, 120, 13)).toBe(false);
  });

  test('the oldest, too few for a group of their own, belong to the one before', () => {
    const groups: [number, number][] = [
      [60, wide],
      [30, usual],
    ];
    expect(brokenAt(groups, 89, 13)).toBe(false);
  });

  test('of a pool too small for one group, all together', () => {
    expect(brokenAt([[30, usual]], 7, 13)).toBe(true);
    expect(brokenAt([[30, wide]], 7, 13)).toBe(false);
  });
});
