import type { SortOption } from '../../contract/routes/car-query.ts';
import type { Found } from './scan.ts';
import type { Segment } from './segment.ts';
import { rowComparator } from './sort-order.ts';

/** The rows found in one segment, in the list's order: the head, and a way to the next. */
type Cursor = { segment: Segment; row: number; advance(): void };

const none = -1;

/** Found rows of one segment in the list's order, without the first `skip` of them. */
function openCursor(found: Found, sort: SortOption, skip: number): Cursor {
  const { segment, isFound, rows } = found;
  const order = rows === null ? segment.orders[sort] : sortRows(segment, rows, sort);
  let at = -1;
  const cursor: Cursor = {
    segment,
    row: none,
    advance() {
      do at++;
      while (at < order.length && isFound[order[at]!] === 0);
      cursor.row = at < order.length ? order[at]! : none;
    },
  };
  for (let i = 0; i <= skip; i++) cursor.advance();
  return cursor;
}

function sortRows({ numbers }: Segment, rows: readonly number[], sort: SortOption): Uint32Array {
  const compare = rowComparator(sort);
  return Uint32Array.from(rows).sort((a, b) => compare(numbers, a, numbers, b) || a - b);
}

/** Where a card stands: a row of a segment. */
export type Place = { segment: Segment; row: number };

/** The cards number `from` to `to` (not included) of all that was found, in the list's order, ids deciding ties. */
export function mergePage(found: readonly Found[], sort: SortOption, from: number, to: number): Place[] {
  const [largest, ...others] = found.toSorted((a, b) => b.count - a.count);
  if (!largest) return [];
  // All but so many of the cards before the page are certainly of the largest segment, and its first: no need to compare.
  const smaller = others.reduce((sum, { count }) => sum + count, 0);
  const skip = Math.min(largest.count, Math.max(0, from - smaller));
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
