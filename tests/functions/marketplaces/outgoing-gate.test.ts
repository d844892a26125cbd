import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createPlainServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { type OutgoingGate, openOutgoingGate } from '#functions/marketplaces/outgoing-gate.ts';

/** Stands for every address that could be connected to; counts what reaches it. */
let sink: Server;
let demo: Server;
let demoOrigin: string;
let gate: OutgoingGate;
const dialled: string[] = [];
const demoPaths: string[] = [];

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const listening = async (server: Server) => {
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready);
  });
  return server;
};

beforeAll(async () => {
  sink = await listening(createPlainServer((socket) => socket.on('error', () => undefined).end()));
  demo = await listening(
    createServer((request, response) => {
      demoPaths.push(request.url ?? '');
      response.end('demo');
    }),
  );
  demoOrigin = `http://127.0.0.1:${portOf(demo)}`;
});
afterAll(async () => {
  for (const server of [sink, demo]) await new Promise((closed) => server.close(closed));
});
afterEach(async () => {
  await gate.close();
  dialled.length = 0;
  demoPaths.length = 0;
});

/** Each look at a name answers the next of its lists. */
async function openGate(...looks: string[][]): Promise<void> {
  let look = 0;
  gate = await openOutgoingGate({
    demoOrigin,
    resolve: async () => looks[Math.min(look++, looks.length - 1)] ?? [],
    dial: (port, address) => {
      dialled.push(`${address}:${port}`);
      return connect(portOf(sink), '127.0.0.1');
    },
  });
}

/** Says a request to the gate as a browser would; the first line of the answer, '' when it hangs up. */
async function say(request: string): Promise<string> {
  const socket = connect(Number(new URL(gate.address).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(request);
  const [first] = await new Promise<string[]>((done) => {
    let answer = '';
    socket.on('data', (chunk) => {
      answer += String(chunk);
      if (answer.includes('\r\n')) done(answer.split('\r\n'));
    });
    socket.on('close', () => done(answer.split('\r\n')));
  });
  socket.destroy();
  return first ?? '';
}

const tunnelTo = (authority: string) => say(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
const established = 'HTTP/1.1 200 Connection Established';

const publicAddress = '157.240.200.35';

/** Nothing may have been connected to. */
function expectRefused(answer: string): void {
  expect([answer, dialled, demoPaths]).toEqual(['', [], []]);
  expect(gate.refused).toHaveLength(1);
}

it('connects to exactly the address that was checked', async () => {
  await openGate([publicAddress], ['10.0.0.5']);
  expect(await tunnelTo('www.facebook.com:443')).toBe(established);
  expect(dialled).toEqual([`${publicAddress}:443`]);
});

describe('allowed host names that resolve to private addresses', () => {
  test.each([
    [['127.0.0.1']],
    [['10.0.0.5']],
    [['169.254.169.254']],
    [['192.168.1.1', publicAddress]],
    [[publicAddress, '172.16.0.9']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['::ffff:7f00:1']],
    [['64:ff9b::7f00:1']],
    [['2002:7f00:1::']],
    [['fd00::1']],
    [['fe80::1%eth0']],
    [['0.0.0.0']],
    [['100.64.0.1']],
    [[]],
  ])('refuses an allowed host name that resolves to %j', async (addresses) => {
    await openGate(addresses);
    expectRefused(await tunnelTo('www.facebook.com:443'));
  });

  test.each([['127.0.0.1'], ['::ffff:10.0.0.5'], ['169.254.169.254'], ['::1'], ['fd00:ec2::254']])(
    'refuses an allowed host name that resolves to %s at the second lookup',
    async (inside) => {
      await openGate([publicAddress], [inside]);
      expect(await tunnelTo('static.xx.fbcdn.net:443')).toBe(established);
      dialled.length = 0;
      expectRefused(await tunnelTo('static.xx.fbcdn.net:443'));
    },
  );
});

describe('hosts that are not allowed', () => {
  test.each([
    'evil.example:443',
    'www.facebook.com:22',
    'www.facebook.com:80',
    'www.facebook.com:8443',
    'www.facebook.com.evil.example:443',
    'evilfacebook.com:443',
    'facebook.com@127.0.0.1:443',
    ['user', 'www.facebook.com:443'].join('@'),
    '127.0.0.1:443',
    '127.0.0.1:22',
    'localhost:443',
    '[::1]:443',
    '[::ffff:127.0.0.1]:443',
    '2130706433:443',
    '0x7f000001:443',
    '0177.0.0.1:443',
    '169.254.169.254:443',
    'metadata.google.internal:443',
    'fbcdn.net:443',
    'evil.example/.fbcdn.net:443',
    'www.facebook.com:443/x',
    '',
    ':443',
    'www.facebook.com:99999',
  ])('refuses a tunnel to %j, which is not allowed', async (authority) => {
    await openGate([publicAddress]);
    expectRefused(await tunnelTo(authority).catch((error: Error) => error.message));
  });

  it('refuses a tunnel to the demo marketplace, as a WebSocket would open it', async () => {
    await openGate([publicAddress]);
    expectRefused(await tunnelTo(new URL(demoOrigin).host));
  });
});

describe('requests without TLS', () => {
  const get = (url: string) => say(`GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);

  it('lets plain HTTP requests through to the demo marketplace', async () => {
    await openGate([publicAddress]);
    expect(await get(`${demoOrigin}/marketplace`)).toBe('HTTP/1.1 200 OK');
    expect(demoPaths).toEqual(['/marketplace']);
  });

  test.each([
    'http://www.facebook.com/',
    'http://evil.example/',
    'http://127.0.0.1:1/',
    'http://localhost:80/',
    'http://169.254.169.254/latest/meta-data/',
    '/relative',
    'ftp://127.0.0.1/',
    'http://user@127.0.0.1/',
  ])('refuses a plain HTTP request to %s', async (url) => {
    await openGate([publicAddress]);
    expectRefused(await get(url));
  });

  it('refuses to upgrade a connection to a WebSocket, also for the demo marketplace', async () => {
    await openGate([publicAddress]);
    const upgrade = `GET ${demoOrigin}/socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
    expectRefused(await say(upgrade));
  });
});
