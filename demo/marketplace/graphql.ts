import type { Ad, World } from '#demo/cars/world.ts';
import { refusedContinuation, unkindAds } from './failures.ts';
import { batchSize, cursorOf, feedEdges, feedUnits, readCursor, type Site, searchOf } from './feed.ts';
import { findAds } from './search.ts';

export type GraphqlAnswer = { status: number; text: string; delayMs: number };

const guard = 'for (;;);';
const unknownQuery = JSON.stringify({
  errors: [{ message: 'A server error missing_required_variable_value occured.', severity: 'CRITICAL' }],
});

function document(data: unknown): string {
  return JSON.stringify({ data, extensions: { is_final: true } });
}

/** The rows split over two documents, as the site streams them. */
function streamed(
  first: readonly Ad[],
  second: readonly Ad[],
  next: Parameters<typeof feedUnits>[1],
  site: Site,
): string {
  const rest = feedEdges(second, site).map((edge, index) =>
    JSON.stringify({
      label: 'CometMarketplaceSearchContentPagination$stream',
      path: ['marketplace_search', 'feed_units', 'edges', first.length + index],
      data: edge,
    }),
  );
  return [document(feedUnits(feedEdges(first, site), next)), ...rest].join('\n');
}

/**
 * Answers the request that scrolling makes. As on the real site the answers differ: the second batch repeats a row and
 * begins with `for (;;);`, the third comes empty at first, later ones come as several documents.
 */
export function answerPagination(form: URLSearchParams, world: World, site: Site): GraphqlAnswer {
  const cursor = readCursor(readVariable(form, 'cursor') ?? '');
  if (!cursor) return { status: 200, text: unknownQuery, delayMs: 0 };
  const search = searchOf(cursor);
  const word = search.parameters.get('query') ?? '';
  if (word === 'rate-limited-later') return { status: 429, text: 'Rate limit exceeded', delayMs: 20 };
  if (word === 'refused-continuation') return { status: 200, text: refusedContinuation, delayMs: 20 };
  const found = unkindAds(word, world) ?? findAds(world.ads(), search, world.hour);
  const delayMs = 30 + ((cursor.offset * 37) % 90);
  if (cursor.page % 3 === 2 && !cursor.isRetry)
    return { status: 200, text: document(feedUnits([], { ...cursor, isRetry: true })), delayMs };
  const end = cursor.offset + batchSize;
  const next = end < found.length ? cursorOf(search, cursor.page + 1, end, false) : null;
  const rows = found.slice(cursor.offset, end);
  if (cursor.page % 3 === 1) {
    const withDuplicate = [...found.slice(Math.max(0, cursor.offset - 1), cursor.offset), ...rows];
    return { status: 200, text: guard + document(feedUnits(feedEdges(withDuplicate, site), next)), delayMs };
  }
  return { status: 200, text: streamed(rows.slice(0, 20), rows.slice(20), next, site), delayMs };
}

function readVariable(form: URLSearchParams, name: string): string | null {
  try {
    const value = (JSON.parse(form.get('variables') ?? '{}') as Record<string, unknown>)[name];
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}
