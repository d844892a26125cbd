import { describe, expect, it } from 'vitest';
import { anonymous, type Viewer } from '#core/cars/car.ts';
import { type CardQuery, everyCard } from '#core/catalog/card-query.ts';
import { askCurrent, currentIdsOf } from '#core/catalog/opensearch/answers.ts';
import {
  askDeals,
  askFacets,
  askLocked,
  askNewest,
  askSimilar,
  askSpan,
  askStride,
  oneOf,
  plainClauses,
  type Search,
  spanOf,
} from '#core/catalog/opensearch/questions.ts';
import { findTown } from '#core/places/places.ts';
import { makeCard } from '#tests/support/make-car.ts';

const free: Viewer = { id: 'free', isPremium: false, seesEstimates: false };
const premium: Viewer = { id: 'premium', isPremium: true, seesEstimates: true };
const ask = (fields: Partial<CardQuery>): CardQuery => ({ ...everyCard, ...fields });
const first = spanOf(0, 30, 1000);

/** Every search that counts or shows cars for a query. */
function searchesOf(query: CardQuery, viewer: Viewer): Search[] {
  const { found, others } = askFacets(query, viewer);
  const similar = askSimilar(makeCard({ id: '1', make: 'Ford' }), viewer);
  return [found, ...others, askSpan(query, viewer, first), askStride(query, viewer, first, null), similar!];
}
const clausesOf = ({ body }: Search) => (body.query as { bool: { filter: unknown[] } }).bool.filter;
const isOpen = { bool: { must_not: [{ terms: { deal: ['amazing'] } }] } };
const isListed = { term: { isListed: true } };

const narrow = ask({
  ...{ brands: ['Škoda'], models: ['Octavia'], deals: ['fair'], fuels: ['diesel'], gearbox: 'manual' },
  ...{ seller: 'private', sources: ['dba'], bodies: ['suv'], colors: ['white'], minPriceDkk: 50_000 },
});

describe('counting searches', () => {
  it('counting searches are cached and never answered by a part of the shards', () => {
    const { found, others } = askFacets(narrow, premium);
    const counting = [found, ...others, askNewest(), askDeals(), askLocked(everyCard, free)!];
    for (const { head, body } of counting) {
      expect(head).toMatchObject({ request_cache: true, allow_partial_search_results: false });
      expect(body.size).toBe(0);
    }
  });
});

describe('access in searches', () => {
  it.each([
    ['anonymous', anonymous],
    ['free', free],
  ])(
    'every search of the %s reader excludes locked cars from counts, lists and similar cars',
    (_, viewer) => {
      for (const query of [everyCard, narrow])
        for (const search of searchesOf(query, viewer))
          expect(clausesOf(search)).toEqual(expect.arrayContaining([isListed, isOpen]));
    },
  );

  it('a search of a premium reader includes all listed cars', () => {
    for (const search of searchesOf(narrow, premium)) {
      expect(clausesOf(search)).toContainEqual(isListed);
      expect(JSON.stringify(search)).not.toContain('must_not":[{"terms":{"deal"');
    }
  });

  it('without premium neither filter nor facet nor order depends on the deal', () => {
    const { found, others } = askFacets(narrow, free);
    expect(JSON.stringify([found, others])).not.toContain('"terms":{"deal":["fair"]}');
    expect(JSON.stringify([found, others])).not.toContain('"field":"deal"');
    expect(askSpan(ask({ sort: 'deal' }), free, first).body.sort).toEqual([
      { askedUp: 'asc' },
      { id: 'asc' },
    ]);
    expect(askSpan(ask({ sort: 'deal' }), premium, first).body.sort).toEqual([
      { dealRank: 'desc' },
      { priceShare: 'asc' },
      { id: 'asc' },
    ]);
  });

  it('a reader who is not signed in never searches plates', () => {
    const query = ask({ text: 'AB 12 345' });
    expect(JSON.stringify(searchesOf(query, anonymous))).not.toContain('guardedWords');
    expect(JSON.stringify(searchesOf(query, free))).toContain('"prefix":{"guardedWords":"ab12345"}');
  });
});

describe('the filters', () => {
  const only = (fields: Partial<CardQuery>) => plainClauses(ask(fields), premium).slice(1);

  it('no filter adds a clause when nothing is set', () => {
    expect(only({})).toEqual([]);
    expect(clausesOf(askFacets(everyCard, premium).found)).toEqual([isListed]);
  });

  it.each<[string, Partial<CardQuery>, unknown[]]>([
    [
      'years, of which an unknown one is none',
      { maxYear: 2015 },
      [{ range: { year: { gte: 1, lte: 2015 } } }],
    ],
    ['mileage', { maxMileageKm: 0 }, [{ range: { mileageKm: { lte: 0 } } }]],
    ['power, of which an unknown one is none', { minHorsepower: 0 }, [{ range: { horsepower: { gte: 1 } } }]],
    ['inspection', { inspectionAfter: '2026-11-20' }, [{ range: { inspection: { gt: 20_261_120 } } }]],
    [
      'days listed',
      { listedFrom: '2026-11-01T00:00:00.000Z', listedUntil: '2026-11-02T00:00:00.000Z' },
      [
        { range: { ageKnown: { gte: 1 } } },
        { range: { listedMs: { gte: Date.UTC(2026, 10, 1), lte: Date.UTC(2026, 10, 2) } } },
      ],
    ],
    [
      'equipment, all of it',
      { features: ['towbar', 'seat_heating'] },
      [{ term: { features: 'towbar' } }, { term: { features: 'seat_heating' } }],
    ],
    ['cars, and none of none', { among: new Set() }, [{ terms: { id: [] } }]],
  ])('the filter narrows by %s', (_, fields, expected) => {
    expect(only(fields)).toEqual(expected);
  });

  it('the text filter folds words as the memory engine does and matches their beginnings', () => {
    expect(only({ text: 'Ærø Skod' })).toEqual([
      {
        bool: {
          minimum_should_match: 1,
          should: [
            {
              bool: {
                filter: ['aeroe', 'skod'].map((word) => ({
                  bool: {
                    minimum_should_match: 1,
                    should: [{ prefix: { openWords: word } }, { prefix: { guardedWords: word } }],
                  },
                })),
              },
            },
          ],
        },
      },
    ]);
    expect(only({ text: ' • ' })).toEqual([]);
  });

  it('a car is left out by a whole word to avoid, or by all words of one entry', () => {
    const has = (field: string) => (word: string) => ({ term: { [field]: word } });
    const either = (word: string) => ({
      bool: { minimum_should_match: 1, should: [has('openWords')(word), has('guardedWords')(word)] },
    });
    expect(only({ avoid: ['Ærø', 'ny kobling', ' • '] })).toEqual([
      {
        bool: {
          must_not: [
            { bool: { filter: [either('aeroe')] } },
            { bool: { filter: [either('ny'), either('kobling')] } },
          ],
        },
      },
    ]);
    const open = JSON.stringify(plainClauses(ask({ avoid: ['AB12345'] }), anonymous));
    expect(open).toContain('ab12345');
    expect(open).not.toContain('guardedWords');
  });

  it('the place filter lists towns by name, because distances are computed here', () => {
    const [near] = only({ near: { town: findTown('Thisted')!, radiusKm: 1 } });
    expect(near).toEqual({ terms: { town: ['Thisted'] } });
  });

  it('oneOf splits values that exceed the limit of one clause', () => {
    const ids = Array.from({ length: 140_000 }, (_, i) => String(i));
    const { bool } = oneOf('id', ids) as { bool: { should: { terms: { id: string[] } }[] } };
    expect(bool.should.map(({ terms }) => terms.id.length)).toEqual([65_536, 65_536, 8_928]);
    expect(bool.should.flatMap(({ terms }) => terms.id)).toEqual(ids);
  });
});

describe('the facets', () => {
  const fieldsOf = ({ body }: Search) =>
    Object.values(body.aggs as Record<string, { terms: { field: string } }>).map(({ terms }) => terms.field);

  it('facets without a filter are counted with the total, models only for chosen makes', () => {
    const { found, others } = askFacets(everyCard, premium);
    expect(others).toEqual([]);
    expect(found.body).toMatchObject({ size: 0, track_total_hits: true });
    expect(fieldsOf(found).toSorted()).toEqual(
      [
        ...['priceStep', 'make', 'deal', 'fuel', 'gearbox', 'seller', 'sources', 'body', 'color', 'features'],
      ].toSorted(),
    );
  });

  it('a facet counts what all filters but its own leave', () => {
    const { found, others } = askFacets(narrow, premium);
    expect(fieldsOf(found)).toEqual(['features']);
    expect(clausesOf(found)).toHaveLength(11);
    const own: Record<string, unknown> = {
      priceStep: { range: { priceDkk: { gte: 50_000 } } },
      make: { terms: { makeFolded: ['skoda'] } },
      model: { terms: { modelFolded: ['octavia'] } },
      deal: { terms: { deal: ['fair'] } },
      fuel: { terms: { fuel: ['diesel'] } },
      gearbox: { terms: { gearbox: ['manual'] } },
      seller: { terms: { seller: ['private'] } },
      sources: { terms: { sources: ['dba'] } },
      body: { terms: { body: ['suv'] } },
      color: { terms: { color: ['white'] } },
    };
    expect(others.flatMap(fieldsOf).toSorted()).toEqual(Object.keys(own).toSorted());
    for (const search of others) {
      const [field] = fieldsOf(search);
      expect(clausesOf(found), field).toContainEqual(own[field!]);
      expect(clausesOf(search), field).toEqual(
        clausesOf(found).filter((clause) => JSON.stringify(clause) !== JSON.stringify(own[field!])),
      );
    }
  });

  it('facets are answered by all shards or not at all', () => {
    const all = [askNewest(), askDeals(), askLocked(everyCard, free)!, ...searchesOf(narrow, premium)];
    expect(all.every(({ head }) => head.allow_partial_search_results === false)).toBe(true);
  });
});

describe('askLocked', () => {
  it('locked cars are counted only for the stubs of an unfiltered page', () => {
    expect(clausesOf(askLocked(everyCard, free)!)).toEqual([isListed, { terms: { deal: ['amazing'] } }]);
    expect(askLocked(ask({ text: 'golf' }), free)).toBeNull();
    expect(askLocked(everyCard, premium)).toBeNull();
  });
});

describe('askSimilar', () => {
  it('similar cars have the same make and are not the car itself', () => {
    const search = askSimilar(makeCard({ id: '7', make: 'Ford', model: 'Kuga' }), premium)!;
    expect(clausesOf(search)).toEqual([
      isListed,
      { term: { make: 'Ford' } },
      { bool: { must_not: [{ term: { id: '7' } }] } },
    ]);
    expect(search.body).toMatchObject({ size: 8 });
  });

  it('similar cars are none that the reader hid', () => {
    const search = askSimilar(makeCard({ id: '7', make: 'Ford' }), premium, new Set(['8', '9']))!;
    expect(clausesOf(search)).toContainEqual({
      bool: { must_not: [{ term: { id: '7' } }, { terms: { id: ['8', '9'] } }] },
    });
  });

  it('similar cars are not searched when the make is unknown', () => {
    expect(askSimilar(makeCard({ make: null }), premium)).toBeNull();
  });
});

describe('askCurrent', () => {
  it('former ids are asked for in batches, and answered only for the ids asked', () => {
    const searches = askCurrent(Array.from({ length: 10_001 }, (_, i) => String(i)));
    expect(searches.map(({ body }) => JSON.stringify(body).length > 1000)).toEqual([true, false]);
    const hit = { _source: { card: { id: '9', formerIds: ['1', '2', '3'] } } };
    const answers = [{ hits: { hits: [hit] } }, { hits: { hits: [] } }];
    expect([...currentIdsOf(answers, ['2', '1', '8'])].toSorted()).toEqual([
      ['1', '9'],
      ['2', '9'],
    ]);
    expect(askCurrent([])).toEqual([]);
  });
});
