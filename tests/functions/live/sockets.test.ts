import { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveMessage } from '#core/contract/messages.ts';
import { addSocket, closeSocket, removeSocket, sendToPerson, sendToSocket } from '#functions/live/sockets.ts';
import { connectionKey, userKeys } from '#functions/platform/keys.ts';
import { tableForEachTest } from '#tests/support/cloud-in-memory.ts';

const now = Date.parse('2026-11-21T10:00:00.500Z');
const message = (id: string) => ({ type: 'ping', id }) as unknown as LiveMessage;
const gone = Object.assign(new Error('gone'), { name: 'GoneException' });
const broken = Object.assign(new Error('broken'), { name: 'InternalServerError' });

const table = tableForEachTest();
/** What was sent, as `socket message`; what sending to a socket throws. */
let sent: string[] = [];
let failing = new Map<string, Error>();

beforeAll(() => {
  vi.stubEnv('LIVE_ENDPOINT', 'https://live.invalid');
  vi.stubEnv('AWS_REGION', 'eu-north-1');
  vi.spyOn(ApiGatewayManagementApiClient.prototype, 'send').mockImplementation(async (given: unknown) => {
    const command = given as {
      input: { ConnectionId: string; Data?: Uint8Array };
      constructor: { name: string };
    };
    const { ConnectionId, Data } = command.input;
    const error = failing.get(ConnectionId);
    if (error) throw error;
    const what = Data ? JSON.parse(Buffer.from(Data).toString()).id : command.constructor.name;
    sent.push(`${ConnectionId} ${what}`);
    return {} as never;
  });
});
beforeEach(() => {
  vi.stubEnv('LIVE_ENDPOINT', 'https://live.invalid');
  vi.useFakeTimers({ toFake: ['Date'], now });
  [sent, failing] = [[], new Map()];
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => {
  vi.restoreAllMocks();
});

const ids = () => table.partition(userKeys.partition('anna')).map((item) => item.connectionId);

describe('stored sockets', () => {
  it('stores a socket under its owner and by itself, for an hour longer than it can live', async () => {
    await addSocket('anna', 's1', now, 'session-1');
    const ttl = Math.floor(now / 1000) + 3 * 3600;
    expect(table.get(connectionKey('s1'))).toMatchObject({ kind: 'CONN', userId: 'anna', ttl });
    expect(table.get(userKeys.socket('anna', 's1'))).toMatchObject({
      ...{ kind: 'SOCKET', connectionId: 's1', session: 'session-1', openedAtMs: now, ttl },
    });
    await addSocket('bent', 's2', now);
    expect(table.get(userKeys.socket('bent', 's2'))).toMatchObject({ session: null });
  });

  it('forgets a socket in both places, also one that is not known', async () => {
    await addSocket('anna', 's1', now);
    await removeSocket('s1');
    await removeSocket('s9');
    expect(table.all()).toEqual([]);
  });

  it('sends a message to a socket, ignores a socket that is gone, and reports any other failure', async () => {
    failing.set('s2', gone).set('s3', broken);
    expect(await sendToSocket('s1', message('a'))).toBe(true);
    expect(await sendToSocket('s2', message('a'))).toBe(false);
    await expect(sendToSocket('s3', message('a'))).rejects.toBe(broken);
    expect(sent).toEqual(['s1 a']);
  });

  it('closes a socket, ignores one that is gone, and reports any other failure', async () => {
    failing.set('s2', gone).set('s3', broken);
    await closeSocket('s1');
    await closeSocket('s2');
    await expect(closeSocket('s3')).rejects.toBe(broken);
    expect(sent).toEqual(['s1 DeleteConnectionCommand']);
  });
});

describe('messages to a person', () => {
  it('sends messages to all sockets of a person in order', async () => {
    await addSocket('anna', 's1', now);
    await addSocket('anna', 's2', now);
    await addSocket('bent', 's3', now);
    await sendToPerson('anna', () => [message('a'), message('b')]);
    expect(sent.sort()).toEqual(['s1 a', 's1 b', 's2 a', 's2 b']);
  });

  it('does not build messages for a person without a socket', async () => {
    const make = vi.fn(() => []);
    await sendToPerson('anna', make);
    expect(make).not.toHaveBeenCalled();
  });

  it.each([
    ['forgets a socket that is gone half a minute after it opened', 30_000, []],
    ['keeps a socket that does not answer within its first half minute', 29_999, ['s1']],
  ])('%s', async (_, ageMs, left) => {
    await addSocket('anna', 's1', now - ageMs);
    failing.set('s1', gone);
    await sendToPerson('anna', () => [message('a'), message('b')]);
    expect(ids()).toEqual(left);
  });

  it('forgets a socket in an older format that does not say when it was opened', async () => {
    await addSocket('anna', 's1', now);
    const { openedAtMs: _, ...former } = table.get(userKeys.socket('anna', 's1'))!;
    table.restore([former, table.get(connectionKey('s1'))!]);
    failing.set('s1', gone);
    await sendToPerson('anna', () => [message('a')]);
    expect(ids()).toEqual([]);
  });
});
