import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { callRoute, type RouteCall, startIdentity } from '#tests/support/call-route.ts';
import { type ContractRoute, contractRoutes, loadHandler, sampleBody } from '#tests/support/route-samples.ts';
import { startTestTable } from '#tests/support/table.ts';

/** Every route that knows who calls. */
const routes = contractRoutes.filter(({ row }) => row.auth === 'user' || row.auth === 'optional');
const writes = routes.filter(({ method }) => method !== 'GET');

// As in the cloud: what does not ask for the latest may be told what was there before.
const table = await startTestTable({ plainCalls: true, indexLagSeconds: () => 30 });
const identity = await startIdentity();
Object.assign(process.env, {
  PUBLIC_ORIGIN: 'https://bilfund.example',
  USER_POOL_ID: 'pool',
  USER_POOL_CLIENT_ID: 'client',
  LOG_LEVEL: 'error',
});
const ended = await import('#functions/accounts/store.ts');
afterAll(async () => {
  await identity.close();
  await table.close();
});
afterEach(() => {
  vi.useRealTimers();
});

const requestOf = ({ row, params }: ContractRoute): RouteCall => ({
  params: Object.fromEntries(params.map((name) => [name, 'a-thing'])),
  query: {},
  body: sampleBody(row, 'words'),
});

async function answersOf(from: readonly ContractRoute[], call: RouteCall): Promise<Record<string, number>> {
  const answers: Record<string, number> = {};
  for (const route of from)
    answers[route.key] = (await callRoute(await loadHandler(route), { ...requestOf(route), ...call })).status;
  return answers;
}

const star = contractRoutes.find(({ key }) => key === 'PUT /api/stars/{id}')!;
const statusOf = async (call: RouteCall) => (await answersOf([star], call))[star.key];
const all401 = (from: readonly ContractRoute[]) => Object.fromEntries(from.map(({ key }) => [key, 401]));

async function keysOfTable(): Promise<string[]> {
  const client = new DynamoDBClient({});
  const { Items = [] } = await client.send(new ScanCommand({ TableName: table.name }));
  client.destroy();
  return Items.map((item) => `${item.pk?.S} ${item.sk?.S}`).sort();
}

const erase = (userId: string) =>
  ended.markErased({ userId, customerId: null, erasedAt: new Date().toISOString() });
/** As a minute passes for who calls. */
function passSeconds(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
}

describe('an erased account', () => {
  it("an erased account's remaining token can neither read nor write on any route", async () => {
    await erase('erased-1');
    const before = await keysOfTable();
    expect(routes.length).toBeGreaterThan(50);
    expect(writes.length).toBeGreaterThan(30);
    expect(await answersOf(routes, { as: 'erased-1' })).toEqual(all401(routes));
    expect(await keysOfTable()).toEqual(before);
  });

  it('a function that knew an erased account refuses it within a minute', async () => {
    expect(await statusOf({ as: 'erased-2' })).not.toBe(401);
    await erase('erased-2');
    passSeconds(61);
    expect(await statusOf({ as: 'erased-2' })).toBe(401);
  });

  it('an erased account is told only that it is not signed in', async () => {
    await erase('erased-3');
    const answer = await callRoute(await loadHandler(star), { ...requestOf(star), as: 'erased-3' });
    expect(answer.body).toEqual({
      error: 'Not authenticated',
      code: 'not_authenticated',
      details: { reason: 'not_logged_in' },
    });
  });

  it('a session is looked up once per person, function and minute', async () => {
    const { DynamoDBDocumentClient } = await import('@aws-sdk/lib-dynamodb');
    const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send');
    const lookUps = () =>
      send.mock.calls.filter(([{ input }]) => JSON.stringify(input).includes('ENDED#frequent')).length;
    for (let i = 0; i < 10; i++) await statusOf({ as: 'frequent' });
    expect(lookUps()).toBe(1);
    passSeconds(61);
    await statusOf({ as: 'frequent' });
    expect(lookUps()).toBe(2);
    send.mockRestore();
  });
});

describe('a session that was signed out', () => {
  it('a session that was signed out is refused, and the person’s other sessions are not', async () => {
    await ended.endSession('two-devices', 'phone', Date.now());
    expect(await statusOf({ as: 'two-devices', session: 'phone' })).toBe(401);
    expect(await statusOf({ as: 'two-devices', session: 'desk' })).not.toBe(401);
  });

  it("signing out does not affect another person's session of the same id", async () => {
    await ended.endSession('one-person', 'same-name', Date.now());
    expect(await statusOf({ as: 'another-person', session: 'same-name' })).not.toBe(401);
  });
});

describe('a new password', () => {
  it('a new password ends all earlier sessions and no later ones', async () => {
    const now = Date.now();
    await ended.endSessions('forgetful', now);
    const seconds = Math.floor(now / 1000);
    expect(await statusOf({ as: 'forgetful', issuedAt: seconds - 60 })).toBe(401);
    expect(await statusOf({ as: 'forgetful', issuedAt: seconds })).toBe(401);
    expect(await statusOf({ as: 'forgetful', issuedAt: seconds + 1 })).not.toBe(401);
  });
});

describe('when it cannot be known whether a session has ended', () => {
  it("nothing is written while a session's state is unknown, and the next request looks it up again", async () => {
    const { DynamoDBDocumentClient } = await import('@aws-sdk/lib-dynamodb');
    const lines = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockRejectedValue(new Error('throttled'));
    expect(await statusOf({ as: 'unlucky' })).toBe(500);
    expect(send.mock.calls.map(([command]) => command.constructor.name)).toEqual(['QueryCommand']);
    send.mockRestore();
    lines.mockRestore();
    expect(await statusOf({ as: 'unlucky' })).not.toBe(500);
  });
});
