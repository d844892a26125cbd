import { describe, expect, it } from 'vitest';
import { type Card, type CatalogChange, isCard } from '#core/car/card.ts';
import type { Viewer } from '#core/car/viewer.ts';
import { type Catalog, createCatalog, openCatalog } from '#core/search/catalog.ts';
import type { Random } from '#demo/cars/random.ts';
import { queryCards } from '#tests/support/query-cards.ts';
import { instant, randomCard, randomQuery, seeded } from '#tests/support/random-cards.ts';

const viewers: Record<string, Viewer> = {
  anonymous: { id: null, isPremium: false, seesEstimates: false },
  free: { id: 'free', isPremium: false, seesEstimates: false },
  beta: { id: 'beta', isPremium: false, seesEstimates: true },
  premium: { id: 'premium', isPremium: true, seesEstimates: true },
  'the owner of private cars': { id: 'owner', isPremium: false, seesEstimates: false },
};
const queriesInAll = 5000;
const ids = Array.from({ length: 240 }, (_, i) => `9007199254741${String(i * 37).padStart(4, '0')}`);

/** What the list should hold: the newest change of every car, whatever order they came in. */
function createTruth() {
  const newest = new Map<string, { updatedAt: string; card: Card | null }>();
  return {
    take(id: string, updatedAt: string, card: Card | null) {
      const known = newest.get(id);
      if (!known || updatedAt >= known.updatedAt) newest.set(id, { updatedAt, card });
    },
    cards: () => [...newest.values()].flatMap(({ card }) => card ?? []),
  };
}

/** A few changes of cars, each at an instant of its own. */
function changesAt(random: Random, step: number): CatalogChange[] {
  return Array.from({ length: random.pick([1, 2, 40]) }, (_, i) => {
    const id = random.pick(ids);
    const updatedAt = instant(step * 100 + i);
    if (random.chance(0.1)) return { id, updatedAt, isListed: false };
    const card = randomCard(random, id, updatedAt);
    return random.chance(0.1) ? { ...card, availability: random.pick(['sold', 'gone'] as const) } : card;
  });
}

const isInList = (change: CatalogChange): change is Card =>
  isCard(change) && change.availability !== 'sold' && change.availability !== 'gone';

/** The changes come late, twice and in another order. */
function deliver(
  catalog: Catalog,
  random: Random,
  changes: readonly CatalogChange[],
  earlier: readonly CatalogChange[],
): void {
  const repeated =
    earlier.length > 0 && random.chance(0.5) ? [random.pick(earlier), random.pick(earlier)] : [];
  const all = [...changes, ...repeated, random.pick(changes)];
  const shuffled = all.map((change) => ({ change, at: random.next() })).sort((a, b) => a.at - b.at);
  const half = random.chance(0.5) ? shuffled.length : Math.ceil(shuffled.length / 2);
  for (const part of [shuffled.slice(0, half), shuffled.slice(half)])
    catalog.apply(part.map(({ change }) => change));
}

const reopen = (catalog: Catalog, chunkBytes: number): Catalog =>
  openCatalog([...catalog.snapshot(chunkBytes)])!;

describe('the catalog in memory', () => {
  it.each([1, 2, 3, 4, 5])(
    'answers as a plain filter over the newest of every car does, whoever asks and whatever changes (seed %i)',
    (seed) => {
      const random = seeded(seed);
      const truth = createTruth();
      const earlier: CatalogChange[] = [];
      const own = Array.from({ length: 12 }, (_, i) => ({
        ...randomCard(random, `p-${ids[i]}`, instant(0)),
        ownerId: 'owner',
      }));
      let catalog = createCatalog([]);
      for (let step = 0; step < queriesInAll / 25; step++) {
        const changes = changesAt(random, step);
        for (const change of changes)
          truth.take(change.id, change.updatedAt, isInList(change) ? change : null);
        deliver(catalog, random, changes, earlier);
        earlier.push(...changes);
        if (random.chance(0.05)) catalog = reopen(catalog, random.whole(100, 100_000));
        const cards = truth.cards();
        expect(catalog.size).toBe(cards.length);
        for (const [name, viewer] of Object.entries(viewers)) {
          const isOwner = viewer.id === 'owner';
          const query = randomQuery(random, isOwner ? [...ids, ...own.map((card) => card.id)] : ids);
          const page = catalog.query(query, viewer, isOwner ? own : []);
          const expected = queryCards(isOwner ? [...cards, ...own] : cards, query, viewer);
          expect(page, `${name} asks ${JSON.stringify(query)}`).toEqual(expected);
        }
      }
    },
    120_000,
  );
});
