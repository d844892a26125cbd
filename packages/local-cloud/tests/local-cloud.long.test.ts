import { join } from 'node:path';
import {
  AdminInitiateAuthCommand,
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { synthesizeFixture } from './fixture/fixture-stack.ts';
import { temporaryFolder } from './support/contract-target.ts';
import { eventually, type RunningCloud, runCloud } from './support/running-cloud.ts';

type Json = Record<string, unknown>;
const folder = temporaryFolder();
let cdkOut: string;
let running: RunningCloud;
let accessToken: string;
let idToken: string;

beforeAll(async () => {
  cdkOut = await synthesizeFixture(folder.path);
  running = await runCloud(cdkOut, join(folder.path, 'data'));
  ({ accessToken, idToken } = await signIn());
});

afterAll(async () => {
  await running?.close();
  folder.remove();
});

async function signIn(): Promise<{ accessToken: string; idToken: string }> {
  const { template, administratorEnvironment: env, outbox } = running.cloud;
  const credentials = { accessKeyId: env.AWS_ACCESS_KEY_ID ?? '', secretAccessKey: 'local' };
  const cognito = new CognitoIdentityProviderClient({
    region: 'eu-north-1',
    endpoint: running.cloud.gatewayOrigin,
    credentials,
  });
  const idOf = (type: string) => template.ref(template.all(type)[0]?.logicalId ?? '');
  const ClientId = idOf('AWS::Cognito::UserPoolClient');
  const [Username, Password] = ['someone@example.dk', 'Abcdef1!'];
  await cognito.send(new SignUpCommand({ ClientId, Username, Password }));
  const ConfirmationCode = outbox.list()[0]?.code;
  await cognito.send(new ConfirmSignUpCommand({ ClientId, Username, ConfirmationCode }));
  const { AuthenticationResult } = await cognito.send(
    new AdminInitiateAuthCommand({
      UserPoolId: idOf('AWS::Cognito::UserPool'),
      ClientId,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: Username, PASSWORD: Password },
    }),
  );
  cognito.destroy();
  return {
    accessToken: AuthenticationResult?.AccessToken ?? '',
    idToken: AuthenticationResult?.IdToken ?? '',
  };
}

const get = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(running.origin + path, init);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: (isJson ? JSON.parse(text) : {}) as Json,
  };
};
const create = (id: string, token = accessToken) =>
  get('/api/things', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id }),
  });
const notesOf = async (id: string) => {
  const { json } = await get(`/api/things/${id}`);
  return (json.all as { sk: string; times?: number }[]) ?? [];
};
const eventuallyNoted = (id: string, sk: string) =>
  eventually(
    () => notesOf(id),
    (notes) => notes.some((note) => note.sk === sk),
  );

describe('the HTTP API', () => {
  test('lets nobody in without a good token', async () => {
    for (const token of ['', 'x.y.z', `${accessToken.slice(0, -8)}AAAAAAAA`]) {
      const answer = await create('nobody', token);
      expect(answer.status).toBe(401);
      expect(answer.json).toEqual({ message: 'Unauthorized' });
    }
  });

  test('wants the scope that only access tokens carry', async () => {
    const answer = await create('nobody', idToken);
    expect([answer.status, answer.json]).toEqual([403, { message: 'Forbidden' }]);
  });

  test('answers 404 for what is no route', async () => {
    const answer = await get('/api/nothing');
    expect([answer.status, answer.json]).toEqual([404, { message: 'Not Found' }]);
  });

  test('refuses with the headers that the site gives to answers that lack them', async () => {
    const refused = [await create('nobody', 'x.y.z'), await get('/api/nothing')];
    expect(refused.map(({ headers }) => headers.get('cache-control'))).toEqual(['no-store', 'no-store']);
  });

  test('refuses bodies over ten megabytes, and those a function cannot take', async () => {
    const post = (bytes: number) =>
      get('/api/echo', { method: 'POST', body: 'x'.repeat(bytes) }).catch(() => undefined);
    const answers = [await post(11 * 1024 * 1024), await post(7 * 1024 * 1024)];
    expect(answers[1]?.status).toBe(413);
    if (answers[0]) expect(answers[0].status).toBe(413);
  });

  test('measures a text as the function gets it: every quote takes two bytes there', async () => {
    const answer = await get('/api/echo', { method: 'POST', body: '"'.repeat(4_500_000) });
    expect([answer.status, answer.json]).toEqual([413, { message: 'Request Entity Too Large' }]);
  });

  test('passes on the request as payload format 2.0', async () => {
    const headers = { cookie: 'a=1; b=2', 'content-type': 'application/octet-stream', 'X-Thing': 'y' };
    const path = '/api/echo?q=1&q=2&t=%C3%A6';
    const { json } = await get(path, { method: 'POST', headers, body: new Uint8Array([0, 255]) });
    expect(json.event).toMatchObject({
      version: '2.0',
      routeKey: 'ANY /api/echo',
      rawQueryString: 'q=1&q=2&t=%C3%A6',
      queryStringParameters: { q: '1,2', t: 'æ' },
      cookies: ['a=1', 'b=2'],
      body: Buffer.from([0, 255]).toString('base64'),
      isBase64Encoded: true,
      headers: { 'x-thing': 'y', 'x-origin-secret': expect.stringMatching(/^.{24}$/) },
    });
  });

  test('answers 500 for a function that throws, dies, hangs or says too much, and goes on', async () => {
    for (const mode of ['throw', 'exit', 'hang', 'big']) {
      const answer = await get(`/api/echo?mode=${mode}`);
      expect([mode, answer.status]).toEqual([mode, 500]);
      expect(answer.json).toEqual({ message: 'Internal Server Error' });
    }
    expect((await get('/api/echo')).status).toBe(200);
    expect(running.failures.some((sentence) => sentence.includes('Task timed out after 1.00 seconds'))).toBe(
      true,
    );
  });

  test('keeps cookies apart', async () => {
    const answer = await create('cookies');
    expect(answer.status).toBe(202);
    expect(answer.headers.getSetCookie()).toEqual(['a=1; HttpOnly', 'b=2']);
  });
});

describe('functions', () => {
  test('run in threads, those with native parts in processes of their own', async () => {
    const thread = await get('/api/echo');
    const child = await get('/api/native');
    expect(thread.json.pid).toBe(process.pid);
    expect(child.json.pid).not.toBe(process.pid);
    expect(child.json.cwd).toContain('functions/echo');
  });

  test('find one address for every service, and nothing of our environment', async () => {
    process.env.SOMETHING_OF_OURS = 'secret';
    const { json } = await get('/api/echo');
    const environment = json.environment as Record<string, string>;
    expect(environment.AWS_ENDPOINT_URL).toBe(running.cloud.gatewayOrigin);
    expect(environment.SOMETHING_OF_OURS).toBeUndefined();
    delete process.env.SOMETHING_OF_OURS;
  });

  test('find the keys of the pool at the address the template names', async () => {
    const { json } = await get('/api/echo?mode=keys');
    expect(json.keys).toHaveLength(1);
  });

  test('are refused what their role does not allow', async () => {
    expect((await get('/api/overreach')).json).toEqual({
      read: 'allowed',
      put: 'AccessDeniedException',
      transact: 'AccessDeniedException',
      send: 'AccessDeniedException',
      object: 'AccessDenied',
      missing: 'AccessDenied',
    });
  });
});

describe('triggers', () => {
  test('carry a thing through queue, bus and stream', async () => {
    await create('journey');
    await eventuallyNoted('journey', 'WORK');
    await eventuallyNoted('journey', 'STREAM#INSERT');
    await eventuallyNoted('journey', 'EVENT#worked');
  });

  test('give up a message after two receives and hand it to the dead letters', async () => {
    await create('poison-1');
    const notes = await eventuallyNoted('poison-1', 'DEAD');
    expect(notes.find((note) => note.sk === 'WORK')?.times).toBe(2);
  });

  test('fire as the clock is moved, once for every hour', async () => {
    // An hour may have struck since the cloud was started.
    const [notes, offsetMs] = [await notesOf('clock'), running.cloud.clock.offsetMs];
    expect(await running.cloud.advance(3 * 3_600_000)).toBe(3);
    expect(await notesOf('clock')).toHaveLength(notes.length + 3);
    expect((await get('/api/things/clock')).json.offsetMs).toBe(offsetMs + 3 * 3_600_000);
  });

  test('deliver twice when told to', async () => {
    running.cloud.faults.add({ kind: 'duplicate', rate: 1, queue: 'Queue' });
    await create('twice');
    const answer = await eventually(
      () => notesOf('twice'),
      (notes) => (notes.find((note) => note.sk === 'WORK')?.times ?? 0) >= 2,
    );
    running.cloud.faults.clear();
    expect(answer).toBeTruthy();
  });
});

describe('injected faults', () => {
  test('throttle calls of functions as often as told', async () => {
    running.cloud.faults.add({
      kind: 'throttle',
      rate: 1,
      service: 'dynamodb',
      operation: 'GetItem',
      count: 1,
    });
    expect((await get('/api/things/journey')).status).toBe(500);
    expect((await get('/api/things/journey')).status).toBe(200);
    running.cloud.faults.clear();
  });

  test('make an index lag behind the table', async () => {
    const before = (await get('/api/things/lag')).json.indexed;
    running.cloud.faults.add({ kind: 'gsi_lag', seconds: 60 });
    await create('lag');
    const during = (await get('/api/things/lag')).json;
    expect([during.indexed, (during.item as Json).pk]).toEqual([before, 'THING#lag']);
    running.cloud.faults.clear();
    expect((await get('/api/things/lag')).json.indexed).toBe(Number(before) + 1);
  });
});

describe('the site', () => {
  test('serves the app at every path without a dot, and files compressed', async () => {
    for (const path of ['/', '/cars/1', '/login?confirm=1']) {
      const page = await get(path);
      expect([page.status, page.text]).toEqual([200, '<!doctype html><title>Fixture</title>']);
      expect(page.headers.get('x-content-type-options')).toBe('nosniff');
      expect(page.headers.get('cache-control')).toBe('no-cache');
    }
    const script = await get('/assets/app-1234.js', { headers: { 'accept-encoding': 'br' } });
    expect(script.headers.get('content-encoding')).toBe('br');
    const again = await get('/assets/app-1234.js', {
      headers: { 'if-none-match': script.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  test('denies files that are not there and methods it does not know', async () => {
    expect((await get('/assets/missing.js')).status).toBe(403);
    expect((await get('/', { method: 'POST' })).status).toBe(403);
  });
});

describe('sockets', () => {
  const open = (ticket: string) =>
    new WebSocket(`${running.origin.replace('http', 'ws')}/live?ticket=${ticket}`);

  test('open for those the connect function lets in', async () => {
    const socket = open('good');
    const answer = new Promise<string>((resolve, reject) => {
      socket.on('open', () => socket.send(JSON.stringify({ type: 'ping' })));
      socket.on('message', (data) => resolve(String(data)));
      socket.on('error', reject);
    });
    expect(JSON.parse(await answer)).toEqual({ route: '$default', said: '{"type":"ping"}' });
    socket.close();
  });

  test('stay closed for others', async () => {
    const socket = open('forged');
    const error = await new Promise<Error>((resolve) => socket.on('error', resolve));
    expect(error.message).toContain('403');
  });
});

test('a request for which the account has no room is answered 503, and the next one is served', async () => {
  await running.close();
  running = await runCloud(cdkOut, join(folder.path, 'data'), { accountConcurrency: 1 });
  const hanging = get('/api/echo?mode=hang');
  await eventually(
    () => running.cloud.registry.accountUse,
    ({ running: now }) => now === 1,
  );
  const refused = await get('/api/echo');
  expect([refused.status, refused.json]).toEqual([503, { message: 'Service Unavailable' }]);
  expect((await hanging).status).toBe(500);
  expect((await get('/api/echo')).status).toBe(200);
  const { mostAtOnce, throttles } = running.cloud.registry.accountUse;
  expect([mostAtOnce, Object.values(throttles)]).toEqual([1, [1]]);
});

test('what was written outlives a restart', async () => {
  await create('lasting');
  await running.close();
  running = await runCloud(cdkOut, join(folder.path, 'data'));
  expect((await get('/api/things/lasting')).json.item).toMatchObject({ pk: 'THING#lasting' });
});
