import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Car } from '#core/cars/car.ts';
import type { Random } from '#demo/cars/random.ts';
import { callRoute, type RouteCall } from '#tests/support/call-route.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { toWireQuery } from '#tests/support/query-cards.ts';
import { randomCard, randomQuery, seeded } from '#tests/support/random-cards.ts';
import { storePlan } from '#tests/support/stored-car.ts';

// The same requests are asked twice; between them the locked cars become other cars: another price, make,
// place, plate, year, word, picture. Who may not see them must get the same answers to the last character, and so learns
// nothing from prices, plates, facets, totals, the order, comparables or anything else. Premium must see a difference.
const requestsPerViewer = 200;
const openIds = Array.from({ length: 60 }, (_, i) => `o${i}`);
const lockedIds = Array.from({ length: 25 }, (_, i) => `l${i}`);
const ownLockedIds = ['p-l1', 'p-l2'];
const stamp = '2026-11-21T07:00:00.000Z';
const people = ['anonymous', 'free', 'beta', 'expired', 'premium'] as const;
const outsiders = people.filter((name) => name !== 'premium');

const lists = new Map<string, string>();

/** What a locked car could be; two sets without a fact in common. */
const facts = {
  first: {
    make: 'Bugatti',
    model: 'Veyron',
    city: 'Skagen',
    word: 'solnedgang',
    plate: 'ZA',
    year: 2011,
    base: 311_111,
  },
  second: {
    make: 'Lada',
    model: 'Niva',
    city: 'Gedser',
    word: 'rustbunke',
    plate: 'ZB',
    year: 1998,
    base: 22_222,
  },
};
type Facts = (typeof facts)['first'];

function lockedCar(id: string, n: number, { make, model, city, word, plate, year, base }: Facts): Car {
  const priceDkk = base + n * 13;
  const number = String(10_000 + n * 97);
  return makeCar({
    id,
    ownerId: id.startsWith('p-') ? 'free' : null,
    title: `${make} ${model} ${plate} ${number}`,
    description: `${word} ${n}`,
    make,
    model,
    city,
    year,
    priceDkk,
    plate: `${plate}${number}`,
    mileageKm: base % 90_000,
    fuel: base > 100_000 ? 'hydrogen' : 'gas',
    photos: [
      { small: `${word}-s${n}`, large: `${word}-l${n}`, blurredSmall: null, blurredLarge: null, hash: null },
    ],
    rating: makeRating({
      deal: 'amazing',
      lowDkk: priceDkk + 7,
      avgDkk: priceDkk + 77,
      highDkk: priceDkk + 777,
    }),
    updatedAt: stamp,
  });
}

const plateOf = (n: number) => `CD${String(20_000 + n * 31)}`;

/** Open cars were compared with locked ones, as valuations do. */
function openCar(random: Random, id: string, n: number): Car {
  const { make, model, city, year, priceDkk, fuel, gearbox, sellerType, mileageKm } = randomCard(
    random,
    id,
    stamp,
  );
  return makeCar({
    ...{ id, make, model, city, year, priceDkk, fuel, gearbox, sellerType, mileageKm },
    title: `${make} ${model} ${plateOf(n)}`,
    plate: plateOf(n),
    photos: [
      {
        small: `open-s${n}`,
        large: `open-l${n}`,
        blurredSmall: `blur-s${n}`,
        blurredLarge: `blur-l${n}`,
        hash: null,
      },
    ],
    rating: makeRating({
      deal: random.pick(['fair', 'poor', 'no_estimate'] as const),
      ...{ lowDkk: 424_201, avgDkk: 424_202, highDkk: 424_203 },
      comparableIds: [...random.sample(openIds, 3), ...random.sample(lockedIds, 3)],
    }),
    updatedAt: stamp,
  });
}

async function store(cars: readonly Car[]): Promise<void> {
  const { getCar, putCarItem } = await import('#functions/cars/store.ts');
  const { transact } = await import('#functions/platform/table.ts');
  for (const car of cars) {
    const stored = await getCar(car.id, car.ownerId);
    await transact([putCarItem(car, {} as never, stored?.version ?? null)]);
  }
}
const storeLocked = (set: Facts) =>
  store([...lockedIds, ...ownLockedIds].map((id, n) => lockedCar(id, n, set)));

await worldOfFile('2026-11-21T08:00:00.000Z');
beforeAll(async () => {
  const random = seeded(6);
  await store(openIds.map((id, n) => openCar(random, id, n)));
  await storeLocked(facts.first);
  await storePlan('beta', { priceUnlock: { until: null } });
  await storePlan('premium', { type: 'lifetime' });
  await storePlan('expired', { type: 'premium_monthly', currentPeriodEnd: '2026-11-20T08:00:00.000Z' });
  const { addDiscovery, addToList } = await import('#functions/cars/store.ts');
  const { starCar } = await import('#functions/accounts/store.ts');
  const { addCollection } = await import('#functions/searches/collection-store.ts');
  for (const name of people.slice(1)) {
    const own = name === 'free' ? ownLockedIds : [];
    await addCollection(name, 'list', { id: `list-${name}`, name: 'Mine', createdAt: stamp });
    lists.set(name, `list-${name}`);
    for (const carId of [...openIds.slice(0, 20), ...lockedIds.slice(0, 10), ...own]) {
      await starCar(name, carId, stamp);
      await addDiscovery(name, { carId, jobId: `job-${name}`, discoveredAt: stamp });
      await addToList(name, `list-${name}`, carId);
    }
    await startOwnImport(name);
  }
});

async function startOwnImport(userId: string): Promise<void> {
  const { beginImport } = await import('#functions/imports/begin-import.ts');
  const { addToJob } = await import('#functions/imports/job-store.ts');
  const id = `job-${userId}`;
  await beginImport({
    userId,
    job: { id, kind: 'scrape', href: `https://x/${userId}`, linkHash: userId, privateTo: null },
    historyId: 'h',
    scrapeType: 'manual',
    charge: null,
    idempotencyKey: null,
    now: new Date(),
  });
  const cars = [...openIds.slice(0, 9), ...lockedIds.slice(0, 9)];
  await addToJob(id, { found: cars, done: cars }, stamp);
}

/** Filters that close in on a locked car of either set, as somebody would who guesses. */
function closeIn(random: Random): Record<string, string> {
  const { make, model, city, word, plate, year, base } = random.pick([facts.first, facts.second]);
  const price = base + random.whole(0, 25) * 13;
  return random.pick<Record<string, string>>([
    { minPrice: String(price), maxPrice: String(price + random.pick([0, 12, 400])) },
    { minPrice: String(price - 1) },
    { maxPrice: String(price) },
    { q: random.pick([make, model, word, city, `${plate}100`, `${plate} 10 000`, word.slice(0, 3)]) },
    { brand: make },
    { place: city, radius: '5' },
    { minYear: String(year), maxYear: String(year) },
    { fuel: random.pick(['hydrogen', 'gas']) },
    { maxMileage: String(base % 90_000) },
    { deal: 'amazing' },
    { newSince: '2026-11-01T00:00:00.000Z' },
  ]);
}

type Request = { route: string; call: RouteCall };

function randomRequest(random: Random, as: string): Request {
  const who = as === 'anonymous' ? {} : { as };
  const kind = random.pick([
    'list',
    'list',
    'list',
    'list',
    'own',
    'own',
    'car',
    'similar',
    'counts',
    'lists',
  ]);
  const id = random.pick([random.pick(openIds), random.pick(lockedIds), ...ownLockedIds]);
  if (kind === 'car' || kind === 'similar') return { route: kind, call: { ...who, params: { id } } };
  if (kind === 'counts' || as === 'anonymous') {
    if (kind === 'counts') return { route: kind, call: {} };
  } else if (kind === 'lists') return { route: kind, call: { ...who, query: { car: id } } };
  const narrow = random.chance(0.6) ? closeIn(random) : toWireQuery(randomQuery(random, []));
  const sort = random.pick(['price_asc', 'price_desc', 'deal', 'mileage_asc', 'year_desc', 'scraped_desc']);
  const view: Record<string, string> = random.pick<Record<string, string>>([
    { view: 'starred' },
    { view: 'discovered' },
    { list: lists.get(as) ?? 'none' },
    { import: `job-${as}` },
  ]);
  const query = {
    ...narrow,
    sort,
    page: random.pick(['1', '1', '2', '3', '9']),
    ...(kind === 'own' && view),
  };
  return { route: 'list', call: { ...who, query } };
}

/** The same requests for the same seed, each answered by functions that begin with an empty memory. */
async function askAll(as: string): Promise<{ asked: string; text: string }[]> {
  vi.resetModules();
  const cars = await import('#functions/cars/api.ts');
  const handlers: Record<string, unknown> = {
    list: cars.listCarsRoute,
    car: cars.getCarRoute,
    similar: cars.listSimilarCarsRoute,
    counts: cars.countCarsRoute,
    lists: (await import('#functions/searches/api.ts')).listListsRoute,
  };
  const random = seeded(people.indexOf(as as never) + 1);
  const answers: { asked: string; text: string }[] = [];
  for (let i = 0; i < requestsPerViewer; i++) {
    const { route, call } = randomRequest(random, as);
    const { status, body } = await callRoute(handlers[route], call);
    expect(status, JSON.stringify(call)).toBeLessThan(500);
    answers.push({
      asked: `${as} asks ${route} ${JSON.stringify(call)}`,
      text: JSON.stringify({ status, body }),
    });
  }
  return answers;
}

const forbidden = [
  ...Object.values(facts).flatMap(({ make, model, city, word, plate }) => [
    make,
    model,
    city,
    word,
    `${plate}1`,
  ]),
  ...Object.values(facts).flatMap(({ base }) => lockedIds.map((_, n) => String(base + n * 13))),
];

describe('a locked car', () => {
  const first = new Map<string, { asked: string; text: string }[]>();
  const second = new Map<string, { asked: string; text: string }[]>();

  beforeAll(async () => {
    for (const as of people) first.set(as, await askAll(as));
    await storeLocked(facts.second);
    for (const as of people) second.set(as, await askAll(as));
  });

  it.each(outsiders)('a locked car changes no character of the answers to: %s', (as) => {
    const differing = first.get(as)!.filter(({ text }, i) => text !== second.get(as)![i]!.text);
    expect(differing.map(({ asked }) => asked).slice(0, 5)).toEqual([]);
  });

  it.each(outsiders)('a locked car shows none of its facts to: %s', (as) => {
    const telling = [...first.get(as)!, ...second.get(as)!].filter(({ text, asked }) => {
      const words = forbidden.filter((word) => !asked.includes(word));
      return words.some((word) => text.includes(word));
    });
    expect(telling.map(({ asked }) => asked).slice(0, 5)).toEqual([]);
  });

  it('premium readers see the locked car, so that the test can fail', () => {
    const differing = first.get('premium')!.filter(({ text }, i) => text !== second.get('premium')![i]!.text);
    expect(differing.length).toBeGreaterThan(requestsPerViewer / 4);
  });

  it('the answers contain open cars, so that there is something to compare', () => {
    for (const as of outsiders)
      expect(first.get(as)!.filter(({ text }) => /"id":"o\d+"/.test(text)).length).toBeGreaterThan(40);
  });

  it('estimates are shown only to those who paid for them', () => {
    for (const as of people) {
      const sees = as === 'beta' || as === 'premium';
      const shows = first.get(as)!.some(({ text }) => /42420[123]/.test(text));
      expect(shows, as).toBe(sees);
    }
  });

  it('plates, in text and pictures, are shown only to signed-in readers', () => {
    for (const as of people) {
      const texts = first.get(as)!.map(({ text }) => text);
      const shows = texts.some((text) => /CD2\d{4}/.test(text) || /open-[sl]\d/.test(text));
      expect(shows, as).toBe(as !== 'anonymous');
    }
  });
});
