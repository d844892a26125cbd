import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { anonymous, type Viewer } from '#core/cars/car.ts';
import { everyCard } from '#core/catalog/card-query.ts';
import { documentOf, indexAlias } from '#core/catalog/opensearch/documents.ts';
import type { SearchAnswer } from '#core/catalog/opensearch/questions.ts';
import { beginIndex, indexChanges, searchCatalog, switchTo } from '#functions/catalog/opensearch.ts';
import { startEngine } from '#tests/support/engine-in-memory.ts';
import { makeCard } from '#tests/support/make-car.ts';

const engine = await startEngine();
afterAll(() => engine.close());

const premium: Viewer = { id: 'premium', isPremium: true, seesEstimates: true };
type Body = Record<string, unknown> & {
  from?: number;
  size: number;
  sort?: Record<string, unknown>[];
  aggs?: object;
  track_total_hits?: boolean;
};
/** Cars in a list of so many, asked by counting alone: the id of each is its place. */
const listOf =
  (total: number) =>
  (given: Record<string, unknown>): SearchAnswer => {
    const { from = 0, size, sort, query } = given as Body;
    const isFromEnd = JSON.stringify(sort?.at(-1)) === '{"id":"desc"}';
    const behind = /"range":\{"id":\{"[gl]t":"(\d+)"/.exec(JSON.stringify(query))?.[1];
    const start = behind === undefined ? (isFromEnd ? total - 1 : 0) : Number(behind) + (isFromEnd ? -1 : 1);
    const places = Array.from({ length: size }, (_, i) => (isFromEnd ? start - from - i : start + from + i));
    const hits = places
      .filter((place) => place >= 0 && place < total)
      .map((place) => ({ sort: [1, String(place)], _source: { card: makeCard({ id: String(place) }) } }));
    return {
      hits: { total: { value: total }, hits },
      aggregations: { newest: { value: Date.UTC(2026, 10, 1) } },
    };
  };
const spans = () =>
  engine.asked
    .flatMap(({ body }) => body.split('\n').filter((_, at) => at % 2 === 1))
    .map((line) => JSON.parse(line) as Body)
    .filter(({ sort }) => sort !== undefined)
    .map(({ from, size }) => [from, size]);
const page = async (number: number, viewer = premium) =>
  searchCatalog().query({ ...everyCard, page: number }, viewer);
const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => String(from + i));

beforeEach(() => {
  engine.asked.length = 0;
  engine.find(listOf(100_000));
});

describe('a page of the list from the engine', () => {
  it('answers a page of the list with one call, with total and facets', async () => {
    const { cards, totalCount, totalPages } = await page(2);
    expect(engine.asked.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /_msearch']);
    expect(cards.map(({ id }) => id)).toEqual(ids(30, 60));
    expect([totalCount, totalPages]).toEqual([100_000, 3334]);
  });

  it('answers a page beyond the last with the last one, counted from the end', async () => {
    const answer = await page(1_000_000);
    expect(answer.page).toBe(3334);
    expect(answer.cards.map(({ id }) => id)).toEqual(ids(99_990, 100_000));
    expect(spans()).toEqual([[0, 10]]);
  });

  it.each([
    [1_000, ids(29_970, 30_000), 3],
    [2_500, ids(74_970, 75_000), 3],
  ])(
    'reads page number %i, which is deeper than the engine counts, in several steps',
    async (number, expected, calls) => {
      expect((await page(number)).cards.map(({ id }) => id)).toEqual(expected);
      expect(spans()).toHaveLength(calls);
      expect(spans().every(([from, size]) => from! + size! <= 10_000)).toBe(true);
    },
  );

  it('answers an empty page when the list became shorter while a deep page was read', async () => {
    const long = listOf(100_000);
    engine.find((body) => ('sort' in body ? { hits: { hits: [] } } : long(body)));
    expect((await page(1_000)).cards).toEqual([]);
  });

  it('adds stubs for as many locked cars as exist when no filter is set', async () => {
    expect((await page(1, anonymous)).lockedOnPage).toBe(3);
    expect((await page(1, premium)).lockedOnPage).toBe(0);
    engine.asked.length = 0;
    const answer = await searchCatalog().query({ ...everyCard, minYear: 2010 }, anonymous);
    expect(answer.lockedOnPage).toBe(0);
  });

  it('names the newest change that the index contains', async () => {
    const catalog = searchCatalog();
    expect(catalog.version).toBe('');
    await catalog.query(everyCard, anonymous);
    expect(catalog.version).toBe('2026-11-01T00:00:00.000Z');
  });

  it('fails when the engine answers only in part or not at all', async () => {
    engine.find((body) => ({ ...listOf(10)(body), _shards: { failed: 1 } }));
    await expect(page(1)).rejects.toThrow(/not answered in full/);
    engine.refuse(/_msearch/, 403, { message: 'no permissions' });
    await expect(page(1)).rejects.toThrow(/refused POST \/_msearch: 403/);
  });
});

describe('a single card', () => {
  it('reads a single card as it is at this moment, and null when it is not listed', async () => {
    await switchTo(await beginIndex(new Date(), 'a1b2c3d4'));
    const card = makeCard({ id: 'a/b', updatedAt: '2026-11-20T10:00:00.000Z' });
    await indexChanges([card, { id: '2', updatedAt: card.updatedAt, isListed: false }]);
    // The words of its description are searched in, and not given out.
    expect(await searchCatalog().card('a/b')).toEqual({ ...card, words: '' });
    expect(await searchCatalog().card('2')).toBeNull();
    expect(await searchCatalog().card('3')).toBeNull();
    engine.refuse(/_doc/, 403);
    await expect(searchCatalog().card('2')).rejects.toThrow(/cannot read a card: 403/);
    expect(documentOf(card).document).toMatchObject({ isListed: true });
    expect(engine.asked.at(-1)!.path).toBe(`/${indexAlias}/_doc/2`);
  });
});

describe('former ids of cars', () => {
  it('makes no call when there are no former ids', async () => {
    expect((await searchCatalog().currentIds([])).size).toBe(0);
    expect(engine.asked).toEqual([]);
  });
});
