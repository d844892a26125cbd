import type { SortOption } from '../sort-options.ts';
import type { Found } from './scan.ts';
import type { Segment } from './segment.ts';
import { rowComparator } from './sort-order.ts';

/** The rows found in one segment, in the list's order: the head, and a way to the next. */
type Cursor = { segment: Segment; row: number; advance(): void };

const none = -1;

/** Below this share of the segment the found rows are sorted; above, the segment's order is walked. */
const fewRows = 1 / 64;

/** Found rows of one segment in the list's order, without the first `skip` of them. */
function openCursor({ segment, rows }: Found, sort: SortOption, skip: number): Cursor {
  const isWalked = rows.length > segment.size * fewRows;
  const order = isWalked ? segment.orders[sort] : sortRows(segment, rows, sort);
  const isFound = isWalked && rows.length < segment.size ? marksOf(segment, rows) : null;
  let at = isFound ? skipFound(order, isFound, skip) : skip;
  const settle = (): number => {
    // Behind the last of the order nothing is marked, neither 0 nor 1.
    if (isFound) while (isFound[order[at]!] === 0) at++;
    return at < order.length ? order[at]! : none;
  };
  const cursor: Cursor = {
    segment,
    row: settle(),
    advance() {
      at++;
      cursor.row = settle();
    },
  };
  return cursor;
}

/** A byte a row: 1 for those found. */
function marksOf({ size }: Segment, rows: Uint32Array): Uint8Array {
  const marks = new Uint8Array(size);
  for (let i = 0; i < rows.length; i++) marks[rows[i]!] = 1;
  return marks;
}

/** The place in the order behind the first `count` rows that are found. */
function skipFound(order: Uint32Array, isFound: Uint8Array, count: number): number {
  let at = 0;
  for (let left = count; left > 0; at++) left -= isFound[order[at]!]!;
  return at;
}

function sortRows({ numbers }: Segment, rows: Uint32Array, sort: SortOption): Uint32Array {
  const compare = rowComparator(sort);
  return rows.toSorted((a, b) => compare(numbers, a, numbers, b) || a - b);
}

/** Where a card stands: a row of a segment. */
export type Place = { segment: Segment; row: number };

/** The cards number `from` to `to` (not included) of all that was found, in the list's order, ids deciding ties. */
export function mergePage(found: readonly Found[], sort: SortOption, from: number, to: number): Place[] {
  const [largest, ...others] = found.toSorted((a, b) => b.rows.length - a.rows.length);
  if (!largest) return [];
  // All but so many of the cards before the page are certainly of the largest segment, and its first: no need to compare.
  const smaller = others.reduce((sum, { rows }) => sum + rows.length, 0);
  const skip = Math.min(largest.rows.length, Math.max(0, from - smaller));
  const cursors = [openCursor(largest, sort, skip), ...others.map((other) => openCursor(other, sort, 0))];
  const compare = rowComparator(sort);
  const isBefore = (a: Cursor, b: Cursor) =>
    (compare(a.segment.numbers, a.row, b.segment.numbers, b.row) ||
      (a.segment.ids[a.row]! < b.segment.ids[b.row]! ? -1 : 1)) < 0;
  const places: Place[] = [];
  for (let passed = skip; passed < to; passed++) {
    let next: Cursor | null = null;
    for (const cursor of cursors)
      if (cursor.row !== none && (next === null || isBefore(cursor, next))) next = cursor;
    if (next === null) break;
    if (passed >= from) places.push({ segment: next.segment, row: next.row });
    next.advance();
  }
  return places;
}
