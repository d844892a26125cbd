import { describe, expect, it } from 'vitest';
import { freePlan, limits } from '#core/payments/plan.ts';
import { keepErasedUsage, takeErasedUsage } from '#functions/accounts/limits.ts';
import {
  closeErasure,
  getLanguage,
  getPlan,
  getScrapesUsed,
  keepFirstLanguage,
  listErasures,
  listStargazers,
  markErased,
  readReader,
  setLanguage,
  starCar,
  unstarCar,
} from '#functions/accounts/store.ts';
import { listPushDevices, removePushDevice, savePushDevice } from '#functions/alerts/store.ts';
import {
  addDiscovery,
  addRunDiscoveries,
  claimNumber,
  countFirstDiscoveries,
  giveNumber,
  listFinderIds,
  listFinders,
  listFoundBy,
  readDiscoveries,
  setDiscoveryRemoved,
  trimDiscoveries,
} from '#functions/cars/store.ts';
import { keepTicket, spendTicket } from '#functions/live/store.ts';
import { isPaidPlate, payForPlate } from '#functions/plates/store.ts';
import { erasedKey, parkedMessageKey, ticketKey, userKeys } from '#functions/platform/keys.ts';
import { parkMessage } from '#functions/platform/parked-messages.ts';
import { listPeopleWaiting, waiting } from '#functions/platform/table-conditions.ts';
import {
  addCollection,
  changeCollection,
  deleteCollection,
  getCollection,
  listCollections,
} from '#functions/searches/collection-store.ts';
import { tableForEachTest } from '#tests/support/cloud-in-memory.ts';

const table = tableForEachTest();

const now = new Date('2026-11-21T10:00:00.400Z');
const at = now.toISOString();
const seconds = Math.floor(now.getTime() / 1000);
const afterSeconds = (passed: number) => new Date(now.getTime() + passed * 1000);

describe('socket tickets', () => {
  const holder = { userId: 'anna', session: { id: 's', issuedAt: 5 } };

  it('opens one socket with a ticket, and only within a minute', async () => {
    await keepTicket('t', holder, now);
    expect(table.get(ticketKey('t'))).toMatchObject({ kind: 'TICKET', ttl: seconds + 60 });
    expect(await spendTicket('t', afterSeconds(60))).toBeNull();
    expect(await spendTicket('t', afterSeconds(59))).toEqual(holder);
    expect(await spendTicket('t', afterSeconds(59))).toBeNull();
    expect(await spendTicket('unknown', now)).toBeNull();
  });
});

describe('checked plates', () => {
  const charge = { month: '2026-11', limit: 2 };
  const question = { asked: '109900', most: 3 };
  const pay = (when = now, plate = 'AB12345') => payForPlate('anna', plate, question, { charge, now: when });
  const isPaid = (when: Date) => isPaidPlate('anna', 'AB12345', question, when);

  it('charges for a checked plate once a day', async () => {
    expect(await isPaid(now)).toBe(false);
    expect(await pay()).toBe('paid');
    expect(await isPaid(afterSeconds(86_399))).toBe(true);
    expect(await isPaid(afterSeconds(86_400))).toBe(false);
    expect(await pay(afterSeconds(86_399))).toBe('outrun');
    expect(await getScrapesUsed('anna', '2026-11')).toBe(1);
    expect(await pay(afterSeconds(86_400))).toBe('paid');
    expect(await getScrapesUsed('anna', '2026-11')).toBe(2);
    expect(table.get(userKeys.checkedPlate('anna', 'AB12345'))).toMatchObject({
      kind: 'CHECKED',
      plate: 'AB12345',
    });
    expect(table.get(userKeys.usage('anna', '2026-11'))?.kind).toBe('USAGE');
  });

  it('refuses to check a plate beyond the limit, and for an erased account', async () => {
    await pay();
    await pay(now, 'CD12345');
    expect(await pay(now, 'ER12345')).toBe('limit reached');
    await markErased({ userId: 'anna', customerId: null, erasedAt: at });
    expect(await pay()).toBe('erased');
  });
});

it('keeps a dead letter as long as a queue would have kept it', async () => {
  const message = { id: 'm', sentAt: at, body: 'words' };
  await parkMessage(message, now);
  const ttl = seconds + 14 * 86_400;
  expect(table.get(parkedMessageKey(at, 'm'))).toMatchObject({ ...message, kind: 'PARKED', ttl });
});

it('keeps browsers that take push messages until they are removed', async () => {
  const keys = { p256dh: 'p', auth: 'a' };
  const device = { id: 'd', endpoint: 'https://push.example', keys, label: 'Phone', createdAt: at };
  await savePushDevice('anna', device);
  expect(await listPushDevices('anna')).toEqual([device]);
  expect(table.get(userKeys.pushDevice('anna', 'd'))?.kind).toBe('PUSHDEVICE');
  await removePushDevice('anna', 'd');
  expect(await listPushDevices('anna')).toEqual([]);
});

describe('confirmed plates', () => {
  it('assigns a confirmed plate to the first car that claims it, until it is given to another', async () => {
    expect(await claimNumber({ kind: 'PLATECAR', value: 'AB12345' }, 'a')).toBe('a');
    expect(await claimNumber({ kind: 'PLATECAR', value: 'AB12345' }, 'b')).toBe('a');
    expect(await claimNumber({ kind: 'PLATECAR', value: 'CD12345' }, 'b')).toBe('b');
    await giveNumber({ kind: 'PLATECAR', value: 'AB12345' }, 'c');
    expect(await claimNumber({ kind: 'PLATECAR', value: 'AB12345' }, 'd')).toBe('c');
    expect(JSON.stringify(table.all())).not.toContain('AB12345');
    expect(new Set(table.all().map(({ kind }) => kind))).toEqual(new Set(['PLATECAR']));
  });
});

describe('discoveries', () => {
  const discovery = (carId: string, jobId = 'j1') => ({ carId, jobId, discoveredAt: at });

  it('creates a discovery once, and counts it in the import that created it', async () => {
    expect(await addDiscovery('anna', discovery('a'))).toBe(true);
    expect(await addDiscovery('anna', discovery('a', 'j2'))).toBe(false);
    await addDiscovery('anna', discovery('b', 'j2'));
    expect(await readDiscoveries('anna', ['a', 'b', 'c'])).toMatchObject([
      { carId: 'a', jobId: 'j1' },
      { carId: 'b', jobId: 'j2' },
    ]);
    expect(await countFirstDiscoveries('anna', 'j1', ['a', 'b', 'c'])).toBe(1);
    expect((await readReader('anna')).discoveredAt).toEqual(
      new Map([
        ['a', at],
        ['b', at],
      ]),
    );
  });

  it('keeps removed discoveries away until they are brought back', async () => {
    await addDiscovery('anna', discovery('a'));
    expect(await setDiscoveryRemoved('anna', 'a', at)).toBe(true);
    expect(await addDiscovery('anna', discovery('a'))).toBe(false);
    expect((await readReader('anna')).discoveredAt.size).toBe(0);
    expect(await setDiscoveryRemoved('anna', 'a', null)).toBe(true);
    expect((await readReader('anna')).discoveredAt.size).toBe(1);
    expect(await setDiscoveryRemoved('anna', 'none', at)).toBe(false);
  });

  it('names as its finder the search of a run that discovered a car in an older version', async () => {
    const search = 'x'.repeat(43);
    const older = discovery('a', `${search}-490000`);
    table.add({ ...userKeys.discovery('anna', 'a'), kind: 'MATCH', ...older });
    expect((await listFoundBy('anna', search)).map(({ carId }) => carId)).toEqual(['a']);
    await trimDiscoveries('anna', new Date(at));
    const car = { id: 'a', formerIds: [], ownerId: null };
    const people = await listFinderIds(car);
    expect(await listFinders(car, people)).toEqual([{ userId: 'anna', searchId: search }]);
  });

  it('expires discoveries after a year, but not those of a dropped page, which are stored nowhere else', async () => {
    await addDiscovery('anna', discovery('a'));
    await addDiscovery('anna', discovery('p-1'));
    expect(table.get(userKeys.discovery('anna', 'a'))).toMatchObject({ ttl: seconds + 365 * 86_400 });
    expect(table.get(userKeys.discovery('anna', 'p-1'))).not.toHaveProperty('ttl');
    const later = new Date(Date.parse(at) + 365 * 86_400_000);
    expect(await trimDiscoveries('anna', new Date(later.getTime() - 1))).toBe(0);
    // One that was stored before discoveries had an end.
    table.add({ ...userKeys.discovery('anna', 'b'), kind: 'MATCH', ...discovery('b') });
    expect(await trimDiscoveries('anna', later)).toBe(2);
    expect([...(await readReader('anna')).discoveredAt.keys()]).toEqual(['p-1']);
  });

  it('announces the discoveries of a run for a week', async () => {
    await addRunDiscoveries({ userId: 'anna', runId: 'r', searchId: 's', now: at }, ['a']);
    expect(table.get(userKeys.runDiscoveries('anna', 'r'))).toMatchObject({
      ...{ kind: 'FOUND', userId: 'anna', searchId: 's', carIds: ['a'], ttl: seconds + 7 * 86_400 },
    });
  });
});

describe('a person’s stored data', () => {
  it('treats a person without a stored plan as free, and fills a plan’s missing fields as the free plan has them', async () => {
    expect(await getPlan('anna')).toEqual(freePlan);
    expect((await readReader('anna')).plan).toEqual(freePlan);
    table.add({ ...userKeys.plan('anna'), kind: 'PLAN', plan: { type: 'lifetime' } });
    expect(await getPlan('anna')).toEqual({ ...freePlan, purchases: null, type: 'lifetime' });
    expect((await readReader('anna')).plan).toEqual({ ...freePlan, purchases: null, type: 'lifetime' });
  });

  it('counts the imports of an erased account for the next of its e-mail, once and in that month only', async () => {
    const month = '2026-11';
    await keepErasedUsage('anna@mail.example', month, 7);
    await takeErasedUsage('bent@mail.example', month, 'bent');
    await takeErasedUsage('anna@mail.example', '2026-12', 'anna-again');
    expect(await getScrapesUsed('bent', month)).toBe(0);
    expect(await getScrapesUsed('anna-again', '2026-12')).toBe(0);
    for (let signIns = 0; signIns < 2; signIns++)
      await takeErasedUsage('anna@mail.example', month, 'anna-again');
    expect(await getScrapesUsed('anna-again', month)).toBe(7);
    // The address itself is not kept.
    expect(JSON.stringify(table.all())).not.toContain('anna@mail');
  });

  it('stores a person’s language and stars', async () => {
    expect(await getLanguage('anna')).toBeNull();
    await setLanguage('anna', 'da');
    expect(await getLanguage('anna')).toBe('da');
    await keepFirstLanguage('anna', 'en');
    expect(await getLanguage('anna')).toBe('da');
    await keepFirstLanguage('bent', 'da');
    expect(await getLanguage('bent')).toBe('da');
    expect(table.get(userKeys.profile('anna'))?.kind).toBe('PROFILE');
    await starCar('anna', 'a', at);
    await starCar('bent', 'a', at);
    await starCar('anna', 'b', at);
    expect((await readReader('anna')).stars).toEqual(new Set(['a', 'b']));
    expect(await listStargazers(['a'])).toEqual(['anna', 'bent']);
    await unstarCar('anna', 'a');
    expect(await listStargazers(['a'])).toEqual(['bent']);
  });

  it('finds the people with waiting alerts, the most overdue first and each once', async () => {
    const due = (userId: string, id: string, passed: number) => {
      const dueAt = afterSeconds(passed).toISOString();
      table.add({ ...userKeys.pending(userId, dueAt, id), kind: 'PENDING', ...waiting(userId, dueAt) });
    };
    due('anna', '1', -5);
    due('bent', '1', -9);
    due('anna', '2', -20);
    due('carl', '1', 1);
    expect(await listPeopleWaiting(at)).toEqual(['anna', 'bent']);
    expect(await listPeopleWaiting(afterSeconds(2).toISOString())).toEqual(['anna', 'bent', 'carl']);
  });
});

describe('erasure records', () => {
  const erasure = { userId: 'anna', customerId: 'cus_1', erasedAt: at };

  it('records an erasure once, lists the oldest first, and closes it without a name', async () => {
    await markErased(erasure);
    await markErased({ ...erasure, customerId: 'cus_2', erasedAt: afterSeconds(5).toISOString() });
    const former = { userId: 'bent', customerId: null, erasedAt: afterSeconds(-5).toISOString() };
    await markErased(former);
    expect(await listErasures()).toEqual([former, erasure]);
    expect(table.get(erasedKey('bent'))).toMatchObject({ kind: 'ERASED', ttl: seconds - 5 + 400 * 86_400 });
    await closeErasure('anna');
    expect(await listErasures()).toEqual([former]);
    expect(table.get(erasedKey('anna'))?.customerId).toBeUndefined();
  });
});

describe('lists of a person', () => {
  const add = (id: string, passed = 0) =>
    addCollection('anna', 'list', { id, name: `List ${id}`, createdAt: afterSeconds(passed).toISOString() });
  const change = (id: string) => changeCollection('anna', 'list', id, 'New', now);

  it('shows lists newest first, and orders equal times by id', async () => {
    await add('b');
    await add('a', 5);
    await add('c');
    expect((await listCollections('anna', 'list')).map(({ id }) => id)).toEqual(['a', 'c', 'b']);
    expect(await getCollection('anna', 'list', 'a')).toEqual({
      ...{
        id: 'a',
        name: 'List a',
        createdAt: afterSeconds(5).toISOString(),
        carIds: new Set(),
        filters: {},
        sharedSince: null,
        partnerId: null,
      },
    });
    expect(table.get(userKeys.list('anna', 'a'))?.kind).toBe('LIST');
    expect(await listCollections('anna', 'savedSearch')).toEqual([]);
  });

  it('forgets a deleted list after the day in which it can be restored, and no restored one', async () => {
    await add('a');
    await deleteCollection('anna', 'list', 'a', now);
    expect(table.get(userKeys.list('anna', 'a'))?.ttl).toBe(seconds + limits.undoHours * 3600 + 1);
    expect(await change('a')).toBe('done');
    expect(table.get(userKeys.list('anna', 'a'))?.ttl).toBeUndefined();
  });

  it('creates a list once', async () => {
    await add('a');
    await expect(add('a')).rejects.toThrow();
  });

  it('does not take a failure of the table for too many lists', async () => {
    const busy = Object.assign(new Error('busy'), { name: 'Busy' });
    table.fail('TransactWriteCommand', busy);
    await expect(add('a')).rejects.toBe(busy);
  });
});
