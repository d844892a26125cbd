import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { publicLookup, type Resolve, requirePublicHttps } from '#functions/alerts/channels.ts';

let connections = 0;
const sink = createServer((socket) => {
  connections++;
  socket.destroy();
});
beforeAll(async () => {
  sink.listen(0, '127.0.0.1');
  await once(sink, 'listening');
});
afterAll(() => {
  sink.close();
});

/** Each look at the name answers the next of these lists of addresses. */
const looks = (...answers: string[][]): Resolve => {
  let look = 0;
  return (_host, _options, callback) =>
    callback(
      null,
      (answers[look++] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
};

/** How a connection to a name ends whose addresses are these. */
function connectionTo(...answers: string[][]): Promise<string> {
  const { port } = sink.address() as AddressInfo;
  return new Promise((done) => {
    const socket = connect({ host: 'hook.example', port, lookup: publicLookup(looks(...answers)) });
    socket.on('connect', () => done('connected'));
    socket.on('error', (error) => done(error.message));
  });
}

describe('webhook addresses', () => {
  test.each([
    [['127.0.0.1']],
    [['::ffff:127.0.0.1']],
    [['::1']],
    [['10.0.0.1', '93.184.216.34']],
    [['93.184.216.34', '169.254.169.254']],
    [['64:ff9b::7f00:1']],
    [['fd00:ec2::254']],
    [[]],
  ])('does not connect to a webhook whose name resolves to %j', async (addresses) => {
    expect(await connectionTo(addresses)).toBe('the address is not public');
    expect(connections).toBe(0);
  });

  it('connects to the address that was checked, without resolving the name again', () => {
    let asked = 0;
    const once: Resolve = (_host, _options, callback) => {
      asked++;
      callback(null, [{ address: asked === 1 ? '93.184.216.34' : '127.0.0.1', family: 4 }]);
    };
    publicLookup(once)('hook.example', { all: false }, (error, address) => {
      expect([error, address]).toEqual([null, '93.184.216.34']);
    });
    expect(asked).toBe(1);
  });

  test.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://localhost/',
    'https://hook.example:8443/',
    'https://hook.example:22/',
    'https://hook.example:80/',
    'http://hook.example/',
    'http://hook.example:443/',
    'https://user@hook.example/',
    'https://hook.internal/',
    'ftp://hook.example/',
  ])('refuses a webhook address that is %s', (address) => {
    expect(() => requirePublicHttps(address)).toThrow(
      'Enter a public https:// address without a port number.',
    );
  });

  it('accepts a webhook address that names the port of https', () => {
    expect(requirePublicHttps('https://hook.example:443/a').href).toBe('https://hook.example/a');
  });
});
