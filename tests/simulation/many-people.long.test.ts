import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Happening, happeningKey } from '#core/alerts/alert.ts';
import { workers } from '#core/contract/workers.ts';
import { hourOf, runIdOf } from '#core/searches/automated-search.ts';
import { starCar } from '#functions/accounts/store.ts';
import { rememberHappenings } from '#functions/alerts/store.ts';
import { deliverWaiting } from '#functions/alerts/tell.ts';
import { automaticRun, getJob, jobItem } from '#functions/imports/job-store.ts';
import { linkKey } from '#functions/platform/keys.ts';
import { peopleSideBySide } from '#functions/platform/people.ts';
import { dispatchSearches, linksAtOnce } from '#functions/searches/dispatch.ts';
import { serveFollowers } from '#functions/searches/followers.ts';
import { readSearches, writeSearch } from '#functions/searches/store.ts';
import { consumersAtOnce, readersOfShard } from '#lib/stage.ts';
import { type Crowd, onBus, standCrowd } from '#tests/support/crowd.ts';
import { makeCar } from '#tests/support/make-car.ts';
import { storeCar, storePlan } from '#tests/support/stored-car.ts';
import { callSeconds, memoryOf, memoryOfProcessorMb } from './growth/count-calls.ts';

/** An account and a stage for a hundred thousand people (docs/operations/growth.md). */
const stage = { accountConcurrency: 1000, visitsAtOnce: 216 };
const notifiers = consumersAtOnce(workers.notify.trigger, stage);
/** Each reader of the table's stream publishes one change after another; a table on demand begins with four shards. */
const publishers = 4 * readersOfShard(stage);
/** Of each person told: the found cars, the notification and the count of the inbox, with a call each. */
const changesOfFollower = 3;

const now = new Date('2026-11-21T07:00:00.500Z');
const at = now.toISOString();
const inDays = (count: number) => new Date(now.getTime() + count * 86_400_000).toISOString();
/** So many are counted; the rest is in proportion, because each message stands for itself. */
const people = Array.from({ length: 1000 }, (_, n) => `person-${n}`);
let crowd: Crowd;

beforeEach(async () => {
  crowd = standCrowd(now);
  await storeCar(makeCar({ id: 'car' }));
  for (const id of people) await storePlan(id, { type: 'lifetime' });
});
afterEach(() => crowd.close());

/** Seconds of a processor's share and of waiting for the cloud. */
type Work = { processor: number; waits: number };

async function measured(name: string, work: () => Promise<void>): Promise<Work> {
  const calls = crowd.table.calls.length;
  const from = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(from);
  const processor = (user + system) / 1e6 / Math.min(1, memoryOf(name) / memoryOfProcessorMb);
  return { processor, waits: (crowd.table.calls.length - calls) * callSeconds };
}

type Messages = { messages: number; ofEach: Work };

/** Takes all messages, each by itself. */
async function takeAll(): Promise<Messages> {
  const bodies = crowd.waiting.splice(0);
  const { processor, waits } = await measured('notify', async () => {
    for (const body of bodies) expect(await crowd.take([body])).toBe(0);
  });
  const count = bodies.length;
  return { messages: count, ofEach: { processor: processor / count, waits: waits / count } };
}

/** Until the last of so many people has been served by the functions that run at once, as if no call were made beside another. */
const secondsFor = (count: number, { messages, ofEach: { processor, waits } }: Messages): number =>
  Math.ceil(((messages / people.length) * count) / notifiers) * (processor + waits);

/** A run takes five messages; some people of each wait for the cloud side by side. */
const isWithinTimeout = ({ ofEach: { processor, waits } }: Messages): boolean =>
  workers.notify.trigger.batchSize * (processor + waits / peopleSideBySide) < workers.notify.timeoutSeconds;

describe('very many people', () => {
  it('who follow one link, a hundred thousand, are told within ten minutes', async () => {
    const href = 'https://www.facebook.com/marketplace/odense/search?query=octavia';
    for (const id of people) {
      const search = { id: 'link', href, name: null, startTime: inDays(-1), endTime: inDays(6) };
      await writeSearch(id, search, await readSearches(id), inDays(-1));
    }
    const runId = runIdOf('link', hourOf(now));
    const job = { id: runId, kind: 'scrape', href, linkHash: 'link', privateTo: null } as const;
    const cars = { done: new Set(['car']), found: new Set(['car']) };
    crowd.table.add({ ...jobItem(job, at), ...automaticRun(at), ...cars, state: 'completed' });
    crowd.table.add({ ...crowd.table.get(linkKey('link'))!, jobId: runId } as never);
    await serveFollowers((await getJob(runId))!, at);
    const serving = await takeAll();
    const telling = await takeAll();
    expect([serving.messages, telling.messages]).toEqual([people.length / 100, people.length]);
    const publishing = (100_000 * changesOfFollower * callSeconds) / publishers;
    const seconds = [secondsFor(100_000, serving), publishing, secondsFor(100_000, telling)];
    // One after the other: in truth the second and third begin with the first.
    expect(seconds.reduce((sum, one) => sum + one)).toBeLessThan(600);
    expect([serving, telling].filter(isWithinTimeout)).toHaveLength(2);
  });

  it('who follow one filter of the list, a hundred thousand, are told within ten minutes', async () => {
    for (const id of people) {
      const search = { id: 'filter-x', href: '/?brand=Skoda', name: null };
      const from = { startTime: inDays(-2), endTime: inDays(6) };
      await writeSearch(id, { ...search, ...from }, await readSearches(id), inDays(-0.1));
    }
    await storeCar(
      makeCar({ id: 'new', make: 'Skoda', firstSeenAt: inDays(-0.01), updatedAt: inDays(-0.01) }),
    );
    await dispatchSearches(hourOf(now), now);
    const serving = await takeAll();
    const telling = await takeAll();
    expect([serving.messages, telling.messages]).toEqual([people.length / 100, people.length]);
    const publishing = (100_000 * changesOfFollower * callSeconds) / publishers;
    const seconds = [secondsFor(100_000, serving), publishing, secondsFor(100_000, telling)];
    expect(seconds.reduce((sum, one) => sum + one)).toBeLessThan(600);
    expect([serving, telling].filter(isWithinTimeout)).toHaveLength(2);
  });

  it('who starred one car, a hundred thousand, are told within ten minutes', async () => {
    for (const id of people) await starCar(id, 'car', at);
    await crowd.take([
      onBus({ type: 'price.dropped', carId: 'car', fromDkk: 160_000, toDkk: 149_900 } as never),
    ]);
    const telling = await takeAll();
    expect(secondsFor(100_000, telling)).toBeLessThan(600);
    expect(isWithinTimeout(telling)).toBe(true);
  });

  it('for whom something waits until seven o’clock, two hundred thousand, have it within five minutes', async () => {
    const gone: Happening = {
      kind: 'car_gone',
      car: { id: 'car', title: 'Octavia', priceDkk: 149_900 },
      isSold: true,
    };
    for (const userId of people)
      await rememberHappenings([{ key: happeningKey(gone), happening: gone }], {
        ...{ userId, dueAt: '2026-11-21T07:00:00.000Z', newId: () => 'id', nowMs: now.getTime() },
      });
    await deliverWaiting();
    const delivering = await takeAll();
    expect(secondsFor(200_000, delivering)).toBeLessThan(300);
    expect(isWithinTimeout(delivering)).toBe(true);
  });
});

it('starts the runs of a hundred thousand links within the time of one function', async () => {
  vi.stubEnv('HOURLY_QUEUE_URL', 'https://queues.invalid/hourly');
  vi.stubEnv('MARKETPLACE_ORIGIN', 'https://www.facebook.com');
  vi.stubEnv('VISITS_AT_ONCE', '216');
  for (const userId of people) {
    const href = `https://www.facebook.com/marketplace/odense/search?query=${userId}`;
    const search = { id: `link-${userId}`, href, name: null, startTime: inDays(-1), endTime: inDays(6) };
    await writeSearch(userId, search, await readSearches(userId), inDays(-1));
  }
  const { processor, waits } = await measured('dispatch', () => dispatchSearches(hourOf(now), now));
  expect(crowd.waiting).toHaveLength(people.length);
  // Links that are started at once wait for the cloud side by side, but share the processor.
  const seconds = (100_000 / people.length) * (processor + waits / linksAtOnce);
  expect(seconds).toBeLessThan(workers['dispatch-searches'].timeoutSeconds);
});
