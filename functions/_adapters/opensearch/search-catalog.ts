import type { Card } from '#core/car/card.ts';
import type { Viewer } from '#core/car/viewer.ts';
import { type CardPage, type CardQuery, lockedOnPage, pageSize } from '#core/search/card-query.ts';
import type { CatalogReader } from '#core/search/catalog-reader.ts';
import { askDeals, askFacets, askLocked, askNewest } from '#core/search/opensearch/facet-searches.ts';
import { askCurrent, currentIdsOf } from '#core/search/opensearch/former-ids.ts';
import { addOwnFacets, askOwn, indexedSpan, joinPage } from '#core/search/opensearch/own-cards.ts';
import {
  afterStride,
  askSpan,
  askStride,
  isWithinWindow,
  type Span,
  spanOf,
} from '#core/search/opensearch/page-span.ts';
import {
  cardsOf,
  countsOf,
  facetsOf,
  hitsOf,
  newestOf,
  requireWhole,
  totalOf,
} from '#core/search/opensearch/read-answer.ts';
import type { Search, SearchAnswer } from '#core/search/opensearch/search-body.ts';
import { askSimilar } from '#core/search/opensearch/similar-search.ts';
import { callEngine, toLines } from './call-opensearch.ts';
import { indexedCard } from './indexed-card.ts';

type Question = readonly [query: CardQuery, viewer: Viewer];

/** Searches that go together in one call; answers in their order. */
async function askAll(searches: readonly Search[]): Promise<SearchAnswer[]> {
  const body = toLines(searches.flatMap((search) => [search.head, search.body]));
  const { responses } = await callEngine<{ responses: SearchAnswer[] }>({
    method: 'POST',
    path: '/_msearch',
    body,
  });
  return responses.map(requireWhole);
}

/** The cards of a span, in strides when it lies deeper than one search counts. */
async function cardsIn(question: Question, span: Span): Promise<Card[]> {
  let left = span;
  let values: (string | number)[] | null = null;
  while (!isWithinWindow(left)) {
    const [stride] = await askAll([askStride(...question, left, values)]);
    values = hitsOf(stride!)[0]?.sort ?? null;
    // The list has become shorter on the way: there is no such page any more.
    if (values === null) return [];
    left = afterStride(left);
  }
  const [answer] = await askAll([askSpan(...question, left, values)]);
  const cards = cardsOf(answer!);
  return span.isFromEnd ? cards.reverse() : cards;
}

/** The first call of a question: all that is counted, and the page as it is asked for where that can be there. */
async function askFirst(question: Question, from: number, to: number) {
  const { found, others } = askFacets(...question);
  const locked = askLocked(...question);
  const wanted: Span = { from, size: to - from, isFromEnd: false };
  const page = isWithinWindow(wanted) ? askSpan(...question, wanted) : null;
  const answers = await askAll([
    askNewest(),
    found,
    ...others,
    ...[locked, page].filter((one) => one !== null),
  ]);
  const facets = answers.slice(1, 2 + others.length);
  const [lockedAnswer, pageAnswer] = locked
    ? answers.slice(2 + others.length)
    : [undefined, ...answers.slice(2 + others.length)];
  return {
    newest: newestOf(answers[0]!),
    facets: facetsOf(facets, question[1]),
    total: totalOf(facets[0]!),
    lockedCount: lockedAnswer ? totalOf(lockedAnswer) : 0,
    cards: pageAnswer ? cardsOf(pageAnswer) : null,
  };
}

async function findPage(
  [query, viewer]: Question,
  own: readonly Card[],
): Promise<{ page: CardPage; newest: string }> {
  const question: Question = [query, viewer];
  const mine = askOwn(own, query, viewer);
  const ownFound = mine?.found ?? [];
  const spanAt = (page: number) => indexedSpan((page - 1) * pageSize, page * pageSize, ownFound.length);
  const asked = spanAt(query.page);
  const first = await askFirst(question, asked.from, asked.to);
  const totalCount = first.total + ownFound.length;
  const totalPages = Math.max(1, Math.ceil(totalCount / pageSize));
  const page = Math.min(query.page, totalPages);
  const { from, to } = spanAt(page);
  const isThere = first.cards !== null && page === query.page;
  const indexed = isThere ? first.cards! : await cardsIn(question, spanOf(from, to, first.total));
  const place = { from: (page - 1) * pageSize, to, indexedFrom: Math.min(from, first.total) };
  return {
    newest: first.newest,
    page: {
      cards: joinPage(indexed, ownFound, place, question),
      lockedOnPage: lockedOnPage(query, first.lockedCount + (mine?.lockedCount ?? 0), page),
      totalCount,
      totalPages,
      page,
      ...(mine ? addOwnFacets(first.facets, mine.facets) : first.facets),
    },
  };
}

/** The catalog as OpenSearch has it. `version` is that of the last answer: make one for each request. */
export function searchCatalog(): CatalogReader {
  let version = '';
  return {
    get version() {
      return version;
    },
    async query(query, viewer, ownCards = []) {
      const { page, newest } = await findPage([query, viewer], ownCards);
      version = newest;
      return page;
    },
    async counts() {
      const [newest, deals] = await askAll([askNewest(), askDeals()]);
      version = newestOf(newest!);
      return countsOf(deals!);
    },
    card: indexedCard,
    async currentIds(ids) {
      const searches = askCurrent([...ids]);
      return searches.length === 0 ? new Map() : currentIdsOf(await askAll(searches), ids);
    },
    async similar(subject, viewer) {
      const search = askSimilar(subject, viewer);
      return search ? cardsOf((await askAll([search]))[0]!) : [];
    },
  };
}
