import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { carsOf, type Happening } from '#core/alerts/alert.ts';
import { alertCar } from '#core/alerts/alert-words.ts';
import { completeSettings, eachChannel } from '#core/alerts/settings.ts';
import { withMoment } from '#core/cars/moments.ts';
import { hideCar, starCar } from '#functions/accounts/store.ts';
import { sendOutgoing } from '#functions/alerts/send.ts';
import {
  listNotifications,
  rememberHappenings,
  saveAlertSettings,
  takeDueOutgoing,
} from '#functions/alerts/store.ts';
import { happeningsOfEvent, tellPerson } from '#functions/alerts/tell.ts';
import { addDiscovery } from '#functions/cars/store.ts';
import { carKey, userKeys } from '#functions/platform/keys.ts';
import { replaced } from '#functions/platform/services.ts';
import { changeItem } from '#functions/platform/table.ts';
import { tableForEachTest } from '#tests/support/cloud-in-memory.ts';
import { counted, keepLog } from '#tests/support/kept-log.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';
import { storeCar, storePlan } from '#tests/support/stored-car.ts';

const now = new Date('2026-11-21T10:00:00.000Z');
const at = now.toISOString();
const inMinutes = (count: number) => new Date(now.getTime() + count * 60_000);
const former = replaced.postOutside;
const table = tableForEachTest();
let posted: Record<string, unknown>[];
let status: number;
let ids = 0;

beforeEach(() => {
  vi.stubEnv('PUBLIC_ORIGIN', 'https://bilfund.example');
  vi.useFakeTimers({ toFake: ['Date'], now });
  [posted, status] = [[], 200];
  replaced.postOutside = async (_, { body }) => {
    posted.push(JSON.parse(Buffer.from(body).toString()));
    return status;
  };
});
afterEach(() => {
  vi.useRealTimers();
  if (former) replaced.postOutside = former;
  else delete replaced.postOutside;
});

const gone = (n: number): Happening => ({
  kind: 'car_gone',
  car: { id: `car-${n}`, title: 'Octavia', priceDkk: 1000 + n },
  isSold: true,
});
const remember = (happenings: readonly Happening[]) =>
  rememberHappenings(
    happenings.map((each) => ({ key: `key-${++ids}`, happening: each })),
    { userId: 'anna', dueAt: at, newId: () => `id-${String(++ids).padStart(5, '0')}`, nowMs: now.getTime() },
  );
/** Each by itself, due at once. */
async function happen(...happenings: Happening[]): Promise<void> {
  for (const each of happenings) await remember([each]);
}
const happenMany = (count: number, first = 0) =>
  remember(Array.from({ length: count }, (_, n) => gone(first + n)));
const webhook = { url: 'https://hook.example', format: 'json' } as const;
const choose = (fields: object = {}) =>
  saveAlertSettings('anna', completeSettings({ webhook, ...fields }), {
    newWebhookSecret: 'secret',
    wantsMails: false,
  });
const writes = () => table.calls.filter((name) => name === 'TransactWriteCommand').length;

describe('notifying a person', () => {
  it('notifies nobody when nothing was found', async () => {
    expect(await tellPerson('anna', now)).toBe(false);
    expect(table.all()).toEqual([]);
  });

  it('shows a discovery in the app, and sends nothing where no channel is open', async () => {
    await happen(gone(1));
    expect(await tellPerson('anna', now)).toBe(false);
    expect(await listNotifications('anna')).toMatchObject([{ createdAt: at, readAt: null, alert: gone(1) }]);
    expect(await tellPerson('anna', now)).toBe(false);
    expect(await listNotifications('anna')).toHaveLength(1);
  });

  it('creates an outgoing alert where a channel is open, due after the quiet hours', async () => {
    await choose({ quiet_hours: { from: '10:00', to: '12:00' } });
    await happen(gone(1));
    expect(await tellPerson('anna', now)).toBe(true);
    expect(await takeDueOutgoing('anna', inMinutes(59), 0)).toEqual([]);
    const [shown] = await listNotifications('anna');
    expect(await takeDueOutgoing('anna', inMinutes(60), 0)).toMatchObject([
      { done: [], attempts: 1, alerts: [{ id: shown!.id, at, alert: gone(1) }] },
    ]);
  });

  it('shows at once what waits for the day’s digest outside the app, and delivers the day’s alerts together', async () => {
    await choose({ daily_digest: '18:00' });
    await happen(gone(1));
    await tellPerson('anna', now);
    await happen(gone(2));
    await tellPerson('anna', inMinutes(30));
    expect(await listNotifications('anna')).toHaveLength(2);
    expect(await takeDueOutgoing('anna', inMinutes(60), 0)).toEqual([]);
    const day = inMinutes(24 * 60);
    const due = await takeDueOutgoing('anna', day, 0);
    expect(new Set(due.map(({ dueAt }) => dueAt)).size).toBe(1);
    expect(due.flatMap(({ alerts }) => alerts)).toHaveLength(2);
  });

  it.each([
    ['only in the app', { in_app: true }, 1, false],
    ['only outside', { webhook: true }, 0, true],
    ['nowhere', {}, 0, false],
    ['through a channel that they do not have', { push: true, email: true }, 0, false],
  ])('notifies %s when the person wants it so', async (_, wanted, shown, isSent) => {
    await choose({ kinds: { car_gone: { ...eachChannel(false), ...wanted } } });
    await happen(gone(1));
    expect(await tellPerson('anna', now)).toBe(isSent);
    expect(await listNotifications('anna')).toHaveLength(shown);
  });

  it('leaves out what a cancelled search found', async () => {
    const expired = (id: string): Happening => ({ kind: 'search_expired', search: { id, title: id } });
    table.add({
      ...userKeys.automatedSearch('anna', 'kept'),
      kind: 'AUTOSEARCH',
      id: 'kept',
      href: 'h',
      startTime: at,
      endTime: at,
    });
    await happen(expired('kept'), expired('cancelled'), gone(1));
    await tellPerson('anna', now);
    const told = (await listNotifications('anna')).map(({ alert }) => alert);
    expect(told).toHaveLength(2);
    expect(told).toEqual(expect.arrayContaining([expired('kept'), gone(1)]));
  });

  it.each([
    ['twenty at once', () => happen(...Array.from({ length: 21 }, (_, n) => gone(n))), 21, 2],
    [
      'sixty happenings at once',
      async () => {
        await happenMany(60);
        await happen(gone(99));
      },
      61,
      2,
    ],
    [
      'up to sixty happenings of several',
      async () => {
        await happenMany(30);
        await happenMany(30, 30);
      },
      60,
      1,
    ],
    ['more than sixty when they were found together', () => happenMany(70), 70, 1],
  ])('notifies a person of %s', async (_, found, count, transactions) => {
    await found();
    table.calls.length = 0;
    await tellPerson('anna', now);
    expect(await listNotifications('anna')).toHaveLength(count);
    expect(writes()).toBe(transactions);
  });

  it('continues when another worker created the same notification', async () => {
    await happen(gone(1));
    table.fail(
      'TransactWriteCommand',
      Object.assign(new Error(), {
        name: 'TransactionCanceledException',
        CancellationReasons: [{ Code: 'ConditionalCheckFailed' }],
      }),
    );
    await tellPerson('anna', now);
    expect(await listNotifications('anna')).toHaveLength(1);
  });
});

describe('a starred car that had no estimate', () => {
  it.each([
    ['fair', ['car_rated']],
    ['poor', ['car_rated']],
    // Rated anew since: as amazing, which an event of its own tells, or not at all.
    ['amazing', []],
    ['no_estimate', []],
  ] as const)('is told of to who starred it when it is %s', async (deal, kinds) => {
    await storeCar(makeCar({ id: 'car-1', rating: makeRating({ deal }) }));
    await starCar('anna', 'car-1', at);
    const told = await happeningsOfEvent({ type: 'car.rated', carId: 'car-1' }, now);
    expect(told.flatMap(({ happenings }) => happenings.map(({ happening }) => happening.kind))).toEqual(
      kinds,
    );
    expect(told.every(({ userId }) => userId === 'anna')).toBe(true);
  });

  it('is told of once, whatever it costs later', async () => {
    const keysAt = async (priceDkk: number) => {
      const rating = makeRating({ deal: 'fair' });
      table.restore([]);
      await storeCar(makeCar({ id: 'car-1', priceDkk, rating }));
      await starCar('anna', 'car-1', at);
      const told = await happeningsOfEvent({ type: 'car.rated', carId: 'car-1' }, now);
      return told.flatMap(({ happenings }) => happenings.map(({ key }) => key));
    };
    const keys = await keysAt(80_000);
    expect(keys).toHaveLength(1);
    expect(await keysAt(70_000)).toEqual(keys);
  });
});

it('a step that the rule of a search does not ask for reads neither settings nor plan of its owner', async () => {
  const before = makeCar({ id: 'car-1', priceDkk: 80_000, rating: makeRating({ avgDkk: 100_000 }) });
  const [first, second] = [inMinutes(-60).toISOString(), at];
  const moments = withMoment({ ...before, updatedAt: first, moments: [] });
  await storeCar({ ...before, rating: makeRating({ avgDkk: 110_000 }), updatedAt: second, moments });
  const searchId = 'filter-x';
  table.add({
    ...userKeys.automatedSearch('anna', searchId),
    ...{ kind: 'AUTOSEARCH', id: searchId, href: 'h', startTime: at, endTime: inMinutes(1000).toISOString() },
  });
  await addDiscovery('anna', { carId: 'car-1', jobId: `${searchId}-1`, discoveredAt: first, searchId });
  const event = { type: 'car.moved', carId: 'car-1', at: second } as const;
  const readsOf = async () => {
    table.calls.length = 0;
    expect(await happeningsOfEvent(event, now)).toEqual([]);
    return table.calls.length;
  };
  const unasked = await readsOf();
  await changeItem(userKeys.automatedSearch('anna', searchId), {
    set: { rule: { below_market_percent: 25 } },
  });
  // Of a rule that asks for it their plan is read, which shows no estimates.
  expect(await readsOf()).toBeGreaterThan(unasked);
});

it('who keeps a car of their own page is told that it was rated, also while a search of theirs watches it', async () => {
  const [id, searchId] = ['p-own-1', 'browser-x'];
  const rating = makeRating({ deal: 'fair' });
  await storeCar(makeCar({ id, ownerId: 'anna', rating }));
  table.add({
    ...userKeys.automatedSearch('anna', searchId),
    ...{ kind: 'AUTOSEARCH', id: searchId, href: 'h', startTime: at, endTime: inMinutes(1000).toISOString() },
  });
  await addDiscovery('anna', { carId: id, jobId: 'j', discoveredAt: at, searchId });
  const told = await happeningsOfEvent({ type: 'car.rated', carId: id, ownerId: 'anna' }, now);
  expect(told).toMatchObject([{ userId: 'anna', happenings: [{ happening: { kind: 'car_rated' } }] }]);
});

describe('an alert about many cars of one search', () => {
  it('names the best five cars, with picture, price, gap and what is known against them', async () => {
    await choose();
    await storePlan('anna', { type: 'lifetime' });
    const search = { id: 'kept', title: 'kept' };
    const times = { startTime: at, endTime: inMinutes(1000).toISOString() };
    table.add({
      ...userKeys.automatedSearch('anna', 'kept'),
      kind: 'AUTOSEARCH',
      id: 'kept',
      href: 'h',
      ...times,
    });
    const photo = {
      large: 'l.webp',
      blurredLarge: 'bl.webp',
      small: 's.webp',
      blurredSmall: 'bs.webp',
      hash: null,
    };
    const cars = Array.from({ length: 11 }, (_, n) =>
      makeCar({
        id: `car-${n}`,
        title: `Octavia ${n}`,
        priceDkk: 100_000 - n * 2_000,
        photos: [photo],
        facts: n === 10 ? [{ kind: 'debt', ad: null, register: null, date: null }] : [],
        rating: makeRating({ deal: 'fair', avgDkk: 100_000, cautions: n === 9 ? ['no_inspection'] : [] }),
      }),
    );
    for (const car of cars) await storeCar(car);
    await remember(cars.map((car) => ({ kind: 'new_cars', search, car: alertCar(car) })));
    await tellPerson('anna', now);
    const [shown] = await listNotifications('anna');
    expect(carsOf(shown!.alert).map(({ id }) => id)).toEqual([9, 8, 7, 6, 5].map((n) => `car-${n}`));
    await sendOutgoing('anna', now);
    expect(posted).toHaveLength(1);
    expect(posted[0]).toMatchObject({ car_id: null, title: '11 new cars' });
    expect(posted[0]!.message).toContain('A debt is registered on the car');
    expect(posted[0]!.cars).toEqual(
      [9, 8, 7, 6, 5].map((n) => ({
        id: `car-${n}`,
        title: `Octavia ${n}`,
        price_dkk: 100_000 - n * 2_000,
        gap_dkk: -n * 2_000,
        warning: n === 9 ? 'The ad says it has no valid inspection' : null,
        picture: 'https://bilfund.example/picture/cars/bl.jpg',
        url: `https://bilfund.example/car/car-${n}`,
      })),
    );
  });
});

describe('news that waited', () => {
  const search = (id: string) => ({ id, title: id });
  const found = (searchId: string, ...numbers: number[]): Happening[] =>
    numbers.map((n) => ({
      ...{ kind: 'new_cars', search: search(searchId) },
      car: { id: `car-${n}`, title: `Octavia ${n}`, priceDkk: 1000 },
    }));
  const dropped = (n: number): Happening => ({
    ...{ kind: 'price_drop', fromDkk: 2000 },
    car: { id: `car-${n}`, title: `Octavia ${n}`, priceDkk: 1000 },
  });
  async function wait(...happenings: Happening[]): Promise<void> {
    await storePlan('anna', { type: 'lifetime' });
    for (const id of ['kept', 'muted'])
      table.add({
        ...userKeys.automatedSearch('anna', id),
        ...{ kind: 'AUTOSEARCH', id, href: 'h', startTime: at, endTime: inMinutes(10_000).toISOString() },
      });
    await remember(happenings);
    await tellPerson('anna', now);
  }
  const sendLater = async () => {
    await sendOutgoing('anna', inMinutes(24 * 60));
    return posted.map(({ title }) => title);
  };

  it.each([{ daily_digest: '18:00' }, { quiet_hours: { from: '10:00', to: '12:00' } }])(
    'leaves out cars hidden and searches muted meanwhile, with %j',
    async (held) => {
      await choose(held);
      await wait(...found('kept', 1, 2), ...found('muted', 3), dropped(4), dropped(5), dropped(6));
      await hideCar('anna', 'car-1', at);
      await hideCar('anna', 'car-4', at);
      for (const carId of ['car-5', 'car-6'])
        await addDiscovery('anna', { carId, jobId: 'muted-1', discoveredAt: at, searchId: 'muted' });
      await starCar('anna', 'car-6', at);
      await choose({ ...held, muted_searches: ['muted'] });
      expect(await sendLater()).toEqual(['New car: Octavia 2', expect.stringContaining('Octavia 6')]);
      expect(await takeDueOutgoing('anna', inMinutes(10_000), 0)).toEqual([]);
    },
  );

  it('leaves out cars with words that the rule of their search avoids by then', async () => {
    await choose({ daily_digest: '18:00' });
    for (const n of [1, 2, 3])
      await storeCar(makeCar({ id: `car-${n}`, description: n === 2 ? 'Pæn bil' : 'Skadet foran' }));
    await wait(...found('kept', 1, 2), dropped(3));
    await addDiscovery('anna', { carId: 'car-3', jobId: 'kept-1', discoveredAt: at, searchId: 'kept' });
    await changeItem(userKeys.automatedSearch('anna', 'kept'), { set: { rule: { avoid: ['skadet'] } } });
    expect(await sendLater()).toEqual(['New car: Octavia 2']);
  });

  it('counts only the cars that are left', async () => {
    await choose({ daily_digest: '18:00' });
    await wait(...found('kept', 1, 2, 3, 4));
    await hideCar('anna', 'car-1', at);
    await hideCar('anna', 'car-2', at);
    expect(await sendLater()).toEqual(['2 new cars']);
  });

  it('leaves out a car that was hidden under the id that it has since it was merged', async () => {
    await choose({ daily_digest: '18:00' });
    await wait(...found('kept', 1));
    await storeCar(makeCar({ id: 'car-2', formerIds: ['car-1'] }));
    table.add({ ...carKey('car-1'), kind: 'CAR', mergedInto: 'car-2' });
    await hideCar('anna', 'car-2', at);
    expect(await sendLater()).toEqual([]);
  });
});

describe('sending an alert', () => {
  const due = async (minutes: number) => (await takeDueOutgoing('anna', inMinutes(minutes), 0)).length;
  async function sendAt(minutes: number): Promise<string[]> {
    const log = keepLog();
    vi.setSystemTime(inMinutes(minutes));
    await sendOutgoing('anna', inMinutes(minutes));
    log.restore();
    return log.lines;
  }
  beforeEach(async () => {
    await choose();
    await happen(gone(1));
    await tellPerson('anna', now);
  });

  it('sends an alert once through each channel', async () => {
    await sendAt(0);
    expect(posted).toMatchObject([{ kind: 'car_gone', at }]);
    await sendAt(5);
    expect(posted).toHaveLength(1);
    expect(await due(1000)).toBe(0);
  });

  it('retries after one, five, thirty and a hundred and twenty minutes, and then gives up with an error', async () => {
    status = 500;
    let minutes = 0;
    for (const wait of [1, 5, 30, 120]) {
      const before = posted.length;
      const lines = await sendAt(minutes);
      expect(lines.some((line) => line.includes('a channel did not deliver'))).toBe(true);
      expect(posted).toHaveLength(before + 1);
      await sendAt(minutes + wait - 0.01);
      expect(posted).toHaveLength(before + 1);
      minutes += wait;
    }
    const lines = await sendAt(minutes);
    expect(lines.some((line) => line.includes('alerts were given up on a channel'))).toBe(true);
    expect(counted(lines, 'AlertsGivenUp')).toBe(1);
    expect(await due(100_000)).toBe(0);
  });

  it('does not retry a channel that was closed, nor an alert of a kind that is unwanted by now', async () => {
    await choose({ kinds: { car_gone: { ...eachChannel(true), webhook: false } } });
    await sendAt(0);
    expect(posted).toEqual([]);
    expect(await due(1000)).toBe(0);
  });

  it('leases an alert for two minutes to its sender, and no longer when the sender dies', async () => {
    await takeDueOutgoing('anna', now, 2 * 60_000);
    await sendAt(1.99);
    expect(posted).toEqual([]);
    await sendAt(2);
    expect(posted).toHaveLength(1);
  });

  it('retries only the channel that failed', async () => {
    const item = table.all().find(({ kind }) => kind === 'OUTGOING')!;
    table.restore([...table.all().filter((each) => each !== item), { ...item, done: ['webhook'] }]);
    await sendAt(0);
    expect(posted).toEqual([]);
  });
});
