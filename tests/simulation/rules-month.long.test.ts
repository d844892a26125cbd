import { describe, expect, it } from 'vitest';
import type { Car } from '#core/cars/car.ts';
import type { TellRuleWire, WebSubscriptionWire } from '#core/contract/routes/searches.ts';
import type { CallResponse } from '#core/contract/table.ts';
import { usualRule } from '#core/searches/automated-search.ts';
import { createRandom } from '#demo/cars/random.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { takesAllCases } from '#tests/support/extent.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { loadSearches } from '#tests/support/search-hours.ts';
import { storeCar, storePlan } from '#tests/support/stored-car.ts';

const random = createRandom('a month of rules');
const hourMs = 3_600_000;
const days = 30;

const world = await worldOfFile('2026-10-01T08:00:00.000Z', { hasAlerts: true });
const searches = await loadSearches(world);
const cars = await import('#functions/cars/store.ts');
const routes = await import('#functions/searches/api.ts');

const makes = Array.from({ length: takesAllCases ? 10 : 5 }, (_, n) => `Make${n}`);
type Followed = { as: string; id: string; make: string; rule: TellRuleWire };

function anyRule(): TellRuleWire {
  return {
    new_cars: random.chance(0.7),
    amazing: random.chance(0.7),
    price_drop: random.chance(0.7)
      ? { least_dkk: random.pick([null, 2000, 10_000]), least_percent: random.pick([null, 3, 15]) }
      : null,
    entered: random.chance(0.5),
    below_market_percent: random.pick([null, 5, 15]),
    gone: random.chance(0.5),
  };
}
async function follow(as: string, make: string, rule: TellRuleWire): Promise<Followed> {
  const { status, body } = await callRoute<{ subscription: WebSubscriptionWire }>(
    routes.createSubscriptionRoute,
    { as, body: { filters: { brand: make, maxPrice: '100000', maxMileage: '150000' }, rule } },
  );
  expect(status).toBe(201);
  return { as, id: body.subscription.id, make, rule };
}

const ids = new Map<string, string[]>();
const anyState = (): Partial<Car> => ({
  priceDkk: random.pick([60_000, 85_000, 95_000, 99_000, 99_001, 108_000, 990_000]),
  mileageKm: random.pick([120_000, 120_000, 149_000, 151_000]),
  rating: makeRating({
    deal: random.pick(['fair', 'fair', 'poor', 'amazing'] as const),
    avgDkk: random.pick([90_000, 100_000, 115_000]),
  }),
  ...(random.chance(0.1)
    ? { availability: 'sold' as const, goneAt: new Date().toISOString() }
    : { availability: 'live' as const, goneAt: null }),
});
async function write(car: Car, store: (car: Car) => Promise<unknown>): Promise<void> {
  const at = new Date().toISOString();
  const { priceDkk, priceHistory } = car;
  const isSame = priceHistory.at(-1)?.priceDkk === priceDkk;
  await store({
    ...car,
    priceHistory: isSame ? priceHistory : [...priceHistory, { at, priceDkk }],
    scrapedAt: at,
    updatedAt: at,
  });
  while (await world.deliver());
  world.advance(60_000);
}
async function arrives(make: string, fields: Partial<Car> = anyState()): Promise<string> {
  const id = `${make.toLowerCase()}car${ids.get(make)?.length ?? 0}`;
  ids.set(make, [...(ids.get(make) ?? []), id]);
  const car = makeCar({ ...fields, id, make, priceHistory: [], firstSeenAt: new Date().toISOString() });
  await write(car, storeCar);
  return id;
}
async function changes(id: string, fields: Partial<Car>): Promise<void> {
  const { car, source, version } = (await cars.getCar(id, null))!;
  await write({ ...car, ...fields }, (after) => cars.storeCar(after, source, version));
}
async function passHour(): Promise<void> {
  await searches.passHour();
  await world.settle();
}

/** What a person was told of the cars of a make: each kind, car and price has one key, which outlives the alert. */
async function toldOf({ as, make }: Pick<Followed, 'as' | 'make'>): Promise<string[]> {
  const { queryAll } = await import('#functions/platform/table.ts');
  const { userKeys } = await import('#functions/platform/keys.ts');
  const items = await queryAll(userKeys.partition(as), 'SEEN#');
  return items.map(({ sk }) => sk.slice('SEEN#'.length)).filter((key) => key.startsWith(make.toLowerCase()));
}

describe('thirty days of searches with rules', () => {
  it('a month of random events is told as the replay of each rule says, and nothing of locked cars', async () => {
    for (const make of makes) for (let n = 0; n < 4; n++) await arrives(make);
    const people = Array.from({ length: takesAllCases ? 165 : 10 }, (_, n) => `person${n}`);
    const followed: Followed[] = [];
    for (const as of people) {
      await storePlan(as, { type: 'lifetime' });
      for (const make of random.sample(makes, 3)) followed.push(await follow(as, make, anyRule()));
    }
    const free: Followed[] = [];
    for (const [n, make] of makes.entries())
      free.push(await follow(`free${n}`, make, { ...anyRule(), amazing: false, below_market_percent: null }));
    const beganMs = Date.now();
    const untilMs = beganMs + days * 24 * hourMs;
    for (let round = 0; Date.now() < untilMs - 32 * hourMs; round++) {
      if (random.chance(0.5)) await arrives(random.pick(makes));
      for (let n = 0; n < 8; n++) await changes(random.pick(ids.get(random.pick(makes))!), anyState());
      await passHour();
      // Nothing changes until a minute after a later full hour: the hours between would tell nothing.
      world.advance(28 * hourMs + 60_000);
      if (round % 4 === 3) for (const { as, id } of [...followed, ...free]) await searches.prolong(as, id);
    }
    await passHour();
    world.advance(untilMs - Date.now());
    let count = 0;
    const differing: string[] = [];
    for (const { as, id, make, rule } of followed) {
      const { body } = await callRoute<CallResponse<'POST /api/subscriptions/replay'>>(
        routes.replayRuleRoute,
        { as, body: { id, rule } },
      );
      const told = await toldOf({ as, make });
      count += told.length;
      if (told.length !== body.count)
        differing.push(`${as} ${make} ${JSON.stringify(rule)}: ${body.count} for ${told.length}`);
    }
    expect(differing).toEqual([]);
    expect(count).toBeGreaterThan(100);
    for (const each of free)
      expect((await toldOf(each)).filter((key) => /amazing|below/.test(key))).toEqual([]);
  }, 900_000);

  it('of a hundred cars that a search found, all that become amazing later are told', async () => {
    const make = 'Later';
    await storePlan('lena', { type: 'lifetime' });
    await follow('lena', make, usualRule('filter-'));
    world.advance(60_000);
    const fair = { priceDkk: 90_000, mileageKm: 120_000, rating: makeRating({ avgDkk: 95_000 }) };
    for (let n = 0; n < 100; n++) await arrives(make, fair);
    await passHour();
    const rating = makeRating({ deal: 'amazing', avgDkk: 120_000 });
    for (const id of ids.get(make)!) await changes(id, { rating });
    const told = (await toldOf({ as: 'lena', make })).filter((key) => key.includes('#amazing_deal#'));
    expect(told).toHaveLength(100);
  }, 300_000);
});
