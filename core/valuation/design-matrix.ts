import { emitFeatures, noTextGroup } from './features.ts';
import type { References } from './references.ts';
import type { Subject } from './subject.ts';

/** The pool as a sparse matrix. Row r holds `columns[i]`, `values[i]` for i in [rowStart[r], rowStart[r + 1]). */
export type DesignMatrix = {
  rowCount: number;
  rowStart: Int32Array;
  columns: Int32Array;
  values: Float64Array;
  /** Per column: its group's number and its key in the model, `group|level`. */
  groupOf: Int32Array;
  keys: string[];
  groups: string[];
};

export function featureKey(group: string, level: string): string {
  return `${group}|${level}`;
}

const wordGroups = new Set(['word', 'make·word', 'model·word']);

/** A word that hardly any ad uses says nothing about price: two ads, or one in 5,000 of a large pool. */
function findSharedWords(subjects: readonly Subject[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { tokens } of subjects)
    for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  const least = Math.max(2, subjects.length / 5000);
  return new Set([...counts].filter(([, count]) => count >= least).map(([token]) => token));
}

export function buildDesignMatrix(subjects: readonly Subject[], references: References): DesignMatrix {
  const sharedWords = findSharedWords(subjects);
  const columnOf = new Map<string, number>();
  const groupNumbers = new Map<string, number>();
  const groupOf: number[] = [];
  const columns: number[] = [];
  const values: number[] = [];
  const rowStart = new Int32Array(subjects.length + 1);
  const columnFor = (group: string, level: string): number => {
    const key = featureKey(group, level);
    const existing = columnOf.get(key);
    if (existing !== undefined) return existing;
    if (!groupNumbers.has(group)) groupNumbers.set(group, groupNumbers.size);
    columnOf.set(key, groupOf.length);
    groupOf.push(groupNumbers.get(group)!);
    return groupOf.length - 1;
  };
  subjects.forEach((subject, row) => {
    emitFeatures(subject, references, (group, level, value) => {
      if (value === 0 || (group === noTextGroup && value < 1)) return;
      if (wordGroups.has(group) && !sharedWords.has(level.slice(level.lastIndexOf('|') + 1))) return;
      columns.push(columnFor(group, level));
      values.push(value);
    });
    rowStart[row + 1] = columns.length;
  });
  return {
    rowCount: subjects.length,
    rowStart,
    columns: Int32Array.from(columns),
    values: Float64Array.from(values),
    groupOf: Int32Array.from(groupOf),
    keys: [...columnOf.keys()],
    groups: [...groupNumbers.keys()],
  };
}

/** The chosen rows turned by column: column c holds places `rows[i]` (into `chosen`) for i in [start[c], start[c + 1]). */
export type ColumnMatrix = { start: Int32Array; rows: Int32Array; values: Float64Array };

export function turnToColumns(matrix: DesignMatrix, chosen: ArrayLike<number>): ColumnMatrix {
  const start = new Int32Array(matrix.keys.length + 1);
  const eachEntry = (visit: (column: number, place: number, value: number) => void) => {
    for (let place = 0; place < chosen.length; place++) {
      const row = chosen[place]!;
      for (let i = matrix.rowStart[row]!; i < matrix.rowStart[row + 1]!; i++) {
        visit(matrix.columns[i]!, place, matrix.values[i]!);
      }
    }
  };
  eachEntry((column) => {
    start[column + 1]! += 1;
  });
  for (let column = 0; column < matrix.keys.length; column++) start[column + 1]! += start[column]!;
  const next = start.slice();
  const rows = new Int32Array(start[matrix.keys.length]!);
  const values = new Float64Array(rows.length);
  eachEntry((column, place, value) => {
    const at = next[column]!;
    next[column] = at + 1;
    rows[at] = place;
    values[at] = value;
  });
  return { start, rows, values };
}
