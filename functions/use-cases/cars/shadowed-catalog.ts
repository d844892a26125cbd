import { isDeepStrictEqual } from 'node:util';
import type { CardPage, CardQuery } from '#core/search/card-query.ts';
import type { CatalogReader } from '#core/search/catalog-reader.ts';
import { log } from '#functions/_runtime/log.ts';
import { countMetric } from '#functions/_runtime/metrics.ts';

/** What of a page must be the same: its cards by their ids, since a card is what the same change made it. */
const toCompare = ({ cards, ...counts }: CardPage) => ({ ...counts, ids: cards.map(({ id }) => id) });

/** The parts of two pages that differ, by name. */
function differing(one: CardPage, other: CardPage): string[] {
  const [ours, theirs] = [toCompare(one), toCompare(other)];
  return Object.entries(ours).flatMap(([name, value]) =>
    isDeepStrictEqual(value, theirs[name as keyof typeof theirs]) ? [] : [name],
  );
}

/** What was asked is not for the log, where it may name a plate; how it was sorted is. */
function judge(page: CardPage, other: CardPage, { sort }: CardQuery): void {
  const differs = differing(page, other);
  countMetric(differs.length === 0 ? 'CarIndexAgreed' : 'CarIndexDiffered', 1);
  if (differs.length > 0)
    log.warn('the index of the cars answers otherwise than memory', {
      differs: differs.join(','),
      sort,
      page: page.page,
      cars: page.totalCount,
      carsOfIndex: other.totalCount,
    });
}

/**
 * Memory answers; the index is asked the same question, and it is counted whether it would have answered so. Answers of two
 * moments are not compared. No fault of the index becomes one of the list.
 */
export const shadowed = (memory: CatalogReader, index: CatalogReader): CatalogReader => ({
  get version() {
    return memory.version;
  },
  async query(query, viewer, ownCards) {
    const page = await memory.query(query, viewer, ownCards);
    const { version } = memory;
    try {
      const other = await index.query(query, viewer, ownCards);
      if (index.version === version) judge(page, other, query);
      else countMetric('CarIndexBehind', 1);
    } catch (error) {
      log.failure('the index of the cars did not answer beside memory', error);
      countMetric('CarIndexDiffered', 1);
    }
    return page;
  },
  counts: () => memory.counts(),
  card: (id) => memory.card(id),
  currentIds: (ids) => memory.currentIds(ids),
  similar: (subject, viewer) => memory.similar(subject, viewer),
});
