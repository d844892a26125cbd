import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { anonymous, type Car, type Viewer } from '#core/cars/car.ts';
import { type Card, toCard } from '#core/cars/card.ts';
import { isForSale } from '#core/cars/listing-life.ts';
import { readCardQuery } from '#core/catalog/card-query.ts';
import { carQuery } from '#core/contract/routes/car-parts.ts';
import type { CarListWire } from '#core/contract/routes/cars.ts';
import type { Random } from '#demo/cars/random.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { queryCards, toWireQuery } from '#tests/support/query-cards.ts';
import { randomCard, randomQuery, seeded } from '#tests/support/random-cards.ts';
import { storePlan, takeOutCar } from '#tests/support/stored-car.ts';

// The whole way from a write to an answer, against a plain filter over what the table holds. The engine alone answers its
// 5,000 queries in tests/core/catalog/truth.long.test.ts.
const rounds = 40;
const queriesPerViewer = 5;
const ids = Array.from({ length: 90 }, (_, i) => `90071992547${String(i * 37).padStart(4, '0')}`);
const ownIds = ids.slice(0, 8).map((id) => `p-${id}`);

const viewers: Viewer[] = [
  anonymous,
  { id: 'free', isPremium: false, seesEstimates: false },
  { id: 'beta', isPremium: false, seesEstimates: true },
  { id: 'premium', isPremium: true, seesEstimates: true },
  { id: 'owner', isPremium: false, seesEstimates: false },
];

let lagSeconds = 0;

const world = await worldOfFile('2026-11-21T08:00:00.000Z', { indexLagSeconds: () => lagSeconds });
beforeAll(async () => {
  await storePlan('beta', { priceUnlock: { until: null } });
  await storePlan('premium', { type: 'lifetime' });
});

/** A car whose card is the random one. */
function randomCar(random: Random, id: string, ownerId: string | null): Car {
  const { words, photos, deal, reason, lowDkk, avgDkk, highDkk, comparableCount, ...card } = randomCard(
    random,
    id,
    new Date().toISOString(),
  );
  expect(photos.length).toBeGreaterThan(0);
  const { sources, colorFamily, priceDrop, ...facts } = card;
  const [source = 'facebook', second] = sources;
  const itemUrl = 'https://www.dba.dk/mobility/item/1';
  const { priceDkk } = facts;
  return makeCar({
    ...facts,
    ownerId,
    description: words,
    source,
    alsoAt: second ? [{ source: second, itemUrl, priceDkk, availability: 'live' }] : [],
    color: colorFamily,
    priceHistory: priceDrop
      ? [
          { at: facts.firstSeenAt, priceDkk: priceDkk + priceDrop.dkk },
          { at: priceDrop.at, priceDkk },
        ]
      : [],
    availability: random.pick(['live', 'live', 'live', 'live', 'pending', 'sold', 'gone'] as const),
    flags: random.chance(0.1) ? ['wanted'] : [],
    rating: makeRating({ deal, reason, lowDkk, avgDkk, highDkk, comparableCount }),
  });
}

/** One write of the kinds that happen: a new car, a changed one, the same again, one taken out. */
async function write(random: Random): Promise<void> {
  const { getCar, putCarItem } = await import('#functions/cars/store.ts');
  const { transact } = await import('#functions/platform/table.ts');
  const isPrivate = random.chance(0.1);
  const id = random.pick(isPrivate ? ownIds : ids);
  const ownerId = isPrivate ? 'owner' : null;
  if (!isPrivate && random.chance(0.1)) return takeOutCar(id, new Date());
  const stored = await getCar(id, ownerId);
  const car = stored && random.chance(0.2) ? stored.car : randomCar(random, id, ownerId);
  await transact([putCarItem(car, {} as never, stored?.version ?? null)]);
}

/** What the table holds, read plainly: the shared cars in the list, and the owner's private ones. */
async function readCards(): Promise<{ shared: Card[]; own: Card[] }> {
  const { documentClient } = await import('#functions/platform/table.ts');
  const { Items = [], LastEvaluatedKey } = await documentClient.send(
    new ScanCommand({ TableName: process.env.TABLE_NAME }),
  );
  expect(LastEvaluatedKey).toBeUndefined();
  const cars = Items.filter(({ car }) => car).map(({ car }) => car as Car);
  const shared = cars
    .filter((car) => car.ownerId === null && isForSale(car))
    .filter(({ availability }) => availability === 'live' || availability === 'pending');
  return { shared: shared.map(toCard), own: cars.filter(({ ownerId }) => ownerId === 'owner').map(toCard) };
}

/** The list's and the snapshot's functions; new ones begin with an empty memory. */
async function environment() {
  vi.resetModules();
  return (await import('#functions/cars/api.ts')).listCarsRoute;
}

async function star(random: Random): Promise<ReadonlySet<string>> {
  const { readReader, starCar } = await import('#functions/accounts/store.ts');
  await starCar('owner', random.pick([...ids, ...ownIds]), new Date().toISOString());
  return (await readReader('owner')).stars;
}

describe('the list over the table', () => {
  it('the list answers like a plain filter over the table, for every reader after all writes', async () => {
    const random = seeded(7);
    let list = await environment();
    let asked = 0;
    for (let round = 0; round < rounds; round++) {
      lagSeconds = random.pick([0, 0, 5, 20]);
      for (let i = random.whole(1, 12); i > 0; i--) {
        await write(random);
        world.advance(random.whole(0, 4000));
        // Somebody asks meanwhile: what this look misses, the next one must bring.
        if (random.chance(0.3)) await callRoute(list);
      }
      const stars = await star(random);
      if (random.chance(0.2)) await (await import('#functions/catalog/workers.ts')).writeCatalogWorker();
      if (random.chance(0.2)) list = await environment();
      world.advance(51_000);
      lagSeconds = 0;
      const { shared, own } = await readCards();
      for (const viewer of viewers)
        for (let i = 0; i < queriesPerViewer; i++) {
          const isOwnView = viewer.id === 'owner' && random.chance(0.5);
          const query = { ...toWireQuery(randomQuery(random, [])), ...(isOwnView && { view: 'starred' }) };
          const { status, body } = await callRoute<CarListWire>(list, {
            ...(viewer.id && { as: viewer.id }),
            query,
          });
          const cards = isOwnView ? [...shared, ...own] : shared;
          const plain = readCardQuery(carQuery.parse(query), new Date(), isOwnView ? stars : null);
          const page = queryCards(cards, plain, viewer);
          const what = `round ${round}: ${viewer.id} asks ${JSON.stringify(query)}`;
          expect(status, what).toBe(200);
          expect(
            body.cars.filter((car) => !car.locked).map(({ id }) => id),
            what,
          ).toEqual(page.cards.map(({ id }) => id));
          expect(
            body.cars.filter((car) => car.locked),
            what,
          ).toHaveLength(page.lockedOnPage);
          const { cards: _, lockedOnPage: __, ...rest } = page;
          expect(body, what).toMatchObject(rest);
          asked++;
        }
    }
    expect(asked).toBe(rounds * viewers.length * queriesPerViewer);
  }, 300_000);
});
