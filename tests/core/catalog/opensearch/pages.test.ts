import { describe, expect, it } from 'vitest';
import { anonymous, type Viewer } from '#core/cars/car.ts';
import { everyCard, pageSize } from '#core/catalog/card-query.ts';
import { createCatalog } from '#core/catalog/catalog.ts';
import {
  addOwnFacets,
  askOwn,
  cardsOf,
  countsOf,
  facetsOf,
  indexedSpan,
  joinPage,
  newestOf,
  orderCards,
  requireWhole,
} from '#core/catalog/opensearch/answers.ts';
import {
  afterStride,
  askSpan,
  askStride,
  behind,
  isWithinWindow,
  spanOf,
} from '#core/catalog/opensearch/questions.ts';
import { findTown } from '#core/places/places.ts';
import { distanceKm } from '#core/places/towns.ts';
import { queryCards } from '#tests/support/query-cards.ts';
import { instant, randomCard, randomQuery, seeded } from '#tests/support/random-cards.ts';

const owner: Viewer = { id: 'owner', isPremium: false, seesEstimates: false };
const premium: Viewer = { id: 'premium', isPremium: true, seesEstimates: true };

describe('spanOf', () => {
  it.each([
    ['the first page', [0, 30, 100], { from: 0, size: 30, isFromEnd: false }],
    ['the last page, which is shorter', [90, 120, 100], { from: 90, size: 10, isFromEnd: false }],
    ['the last page of many', [999_990, 1_000_020, 1_000_000], { from: 0, size: 10, isFromEnd: true }],
    ['near the end of many', [900_000, 900_030, 1_000_000], { from: 99_970, size: 30, isFromEnd: true }],
    ['before the middle', [400_000, 400_030, 1_000_000], { from: 400_000, size: 30, isFromEnd: false }],
    [
      'the last span within one search',
      [9_970, 10_000, 1_000_000],
      { from: 9_970, size: 30, isFromEnd: false },
    ],
    ['an empty span of an empty list', [0, 30, 0], { from: 0, size: 0, isFromEnd: false }],
  ] as const)('a span is counted from the nearer end: %s', (_, [from, to, total], expected) => {
    expect(spanOf(from, to, total)).toEqual(expected);
  });

  it('a span deeper than one search allows is reached in several searches', () => {
    const span = spanOf(25_000, 25_030, 100_000);
    expect(isWithinWindow(span)).toBe(false);
    const stride = askStride(everyCard, premium, span, null);
    expect(stride.body).toMatchObject({ from: 9_999, size: 1, _source: false });
    const left = afterStride(afterStride(span));
    expect(left).toEqual({ from: 5_000, size: 30, isFromEnd: false });
    expect(isWithinWindow(left)).toBe(true);
    const values = [90_000, 'a'];
    const { body } = askSpan(everyCard, premium, left, values);
    expect((body.query as { bool: { filter: unknown[] } }).bool.filter).toContainEqual(
      behind(everyCard, premium, false, values),
    );
  });

  it('search_after continues after a document by all of its sort keys', () => {
    const alternatives = (clause: unknown) =>
      (clause as { bool: { should: { bool: { filter: unknown[] } }[] } }).bool.should.map(
        ({ bool }) => bool.filter,
      );
    expect(alternatives(behind({ ...everyCard, sort: 'deal' }, premium, false, [2, 0.9, '7']))).toEqual([
      [{ range: { dealRank: { lt: 2 } } }],
      [{ term: { dealRank: 2 } }, { range: { priceShare: { gt: 0.9 } } }],
      [{ term: { dealRank: 2 } }, { term: { priceShare: 0.9 } }, { range: { id: { gt: '7' } } }],
    ]);
    expect(alternatives(behind({ ...everyCard, sort: 'year_desc' }, premium, true, [2010, '7']))).toEqual([
      [{ range: { year: { gt: 2010 } } }],
      [{ term: { year: 2010 } }, { range: { id: { lt: '7' } } }],
    ]);
  });
});

describe('the order by distance', () => {
  const from = findTown('Odense')!;
  const query = { ...everyCard, sort: 'distance_asc', from } as const;
  const kmOf = (name: string) => distanceKm(findTown(name)!, from);
  const namesIn = (clause: unknown): string[] => {
    const { terms, bool } = clause as { terms?: { town: string[] }; bool?: { should: unknown[] } };
    return terms?.town ?? (bool?.should ?? []).flatMap((each) => namesIn(each));
  };

  it('each town’s distance is worked out here, so that the order is that of the memory engine', () => {
    const [byKm, byId] = askSpan(query, premium, { from: 0, size: 30, isFromEnd: false }).body.sort as [
      { _script: { order: string; script: { params: { km: Record<string, number> } } } },
      unknown,
    ];
    expect(byKm._script.order).toBe('asc');
    expect(byKm._script.script.params.km).toMatchObject({ Odense: 0, Aarhus: kmOf('Aarhus') });
    expect(byId).toEqual({ id: 'asc' });
    expect(
      askSpan({ ...query, from: null }, premium, { from: 0, size: 30, isFromEnd: false }).body.sort,
    ).toEqual([{ askedUp: 'asc' }, { id: 'asc' }]);
  });

  it('a search continues behind a car among the towns that are farther away, and cars of unknown towns come last', () => {
    const { bool } = behind(query, premium, false, [kmOf('Aarhus'), '7']) as {
      bool: { should: [unknown, { bool: { filter: [unknown, unknown] } }] };
    };
    const [farther, alike] = bool.should;
    expect(namesIn(farther)).toContain('Aalborg');
    expect(namesIn(farther)).not.toContain('Odense');
    expect(namesIn(farther)).not.toContain('Aarhus');
    expect(JSON.stringify(farther)).toContain('"must_not":[{"exists":{"field":"town"}}]');
    expect(namesIn(alike.bool.filter[0])).toContain('Aarhus');
    expect(alike.bool.filter[1]).toEqual({ range: { id: { gt: '7' } } });
    const nearer = (
      behind(query, premium, true, [kmOf('Aarhus'), '7']) as typeof bool & { bool: typeof bool }
    ).bool.should[0];
    expect(namesIn(nearer)).toContain('Odense');
    expect(JSON.stringify(nearer)).not.toContain('exists');
  });
});

describe('a search response', () => {
  it.each([
    ['an error', { error: { type: 'index_not_found_exception' } }],
    ['a part that failed', { _shards: { failed: 1 } }],
    ['an answer that was cut off', { timed_out: true }],
  ])('a response with %s is refused, because an incomplete list would go unnoticed', (_, answer) => {
    expect(() => requireWhole(answer)).toThrow(/not answered in full/);
  });

  const counted = (name: string, buckets: [string | number, number][], more = 0) => ({
    aggregations: {
      [name]: {
        sum_other_doc_count: more,
        buckets: buckets.map(([key, doc_count]) => ({ key, doc_count })),
      },
    },
  });

  it('facets have the order of the memory engine', () => {
    const { brands } = facetsOf(
      [
        counted('brand', [
          ['Ford', 1],
          ['Škoda', 2],
          ['Audi', 1],
        ]),
      ],
      anonymous,
    );
    expect(brands).toEqual([
      { name: 'Škoda', count: 2 },
      { name: 'Audi', count: 1 },
      { name: 'Ford', count: 1 },
    ]);
  });

  it('a response with more facet values than are counted is refused', () => {
    expect(() => facetsOf([counted('model', [['Golf', 1]], 3)], anonymous)).toThrow(/more values of model/);
  });

  it('the price histogram leaves out cars without a price', () => {
    const { priceHistogram } = facetsOf(
      [
        counted('price', [
          [0, 4],
          [99, 2],
          [255, 7],
        ]),
      ],
      anonymous,
    );
    expect(priceHistogram).toHaveLength(100);
    expect([priceHistogram[0], priceHistogram[99]]).toEqual([4, 2]);
    expect(priceHistogram.reduce((sum, count) => sum + count, 0)).toBe(6);
  });

  it('facets show deals to premium readers only, and the front page counts every deal', () => {
    const answer = { ...counted('deal', [['fair', 3]]), hits: { total: { value: 3 }, hits: [] } };
    expect(facetsOf([answer], owner).deals).toBeNull();
    expect(facetsOf([answer], premium).deals).toEqual([{ name: 'fair', count: 3 }]);
    expect(countsOf(answer)).toEqual({ amazing: 0, fair: 3, poor: 0, no_estimate: 0, total: 3 });
  });

  it('newestOf gives the newest change, and none of an empty index', () => {
    expect(newestOf({ aggregations: { newest: { value: Date.UTC(2026, 10, 1) } } })).toBe(
      '2026-11-01T00:00:00.000Z',
    );
    expect(newestOf({ aggregations: { newest: { value: null } } })).toBe('');
    expect(cardsOf({})).toEqual([]);
  });
});

describe('the viewer’s own cards', () => {
  it('own cards are merged into every page as if all cars were one list', () => {
    const random = seeded(11);
    let shown = 0;
    for (let round = 0; round < 100; round++) {
      const count = random.pick([0, 10, 29, 95]);
      const indexed = Array.from({ length: count }, (_, i) => randomCard(random, `1${i}`, instant(i)));
      const own = Array.from({ length: random.pick([1, 12, 40]) }, (_, i) => ({
        ...randomCard(random, `p-${i}`, instant(i)),
        ownerId: 'owner',
      }));
      const query = randomQuery(random, []);
      const asked = { ...query, among: null, page: random.pick([1, 2, 3]) };
      const expected = queryCards([...indexed, ...own], asked, owner);
      // What OpenSearch would find of the indexed cards, in the list's order.
      const whole = createCatalog(indexed).query({ ...asked, page: 1 }, owner);
      const pages = Array.from({ length: whole.totalPages }, (_, page) => ({ ...asked, page: page + 1 }));
      const found = pages.flatMap((each) => createCatalog(indexed).query(each, owner).cards);
      const mine = askOwn(own, asked, owner)!;
      const { page } = expected;
      const { from, to } = indexedSpan((page - 1) * pageSize, page * pageSize, mine.found.length);
      const place = {
        from: (page - 1) * pageSize,
        to: page * pageSize,
        indexedFrom: Math.min(from, found.length),
      };
      const cards = joinPage(found.slice(from, to), mine.found, place, [asked, owner]);
      expect(cards.map(({ id }) => id)).toEqual(expected.cards.map(({ id }) => id));
      const { cards: _, lockedOnPage: __, totalCount: ___, totalPages: ____, page: _____, ...facets } = whole;
      expect(addOwnFacets(facets, mine.facets)).toEqual(
        Object.fromEntries(
          Object.keys(facets).map((name) => [name, expected[name as keyof typeof expected]]),
        ),
      );
      shown += cards.filter(({ ownerId }) => ownerId !== null).length;
    }
    expect(shown).toBeGreaterThan(100);
  });

  it('a viewer without own cards needs no merging', () => {
    expect(askOwn([], everyCard, owner)).toBeNull();
    const cards = [2, 1].map((id) => randomCard(seeded(id), String(id), instant(id)));
    expect(joinPage(cards, [], { from: 0, to: 30, indexedFrom: 0 }, [everyCard, owner])).toEqual(cards);
    expect(orderCards(cards, { ...everyCard, sort: 'listed_asc' }, owner)).toHaveLength(2);
  });
});
