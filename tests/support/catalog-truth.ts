import type { Viewer } from '#core/cars/car.ts';
import { type Card, type CatalogChange, isCard } from '#core/cars/card.ts';
import type { CardPage, CardQuery } from '#core/catalog/card-query.ts';
import type { Random } from '#demo/cars/random.ts';
import { queryCards } from './query-cards.ts';
import { instant, randomCard, randomQuery, seeded } from './random-cards.ts';

const viewers: Record<string, Viewer> = {
  anonymous: { id: null, isPremium: false, seesEstimates: false },
  free: { id: 'free', isPremium: false, seesEstimates: false },
  beta: { id: 'beta', isPremium: false, seesEstimates: true },
  premium: { id: 'premium', isPremium: true, seesEstimates: true },
  'the owner of private cars': { id: 'owner', isPremium: false, seesEstimates: false },
};
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

/** The changes as they come: late, twice and in another order. */
function arrivalsOf(
  random: Random,
  changes: readonly CatalogChange[],
  earlier: readonly CatalogChange[],
): CatalogChange[][] {
  const repeated =
    earlier.length > 0 && random.chance(0.5) ? [random.pick(earlier), random.pick(earlier)] : [];
  const all = [...changes, ...repeated, random.pick(changes)];
  const shuffled = all
    .map((change) => ({ change, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ change }) => change);
  const half = random.chance(0.5) ? shuffled.length : Math.ceil(shuffled.length / 2);
  return [shuffled.slice(0, half), shuffled.slice(half)];
}

export type TruthQuestion = {
  /** Who asks what, for people. */
  name: string;
  query: CardQuery;
  viewer: Viewer;
  own: Card[];
  /** What a plain filter over the newest of every car answers. */
  expected: CardPage;
};

export type TruthStep = {
  /** The changes since the last step, in the portions in which they come. */
  arrivals: CatalogChange[][];
  /** The cars that are listed then. */
  cards: Card[];
  questions: TruthQuestion[];
};

/** So many steps of random changes, after each of which every kind of reader asks something at random. */
export function* truthSteps(seed: number, count: number): Generator<TruthStep> {
  const random = seeded(seed);
  const truth = createTruth();
  const earlier: CatalogChange[] = [];
  const owned = Array.from({ length: 12 }, (_, i) => ({
    ...randomCard(random, `p-${ids[i]}`, instant(0)),
    ownerId: 'owner',
  }));
  for (let step = 0; step < count; step++) {
    const changes = changesAt(random, step);
    for (const change of changes) truth.take(change.id, change.updatedAt, isInList(change) ? change : null);
    const arrivals = arrivalsOf(random, changes, earlier);
    earlier.push(...changes);
    const cards = truth.cards();
    const questions = Object.entries(viewers).map(([name, viewer]): TruthQuestion => {
      const own = viewer.id === 'owner' ? owned : [];
      const query = randomQuery(random, [...ids, ...own.map((card) => card.id)]);
      const expected = queryCards([...cards, ...own], query, viewer);
      return { name: `${name} asks ${JSON.stringify(query)}`, query, viewer, own, expected };
    });
    yield { arrivals, cards, questions };
  }
}

/** Five seeds with so many steps each, and five readers after every step, are the questions of the truth. */
export const truthSeeds = [1, 2, 3, 4, 5] as const;
export const stepsPerSeed = 200;
