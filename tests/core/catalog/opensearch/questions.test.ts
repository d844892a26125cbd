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

/** Every search of a question that counts or shows cars. */
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

describe('a search that only counts', () => {
  it('is answered from memory while nothing changes, and never by some parts of the index only', () => {
    const { found, others } = askFacets(narrow, premium);
    const counting = [found, ...others, askNewest(), askDeals(), askLocked(everyCard, free)!];
    for (const { head, body } of counting) {
      expect(head).toMatchObject({ request_cache: true, allow_partial_search_results: false });
      expect(body.size).toBe(0);
    }
  });
});

describe('what a viewer may know', () => {
  it.each([
    ['anonymous', anonymous],
    ['free', free],
  ])('is in every search of the %s: no locked car is counted, shown or like another', (_, viewer) => {
    for (const query of [everyCard, narrow])
      for (const search of searchesOf(query, viewer))
        expect(clausesOf(search)).toEqual(expect.arrayContaining([isListed, isOpen]));
  });

  it('is everything that is listed for premium', () => {
    for (const search of searchesOf(narrow, premium)) {
      expect(clausesOf(search)).toContainEqual(isListed);
      expect(JSON.stringify(search)).not.toContain('must_not":[{"terms":{"deal"');
    }
  });

  it('is no deal of a car without premium: neither filter nor facet nor order goes by it', () => {
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

  it('is no plate for who is not signed in, whatever they search for', () => {
    const query = ask({ text: 'AB 12 345' });
    expect(JSON.stringify(searchesOf(query, anonymous))).not.toContain('guardedWords');
    expect(JSON.stringify(searchesOf(query, free))).toContain('"prefix":{"guardedWords":"ab12345"}');
  });
});

describe('the filters', () => {
  const only = (fields: Partial<CardQuery>) => plainClauses(ask(fields), premium).slice(1);

  it('ask nothing where nothing is set', () => {
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
  ])('narrow by %s', (_, fields, expected) => {
    expect(only(fields)).toEqual(expected);
  });

  it('ask for words as the memory engine folds them, each the beginning of some word', () => {
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

  it('ask for towns by name: how far they are is worked out here', () => {
    const [near] = only({ near: { town: findTown('Thisted')!, radiusKm: 1 } });
    expect(near).toEqual({ terms: { town: ['Thisted'] } });
  });

  it('part what is more than one clause takes', () => {
    const ids = Array.from({ length: 140_000 }, (_, i) => String(i));
    const { bool } = oneOf('id', ids) as { bool: { should: { terms: { id: string[] } }[] } };
    expect(bool.should.map(({ terms }) => terms.id.length)).toEqual([65_536, 65_536, 8_928]);
    expect(bool.should.flatMap(({ terms }) => terms.id)).toEqual(ids);
  });
});

describe('the facets', () => {
  const fieldsOf = ({ body }: Search) =>
    Object.values(body.aggs as Record<string, { terms: { field: string } }>).map(({ terms }) => terms.field);

  it('are all counted with the total where no filter of theirs is set; models only of makes that are asked for', () => {
    const { found, others } = askFacets(everyCard, premium);
    expect(others).toEqual([]);
    expect(found.body).toMatchObject({ size: 0, track_total_hits: true });
    expect(fieldsOf(found).toSorted()).toEqual(
      [
        ...['priceStep', 'make', 'deal', 'fuel', 'gearbox', 'seller', 'sources', 'body', 'color', 'features'],
      ].toSorted(),
    );
  });

  it('count what the filters but their own leave', () => {
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

  it('are whole or not answered', () => {
    const all = [askNewest(), askDeals(), askLocked(everyCard, free)!, ...searchesOf(narrow, premium)];
    expect(all.every(({ head }) => head.allow_partial_search_results === false)).toBe(true);
  });
});

describe('the locked cars', () => {
  it('are counted for the stubs of an unfiltered page alone', () => {
    expect(clausesOf(askLocked(everyCard, free)!)).toEqual([isListed, { terms: { deal: ['amazing'] } }]);
    expect(askLocked(ask({ text: 'golf' }), free)).toBeNull();
    expect(askLocked(everyCard, premium)).toBeNull();
  });
});

describe('cars like another', () => {
  it('are of its make, and not itself', () => {
    const search = askSimilar(makeCard({ id: '7', make: 'Ford', model: 'Kuga' }), premium)!;
    expect(clausesOf(search)).toEqual([
      isListed,
      { term: { make: 'Ford' } },
      { bool: { must_not: [{ term: { id: '7' } }] } },
    ]);
    expect(search.body).toMatchObject({ size: 8 });
  });

  it('are none where the make is unknown', () => {
    expect(askSimilar(makeCard({ make: null }), premium)).toBeNull();
  });
});

describe('ids that cars had', () => {
  it('are asked for in portions, and answered for those that were asked', () => {
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
