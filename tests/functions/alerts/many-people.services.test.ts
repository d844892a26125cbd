import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Happening, happeningKey } from '#core/alerts/alert.ts';
import type { Car } from '#core/cars/car.ts';
import { hourOf, runIdOf } from '#core/searches/automated-search.ts';
import { starCar } from '#functions/accounts/store.ts';
import { listNotifications, rememberHappenings } from '#functions/alerts/store.ts';
import { deliverWaiting } from '#functions/alerts/tell.ts';
import { addDiscovery, getCar, storeCar as storeAgain } from '#functions/cars/store.ts';
import { automaticRun, getJob, jobItem } from '#functions/imports/job-store.ts';
import { followerKey, linkKey, userKeys } from '#functions/platform/keys.ts';
import { dispatchSearches } from '#functions/searches/dispatch.ts';
import { serveFollowers } from '#functions/searches/followers.ts';
import { getLink, listFollowers, markServed, readSearches, writeSearch } from '#functions/searches/store.ts';
import { type Crowd, onBus, standCrowd } from '#tests/support/crowd.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';
import { storeCar, storePlan } from '#tests/support/stored-car.ts';

const now = new Date('2026-11-21T07:00:00.500Z');
const at = now.toISOString();
const inDays = (count: number) => new Date(now.getTime() + count * 86_400_000).toISOString();
const people = Array.from({ length: 250 }, (_, n) => `person-${n}`);
let crowd: Crowd;

beforeEach(async () => {
  crowd = standCrowd(now);
  for (const id of people) await storePlan(id, { type: 'lifetime' });
});
afterEach(() => crowd.close());

/** How many people have been told the same. */
function tally(each: readonly (readonly unknown[] | undefined)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of each) counts[String(one)] = (counts[String(one)] ?? 0) + 1;
  return counts;
}
const toldOf = async (ids: readonly string[]) =>
  tally(
    await Promise.all(ids.map(async (id) => (await listNotifications(id)).map(({ alert }) => alert.kind))),
  );
/** All that waits, in one run of the function after another, each message twice. */
async function takeAll(): Promise<void> {
  while (crowd.waiting.length > 0) {
    const bodies = crowd.waiting.splice(0, 5);
    expect(await crowd.take([...bodies, ...bodies])).toBe(0);
  }
}

const fallen = onBus({ type: 'price.dropped', carId: 'car', fromDkk: 160_000, toDkk: 149_900 } as never);

describe('a car that very many people starred', () => {
  beforeEach(async () => {
    await storeCar(makeCar({ id: 'car' }));
    for (const id of people) await starCar(id, 'car', at);
  });

  it('is told of by a message for each hundred, to each of them once', async () => {
    expect(await crowd.take([fallen])).toBe(0);
    expect(crowd.waiting.map((body) => JSON.parse(body).people.length)).toEqual([100, 100, 50]);
    expect(await toldOf(people)).toEqual({ '': 250 });
    await takeAll();
    expect(await toldOf(people)).toEqual({ price_drop: 250 });
  });

  it('is told of to all others when one of them cannot be told', async () => {
    await crowd.take([fallen]);
    const [first] = crowd.waiting.splice(0);
    const hundred: string[] = JSON.parse(first!).people;
    crowd.table.fail('TransactWriteCommand', new Error('refused'));
    expect(await crowd.take([first!])).toBe(1);
    expect(await toldOf(hundred)).toEqual({ price_drop: 99, '': 1 });
    expect(await crowd.take([first!], 2)).toBe(0);
    expect(await toldOf(hundred)).toEqual({ price_drop: 100 });
  });
});

it('tells of a car to the very many people whose searches found it', async () => {
  const moment = { mileageKm: 111_000, isAmazing: false, belowPercent: null, isOffered: true };
  const moments = [
    { ...moment, at: inDays(-1), priceDkk: 160_000 },
    { ...moment, at, priceDkk: 149_900, fromDkk: 160_000 },
  ];
  await storeCar(makeCar({ id: 'car', moments }));
  const search = { id: 'link', href: 'https://www.facebook.com/link', name: null };
  for (const id of people) {
    await writeSearch(
      id,
      { ...search, startTime: inDays(-1), endTime: inDays(6) },
      await readSearches(id),
      inDays(-1),
    );
    await addDiscovery(id, { carId: 'car', jobId: 'link-1', discoveredAt: inDays(-1), searchId: 'link' });
  }
  await crowd.take([onBus({ type: 'car.moved', carId: 'car', at } as never)]);
  expect(crowd.waiting).toHaveLength(3);
  await takeAll();
  expect(await toldOf(people)).toEqual({ price_drop: 250 });
});

describe('a link that very many people follow', () => {
  const hour = hourOf(now);
  const runId = runIdOf('link', hour);
  const href = 'https://www.facebook.com/marketplace/odense/search?query=octavia';

  beforeEach(async () => {
    for (const id of ['car', 'other']) await storeCar(makeCar({ id }));
    for (const id of people)
      await writeSearch(
        id,
        { id: 'link', href, name: null, startTime: inDays(-1), endTime: inDays(6) },
        await readSearches(id),
        inDays(-1),
      );
  });

  async function endRun(carIds: readonly string[], fields: object = {}): Promise<void> {
    const job = { id: runId, kind: 'scrape', href, linkHash: 'link', privateTo: null } as const;
    const done = new Set(carIds);
    crowd.table.add({
      ...jobItem(job, at),
      ...automaticRun(at),
      ...{ state: 'completed', ...(done.size > 0 && { done, found: done }), ...fields },
    });
    crowd.table.add({ ...crowd.table.get(linkKey('link'))!, jobId: runId } as never);
    await serveFollowers((await getJob(runId))!, at);
  }
  const brought = () =>
    tally(people.map((id) => crowd.table.get(userKeys.runDiscoveries(id, runId))?.carIds as string[]));

  it('brings each of them the cars of a run once, by messages, and is free for its next run at once', async () => {
    await endRun(['car']);
    expect(crowd.waiting).toHaveLength(3);
    expect(await getLink('link')).toMatchObject({ jobId: null, lastRun: { carsNew: 1 } });
    await takeAll();
    expect(brought()).toEqual({ car: 250 });
    expect((await listFollowers('link')).every(({ isServed }) => isServed)).toBe(true);
    expect(await toldOf(people)).toEqual({ new_cars: 250 });
  });

  it('brings those who had the cars of its last run only what is new', async () => {
    for (const id of people.slice(1)) await markServed('link', id);
    crowd.table.add({ pk: 'LINK#link', sk: 'SHOWN', kind: 'SHOWN', carIds: ['car'], lastIds: ['car'] });
    await endRun(['car', 'other']);
    await takeAll();
    expect(brought()).toEqual({ 'car,other': 1, other: 249 });
  });

  it('sends nothing in an hour without news', async () => {
    for (const id of people) await markServed('link', id);
    crowd.table.add({ pk: 'LINK#link', sk: 'SHOWN', kind: 'SHOWN', carIds: ['car'], lastIds: ['car'] });
    await endRun(['car']);
    expect(crowd.waiting).toEqual([]);
  });

  it('brings nothing to a person whose search ended while the run was on its way', async () => {
    crowd.table.add({ ...crowd.table.get(followerKey('link', 'person-3'))!, endTime: at } as never);
    await endRun(['car']);
    await takeAll();
    expect(brought()).toEqual({ car: 249, undefined: 1 });
  });

  it('is paused for each of them when the marketplace refuses it', async () => {
    await endRun([], { state: 'failed', failure: 'location_not_recognised' });
    await takeAll();
    const paused = people.map((id) => [crowd.table.get(userKeys.automatedSearch(id, 'link'))?.pausedFor]);
    expect(tally(paused)).toEqual({ location_not_recognised: 250 });
  });
});

describe('a filter of the list that very many people follow', () => {
  const search = { id: 'filter-skoda', href: '/?brand=Skoda', name: null };
  const runId = runIdOf(search.id, hourOf(now));
  const arrives = (id: string, fields: Partial<Car>) => {
    const then = inDays(-0.01);
    return storeCar(
      makeCar({ id, make: 'Skoda', firstSeenAt: then, scrapedAt: then, updatedAt: then, ...fields }),
    );
  };
  const found = (ids: readonly string[]) =>
    tally(ids.map((id) => crowd.table.get(userKeys.runDiscoveries(id, runId))?.carIds as string[]));

  beforeEach(async () => {
    await storePlan('person-7', { type: 'free' });
    for (const id of people) {
      const from = { startTime: inDays(-1), endTime: inDays(6) };
      await writeSearch(id, { ...search, ...from }, await readSearches(id), inDays(-0.1));
    }
  });

  it('brings each of them, by messages, the cars of the hour that they may see', async () => {
    await arrives('open', {});
    await arrives('locked', { rating: makeRating({ deal: 'amazing' }) });
    await arrives('other', { make: 'Volvo' });
    await arrives('old', { firstSeenAt: inDays(-3) });
    await dispatchSearches(hourOf(now), now);
    expect(crowd.waiting.map((body) => JSON.parse(body).people.length)).toEqual([100, 100, 50]);
    expect(crowd.table.all().filter(({ kind }) => kind === 'FOUND')).toEqual([]);
    expect(await getLink(search.id)).toMatchObject({ lastRun: { carsNew: 1 } });
    await takeAll();
    expect(found(people)).toEqual({ 'locked,open': 249, open: 1 });
    // The one on the free plan hears at the next full hour.
    expect(await toldOf(people)).toMatchObject({ '': 1 });
  });

  it('sends nothing in an hour in which no car fits it', async () => {
    await arrives('other', { make: 'Volvo' });
    await dispatchSearches(hourOf(now), now);
    expect(crowd.waiting).toEqual([]);
    expect(await getLink(search.id)).toMatchObject({ lastRun: { at, carsNew: 0 } });
  });

  it('brings nothing to who has left it, and no car that has gone since', async () => {
    for (const id of ['stays', 'goes']) await arrives(id, {});
    await dispatchSearches(hourOf(now), now);
    const { car, source, version } = (await getCar('goes', null))!;
    await storeAgain({ ...car, availability: 'gone', goneAt: at, updatedAt: at }, source, version);
    crowd.table.restore(
      crowd.table
        .all()
        .filter(({ pk, sk }) => pk !== userKeys.partition('person-3') || !String(sk).includes('filter')),
    );
    await takeAll();
    expect(found(people)).toEqual({ stays: 249, undefined: 1 });
  });
});

describe('a filter of the list that more changed cars fit than are compared', () => {
  const search = { id: 'filter-skoda', href: '/?brand=Skoda&maxPrice=150000', name: null };
  const runId = runIdOf(search.id, hourOf(now));
  const before = { mileageKm: 111_000, isAmazing: false, belowPercent: null, isOffered: true };
  const text = 'Velholdt familiebil med træk, nysynet og klar til levering. '.repeat(60);
  const arrive = async (id: string, firstSeenAt: string, moments: Car['moments'] = []) => {
    const then = inDays(-0.01);
    const car = { id, make: 'Skoda', description: text, firstSeenAt, scrapedAt: then, updatedAt: then };
    await storeCar(makeCar({ ...car, moments }));
  };
  const names = (kind: string, count: number) => Array.from({ length: count }, (_, n) => `${kind}-${n}`);
  const arrived = names('new', 20).sort();
  const entered = names('entered', 10);
  const rerated = names('rerated', 30);

  /** The cars that are new or have entered are neither the last seen first nor the first of the table. */
  beforeEach(async () => {
    for (const id of names('seen', 600)) await arrive(id, inDays(-2));
    for (const id of entered)
      await arrive(id, inDays(-9), [{ ...before, at: inDays(-9), priceDkk: 160_000 }]);
    for (const id of rerated)
      await arrive(id, inDays(-8), [{ ...before, at: inDays(-8), priceDkk: 149_900, belowPercent: 3 }]);
    for (const id of arrived) await arrive(id, inDays(-0.01));
    for (const id of names('seen-again', 600)) await arrive(id, inDays(-2));
  });

  const follow = async (ids: readonly string[]) => {
    for (const [n, id] of ids.entries()) {
      const rule = { entered: n > 0 };
      const from = { startTime: inDays(-1), endTime: inDays(6), rule };
      await writeSearch(id, { ...search, ...from }, await readSearches(id), inDays(-0.1));
    }
  };
  const found = (ids: readonly string[]) =>
    tally(ids.map((id) => crowd.table.get(userKeys.runDiscoveries(id, runId))?.carIds as string[]));

  /** How many whole cars, and how many cards, the work reads. */
  async function readsOf(work: () => Promise<unknown>): Promise<{ whole: number; cards: number }> {
    const reads = { whole: 0, cards: 0 };
    let isOver = false;
    crowd.table.onCall((name, { RequestItems }) => {
      if (isOver || name !== 'BatchGetCommand') return;
      const [asked] = Object.values(RequestItems!) as {
        Keys: { pk: string }[];
        ProjectionExpression?: string;
      }[];
      const cars = asked!.Keys.filter(({ pk }) => pk.startsWith('CAR#')).length;
      reads[asked!.ProjectionExpression ? 'cards' : 'whole'] += cars;
    });
    await work();
    isOver = true;
    return reads;
  }
  const saidOfRest = () =>
    crowd.logged.flatMap((line) => (line.includes('than are compared') ? [JSON.parse(line)] : []));

  it('brings very many people all that is new and has entered, and reads each card once for a hundred', async () => {
    await follow(people);
    expect(await readsOf(() => dispatchSearches(hourOf(now), now))).toEqual({ whole: 0, cards: 1260 });
    const matches = crowd.waiting.splice(0);
    expect(matches.map((body) => JSON.parse(body).carIds.length)).toEqual([1000, 1000, 1000]);
    expect(JSON.parse(matches[0]!).carIds).toEqual(expect.arrayContaining(rerated));
    expect(await readsOf(() => crowd.take(matches))).toEqual({ whole: 0, cards: 3000 });
    expect(found(people)).toEqual({ [String([...entered, ...arrived])]: 249, [String(arrived)]: 1 });
    expect(saidOfRest()).toMatchObject([{ level: 'warn', fitting: 1260, left: 260, leftSeenAgain: 260 }]);
  });

  it('brings few people the same', async () => {
    const few = people.slice(0, 5);
    await follow(few);
    expect(await readsOf(() => dispatchSearches(hourOf(now), now))).toEqual({ whole: 0, cards: 2260 });
    expect(found(few)).toEqual({ [String([...entered, ...arrived])]: 4, [String(arrived)]: 1 });
    expect(saidOfRest()).toMatchObject([{ fitting: 1260, left: 260 }]);
  });
});

describe('what waits for very many people', () => {
  const gone: Happening = {
    kind: 'car_gone',
    car: { id: 'car', title: 'Octavia', priceDkk: 149_900 },
    isSold: true,
  };
  const remember = (userId: string, dueAt: string) =>
    rememberHappenings([{ key: happeningKey(gone), happening: gone }], {
      ...{ userId, dueAt, newId: () => 'id', nowMs: now.getTime() },
    });
  beforeEach(async () => {
    for (const id of people) await remember(id, '2026-11-21T07:00:00.000Z');
  });
  const runAt = async (time: string) => {
    vi.setSystemTime(new Date(`2026-11-21T${time}Z`));
    await deliverWaiting();
    return crowd.waiting.length;
  };

  it('is delivered by a message for each hundred, to each once', async () => {
    expect(await runAt('07:00:00.500')).toBe(3);
    await takeAll();
    expect(await toldOf(people)).toEqual({ car_gone: 250 });
    expect(await runAt('07:01:00.500')).toBe(0);
  });

  it('is not sent again by each minute while its messages wait, but after ten minutes', async () => {
    expect(await runAt('07:00:00.500')).toBe(3);
    await remember('late', '2026-11-21T07:00:40.000Z');
    expect(await runAt('07:01:02.000')).toBe(3);
    expect(await toldOf(['late'])).toEqual({ car_gone: 1 });
    expect(await runAt('07:09:02.000')).toBe(3);
    crowd.waiting.splice(0);
    expect(await runAt('07:10:02.000')).toBe(3);
  });
});
