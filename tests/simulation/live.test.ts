import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LiveMessage } from '#core/contract/messages.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { makeCar, makeRating } from '#tests/support/make-car.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';

let ended: typeof import('#functions/accounts/store.ts');

const world = await worldOfFile();
const { createLiveTicketRoute: ticketRoute } = await import('#functions/live/api.ts');
const live = await import('#functions/live/workers.ts');
const table = await import('#functions/platform/table.ts');
const keys = await import('#functions/platform/keys.ts');
beforeAll(async () => {
  ended = await import('#functions/accounts/store.ts');
});

const received = new Map<string, LiveMessage[]>();
beforeEach(() => {
  received.clear();
  world.connections.clear();
  world.events.length = 0;
});

const eventOf = (connectionId: string, ticket?: string) =>
  ({
    requestContext: { connectionId },
    ...(ticket !== undefined && { queryStringParameters: { ticket } }),
  }) as never;

async function takeTicket(userId: string): Promise<string> {
  const { body } = await callRoute<{ ticket: string; url: string }>(ticketRoute, { as: userId });
  expect(body.url).toBe(`/live?ticket=${body.ticket}`);
  return body.ticket;
}

/** A browser's end of a socket. */
function openEnd(id: string): void {
  received.set(id, []);
  world.connections.set(id, {
    id,
    connectedAt: new Date(),
    sourceIp: '127.0.0.1',
    userAgent: 'test',
    send: (data) => received.get(id)!.push(JSON.parse(data.toString()) as LiveMessage),
    close: () => world.connections.delete(id),
  });
}

async function openSocket(userId: string, id: string): Promise<void> {
  openEnd(id);
  expect(await live.liveConnectWorker(eventOf(id, await takeTicket(userId)))).toEqual({ statusCode: 200 });
}

const socketsOf = (userId: string) =>
  table.queryAll(keys.userKeys.partition(userId), keys.userKeys.socketPrefix);

describe('a ticket', () => {
  it('of many simultaneous uses of a ticket one succeeds', async () => {
    const ticket = await takeTicket('bent');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => live.liveConnectWorker(eventOf(`many-${i}`, ticket))),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['invented', 'x'.repeat(32)],
    ['another kind of key', '#PLAN'],
    ['endless', 'x'.repeat(100_000)],
  ])('a ticket that is %s opens nothing', async (_, ticket) => {
    expect(await live.liveConnectWorker(eventOf('forged', ticket))).toEqual({ statusCode: 401 });
  });

  it('only signed-in people get a ticket', async () => {
    expect((await callRoute(ticketRoute)).status).toBe(401);
  });
});

describe('a session that ends', () => {
  const socketRemoved = (userId: string, connectionId: string) => ({
    eventName: 'REMOVE',
    dynamodb: {
      SequenceNumber: String(++sequence),
      OldImage: marshall({ ...keys.userKeys.socket(userId, connectionId), kind: 'SOCKET', connectionId }),
    },
  });
  const openAs = async (userId: string, session: string, id: string) => {
    openEnd(id);
    const { body } = await callRoute<{ ticket: string }>(ticketRoute, { as: userId, session });
    return live.liveConnectWorker(eventOf(id, body.ticket));
  };

  it('a session that ends closes its own sockets and no others', async () => {
    await openAs('olga', 'phone', 'olga-phone');
    await openAs('olga', 'desk', 'olga-desk');
    await ended.endSession('olga', 'phone', Date.now());
    expect((await socketsOf('olga')).map((item) => item.connectionId)).toEqual(['olga-desk']);
    expect(await table.getItem(keys.connectionKey('olga-phone'))).toBeNull();
  });

  it('ending all sessions closes all sockets', async () => {
    await openAs('palle', 'phone', 'palle-phone');
    await openAs('palle', 'desk', 'palle-desk');
    await ended.endSessions('palle', Date.now());
    expect(await socketsOf('palle')).toEqual([]);
  });

  it('every socket without a record is closed, also if it was closed before', async () => {
    await openAs('rikke', 'phone', 'rikke-phone');
    await openAs('rikke', 'desk', 'rikke-desk');
    const removed = [socketRemoved('rikke', 'rikke-phone'), socketRemoved('rikke', 'rikke-long-gone')];
    expect(await live.publishWorker({ Records: removed } as unknown as DynamoDBStreamEvent)).toEqual({
      batchItemFailures: [],
    });
    expect([...world.connections.keys()]).toEqual(['rikke-desk']);
  });

  it('a session that ends invalidates its tickets', async () => {
    const { body } = await callRoute<{ ticket: string }>(ticketRoute, { as: 'svend', session: 'phone' });
    await ended.endSession('svend', 'phone', Date.now());
    expect(await live.liveConnectWorker(eventOf('svend-phone', body.ticket))).toEqual({ statusCode: 401 });
    expect(await socketsOf('svend')).toEqual([]);
  });

  it("an erased account's tickets are invalid", async () => {
    const ticket = await takeTicket('tove');
    const { markErased } = await import('#functions/accounts/store.ts');
    await markErased({ userId: 'tove', customerId: null, erasedAt: new Date().toISOString() });
    expect(await live.liveConnectWorker(eventOf('tove-1', ticket))).toEqual({ statusCode: 401 });
  });
});

let sequence = 0;
type JobFields = Record<string, unknown>;

const jobImage = (id: string, fields: JobFields) => ({
  ...keys.jobKey(id),
  kind: 'JOB',
  id,
  jobKind: 'scrape',
  href: 'https://www.facebook.com/marketplace/odense/search?query=x',
  linkHash: 'h',
  state: 'working',
  startedAt: '2026-11-21T08:00:00.000Z',
  updatedAt: '2026-11-21T08:00:05.000Z',
  ...fields,
});

/** A change of a job as the stream tells it. */
const change = (id: string, before: JobFields | null, after: JobFields | null) => ({
  eventName: before ? (after ? 'MODIFY' : 'REMOVE') : 'INSERT',
  dynamodb: {
    SequenceNumber: String(++sequence),
    ...(before && { OldImage: marshall(jobImage(id, before)) }),
    ...(after && { NewImage: marshall(jobImage(id, after)) }),
  },
});
const tell = (...changes: ReturnType<typeof change>[]) =>
  live.publishWorker({ Records: changes } as unknown as DynamoDBStreamEvent);

async function own(jobId: string, ...userIds: string[]): Promise<void> {
  for (const userId of userIds)
    await table.putItem({ ...keys.jobOwnerKey(jobId, userId), kind: 'OWNER', userId, historyId: 'h' });
}

const found = new Set(['c1', 'c2']);

describe('a change of an import', () => {
  it('a change of an import reaches every open socket of its people and nobody else', async () => {
    await own('job-1', 'dora', 'emil');
    await openSocket('dora', 'dora-1');
    await openSocket('dora', 'dora-2');
    await openSocket('emil', 'emil-1');
    await openSocket('finn', 'finn-1');
    await tell(change('job-1', { found }, { found, done: new Set(['c1']) }));
    const expected = [
      { type: 'car', jobId: 'job-1', carId: 'c1', catalogVersion: '2026-11-21T08:00:05.000Z' },
      { type: 'scrape_status', status: { jobId: 'job-1', carsFound: 2, carsDone: 1 } },
    ];
    for (const id of ['dora-1', 'dora-2', 'emil-1']) expect(received.get(id)).toMatchObject(expected);
    expect(received.get('finn-1')).toEqual([]);
  });

  it('each car is named once, in the change that completed it', async () => {
    await own('job-2', 'gerd');
    await openSocket('gerd', 'gerd-1');
    await tell(
      change('job-2', null, { state: 'queued' }),
      change('job-2', { found }, { found, done: new Set(['c1']) }),
      change('job-2', { found, done: new Set(['c1']) }, { found, done: found }),
    );
    const cars = received.get('gerd-1')!.flatMap((each) => (each.type === 'car' ? [each.carId] : []));
    expect(cars).toEqual(['c1', 'c2']);
  });

  it('a car that is locked for the receiver is counted, and named to premium users only', async () => {
    const { storeCar, storePlan } = await import('#tests/support/stored-car.ts');
    await storeCar(makeCar({ id: 'c1', rating: makeRating({ deal: 'amazing' }) }));
    await storeCar(makeCar({ id: 'c2' }));
    await storeCar(makeCar({ id: 'p-1', ownerId: 'otto', rating: makeRating({ deal: 'amazing' }) }));
    await storePlan('pia', { type: 'lifetime' });
    await own('job-6', 'otto', 'pia');
    await openSocket('otto', 'otto-1');
    await openSocket('pia', 'pia-1');
    const ready = new Set(['c1', 'c2', 'p-1']);
    await tell(change('job-6', { found: ready }, { found: ready, done: ready }));
    const named = (id: string) =>
      received.get(id)!.flatMap((each) => (each.type === 'car' ? [each.carId] : []));
    expect(named('otto-1').toSorted()).toEqual(['c2', null, null]);
    expect(named('pia-1')).toEqual(['c1', 'c2', 'p-1']);
    expect(received.get('otto-1')!.at(-1)).toMatchObject({ type: 'scrape_status', status: { carsDone: 3 } });
    expect(JSON.stringify(received.get('otto-1'))).not.toMatch(/"c1"|"p-1"/);
  });

  it('sockets that are gone are forgotten, and the others still get the message', async () => {
    await own('job-3', 'hans');
    await openSocket('hans', 'hans-gone');
    await openSocket('hans', 'hans-open');
    world.connections.delete('hans-gone');
    world.advance(60_000);
    await tell(change('job-3', null, { state: 'queued' }));
    expect(received.get('hans-open')).toHaveLength(1);
    expect((await socketsOf('hans')).map((item) => item.connectionId)).toEqual(['hans-open']);
    expect(await table.getItem(keys.connectionKey('hans-gone'))).toBeNull();
  });

  it('the end of an import is published once for each person', async () => {
    await own('job-4', 'inge', 'jens');
    const ended = { state: 'completed', found, done: found, added: new Set(['c1']) };
    await tell(
      change('job-4', { found }, { found, done: found }),
      change('job-4', { found, done: found }, ended),
      change('job-4', ended, { ...ended, leaseHolder: 'x' }),
      change('job-4', ended, null),
    );
    expect(world.events.map((event) => [event['detail-type'], event.source, event.detail])).toEqual(
      ['inge', 'jens'].map((ownerId) => [
        'import.finished',
        'bilfund',
        { jobId: 'job-4', ownerId, status: 'completed', carsAdded: 1 },
      ]),
    );
  });

  it('a change that could not be published is repeated with all later ones and no earlier ones', async () => {
    await own('job-5', 'kaja');
    await openSocket('kaja', 'kaja-1');
    const changes = [
      change('job-5', null, { state: 'queued' }),
      change('job-5', { state: 'queued' }, { state: 'scraping' }),
      change('job-5', { state: 'scraping' }, { found }),
    ];
    // Of each change: its people are looked up, their sockets, and the message is sent.
    world.faults.begin({ nth: 5, when: 'before' });
    const answer = await tell(...changes);
    expect(world.faults.end()).toHaveLength(5);
    expect(answer).toEqual({
      batchItemFailures: [{ itemIdentifier: changes[1]!.dynamodb.SequenceNumber }],
    });
  });
});

it('the batch of a change that fails first in it breaks off, so that Lambda makes two of it', async () => {
  await own('job-6', 'lone');
  // Of the first change its people cannot be looked up.
  world.faults.begin({ nth: 1, when: 'before' });
  const answer = tell(
    change('job-6', null, { state: 'queued' }),
    change('job-6', { state: 'queued' }, { state: 'scraping' }),
  );
  await expect(answer).rejects.toThrow();
  world.faults.end();
});

describe('a change of a plan', () => {
  const planImage = (userId: string, plan: object) =>
    marshall({ ...keys.userKeys.plan(userId), kind: 'PLAN', plan, version: 1 });
  const planChange = (userId: string, before: object | null, after: object) => ({
    eventName: before ? 'MODIFY' : 'INSERT',
    dynamodb: {
      SequenceNumber: String(++sequence),
      ...(before && { OldImage: planImage(userId, before) }),
      NewImage: planImage(userId, after),
    },
  });

  it('a change of a plan reaches the person’s open pages, which unlock without reloading, and the bus', async () => {
    await openSocket('mona', 'mona-1');
    await openSocket('nils', 'nils-1');
    const monthly = {
      type: 'premium_monthly',
      status: 'active',
      currentPeriodEnd: '2026-12-21T08:00:00.000Z',
    };
    const ending = { ...monthly, cancelAtPeriodEnd: true };
    await tell(planChange('mona', null, monthly), planChange('mona', monthly, ending));
    expect(received.get('mona-1')).toEqual([{ type: 'plan_changed' }, { type: 'plan_changed' }]);
    expect(received.get('nils-1')).toEqual([]);
    const told = { ownerId: 'mona', to: 'premium_monthly', status: 'active', version: 1, news: [] };
    expect(world.events.map((event) => [event['detail-type'], event.detail])).toEqual([
      ['plan.changed', { ...told, from: 'free', cancelAtPeriodEnd: false }],
      ['plan.changed', { ...told, from: 'premium_monthly', cancelAtPeriodEnd: true }],
    ]);
  });
});

describe('a socket', () => {
  it('a ping is answered', async () => {
    openEnd('ping');
    expect(await live.liveMessageWorker(eventOf('ping'))).toEqual({ statusCode: 200 });
    expect(received.get('ping')).toEqual([{ type: 'pong' }]);
  });

  it('the late ping of a closed socket is no error', async () => {
    expect(await live.liveMessageWorker(eventOf('nobody'))).toEqual({ statusCode: 200 });
  });

  it('a closed socket is forgotten', async () => {
    await openSocket('lars', 'lars-1');
    expect(await live.liveDisconnectWorker(eventOf('lars-1'))).toEqual({ statusCode: 200 });
    expect(await socketsOf('lars')).toEqual([]);
    expect(await live.liveDisconnectWorker(eventOf('lars-1'))).toEqual({ statusCode: 200 });
  });
});
