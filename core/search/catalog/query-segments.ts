import { seesPlates, type Viewer } from '../../car/viewer.ts';
import { type CardPage, type CardQuery, lockedOnPage, pageSize } from '../card-query.ts';
import { readSearch } from '../fold-text.ts';
import { addFacets } from './facets.ts';
import { mergePage } from './merge-page.ts';
import { planScan, type ScanPlan } from './plan.ts';
import { type Found, scan } from './scan.ts';
import { cardAt, rowOf, type Segment } from './segment.ts';
import { isLockedTo } from './traits.ts';
import { searchRows } from './word-index.ts';

/** The rows that can answer at all: those of the text and of the cars asked for. Null: every row. */
function candidatesOf(segment: Segment, query: CardQuery, viewer: Viewer): number[] | null {
  const lists = readSearch(query.text);
  const among = query.among
    ? [...query.among].map((id) => rowOf(segment, id)).filter((row) => row >= 0)
    : null;
  if (lists.length === 0) return among;
  const { open, guarded } = segment.words;
  const marks = new Uint8Array(segment.size);
  const rows = searchRows(seesPlates(viewer) ? [open, guarded] : [open], lists, marks);
  if (among === null) return rows;
  const wanted = new Set(among);
  return rows.filter((row) => wanted.has(row));
}

export function scanSegments(segments: readonly Segment[], query: CardQuery, viewer: Viewer): Found[] {
  const plan: ScanPlan = planScan(query, viewer);
  return segments.map((segment) =>
    scan(plan, segment, candidatesOf(segment, query, viewer), new Uint32Array(segment.size)),
  );
}

/** How many cars this viewer would see more of with premium. */
export function countLocked(segments: readonly Segment[], viewer: Viewer): number {
  let count = 0;
  for (const { numbers, isGone, size } of segments)
    for (let row = 0; row < size; row++)
      if (isGone[row] === 0 && isLockedTo(viewer, numbers.traits[row]!)) count++;
  return count;
}

/** The page that `found` (the scan of the query) makes. */
export function pageOf(
  found: readonly Found[],
  lockedCount: number,
  query: CardQuery,
  viewer: Viewer,
): CardPage {
  const totalCount = found.reduce((sum, { rows }) => sum + rows.length, 0);
  const totalPages = Math.max(1, Math.ceil(totalCount / pageSize));
  const page = Math.min(query.page, totalPages);
  const sort = query.sort === 'deal' && !viewer.isPremium ? 'price_asc' : query.sort;
  const places = mergePage(found, sort, (page - 1) * pageSize, page * pageSize);
  return {
    cards: places.map(({ segment, row }) => cardAt(segment, row)),
    lockedOnPage: lockedOnPage(query, lockedCount, page),
    totalCount,
    totalPages,
    page,
    ...addFacets(found, viewer),
  };
}
