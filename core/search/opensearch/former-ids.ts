import { listed } from './filters.ts';
import { indexAlias } from './index-definition.ts';
import { cardsOf } from './read-answer.ts';
import { allOf, oneOf, type Search, type SearchAnswer } from './search-body.ts';

/** As many cars as one search answers. */
const mostIds = 10_000;

/** The listed cars that other cars turned out to be, of these ids. */
export const askCurrent = (ids: readonly string[]): Search[] =>
  Array.from({ length: Math.ceil(ids.length / mostIds) }, (_, part) => ({
    head: { index: indexAlias, allow_partial_search_results: false },
    body: {
      query: allOf([listed, oneOf('formerIds', ids.slice(part * mostIds, (part + 1) * mostIds))]),
      size: mostIds,
      track_total_hits: false,
      _source: ['card.id', 'card.formerIds'],
    },
  }));

export function currentIdsOf(
  answers: readonly SearchAnswer[],
  asked: Iterable<string>,
): ReadonlyMap<string, string> {
  const wanted = new Set(asked);
  const cars = answers.flatMap(cardsOf);
  return new Map(
    cars.flatMap(({ id, formerIds }) =>
      formerIds.filter((former) => wanted.has(former)).map((former) => [former, id] as const),
    ),
  );
}
