import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { descendantsOf } from 'local-cloud/single-owner.ts';
import { synthesizeFixture } from 'local-cloud/tests/fixture/fixture-stack.ts';
import { temporaryFolder } from 'local-cloud/tests/support/contract-target.ts';
import { eventually } from 'local-cloud/tests/support/running-cloud.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StartedBilfund, startBilfund } from '#tests/support/start-bilfund.ts';

const folder = temporaryFolder();
const dataFolder = join(folder.path, 'data');
let cdkOut: string;
const started: StartedBilfund[] = [];

async function start(): Promise<StartedBilfund> {
  const one = await startBilfund({ dataFolder, cdkOut, empty: true, demo: false });
  started.push(one);
  return one;
}

beforeAll(async () => {
  cdkOut = await synthesizeFixture(folder.path);
});

afterAll(async () => {
  for (const one of started) await one.kill();
  folder.remove();
});

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};

function statusWith(url: string, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(url + path, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asked.on('error', reject);
    asked.end();
  });
}

describe('Bilfund started as a process', () => {
  test('npm start serves site and control page, and ends with everything that it started', async () => {
    const bilfund = await start();
    expect(await (await fetch(`${bilfund.url}/`)).text()).toContain('Fixture');
    expect(await (await fetch(`${bilfund.url}/_local`)).text()).toContain('Behind the scenes');
    expect((await fetch(`${bilfund.url}/api/native`)).status).toBe(200);
    expect((await bilfund.control.queues()).map((queue) => queue.isDeadLetters)).toContain(true);
    expect(await bilfund.control.jobs()).toEqual([]);
    expect(await bilfund.control.advance(3600)).toBe(1);
    const children = descendantsOf(bilfund.process.pid ?? 0);
    expect(children.length).toBeGreaterThanOrEqual(2);
    await bilfund.close();
    await eventually(
      () => children.filter(isAlive),
      (alive) => alive.length === 0,
    );
  });

  test('npm start survives connections that break while a socket is being opened', async () => {
    const bilfund = await start();
    const { host, hostname, port } = new URL(bilfund.url);
    const handshake = [
      ...['GET /live HTTP/1.1', `host: ${host}`, 'upgrade: websocket', 'connection: Upgrade'],
      ...['sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version: 13', '', ''],
    ].join('\r\n');
    const breakOff = () =>
      new Promise<void>((resolve) => {
        const line = connect(Number(port), hostname, () => {
          line.write(handshake, () => line.resetAndDestroy());
        });
        line.on('error', () => {}).on('close', () => resolve());
      });
    for (let i = 0; i < 20; i++) await Promise.all([breakOff(), breakOff()]);
    expect((await fetch(`${bilfund.url}/`)).status).toBe(200);
    expect(bilfund.process.exitCode).toBeNull();
    await bilfund.close();
  });

  test('npm start serves the control page to this machine only', async () => {
    const bilfund = await start();
    const { host } = new URL(bilfund.url);
    expect(await statusWith(bilfund.url, '/_local/mail', { host: 'evil.example' })).toBe(403);
    expect(await statusWith(bilfund.url, '/_local/mail', { host, origin: 'http://evil.example' })).toBe(403);
    expect(await statusWith(bilfund.url, '/_local/mail', { host })).toBe(200);
    expect(await statusWith(bilfund.url, '/', { host: 'evil.example' })).toBe(403);
    expect(await statusWith(bilfund.url, '/', { host: `localhost:${new URL(bilfund.url).port}` })).toBe(307);
    await bilfund.close();
  });

  test('the clock moves by at most a year at a time and never backwards', async () => {
    const bilfund = await start();
    const move = (body: string) => fetch(`${bilfund.url}/_local/clock`, { method: 'POST', body });
    for (const seconds of ['1e308', '1e999', '31708800', '-1', '0', '"soon"', 'null', '[]', '{}']) {
      const answer = await move(`{"advanceSeconds":${seconds}}`);
      expect([seconds, answer.status]).toEqual([seconds, 400]);
      expect(((await answer.json()) as { message: string }).message).toMatch(/^\w.*\.$/);
    }
    await bilfund.close();
  });

  test('a killed npm start leaves nothing behind, and the next one continues its data', async () => {
    const killed = await start();
    expect((await fetch(`${killed.url}/api/native`)).status).toBe(200);
    await killed.control.advance(3600);
    const children = descendantsOf(killed.process.pid ?? 0);
    await killed.kill();
    await eventually(
      () => children.filter(isAlive),
      (alive) => alive.length === 0,
    );
    const again = await start();
    const clock = (await (await fetch(`${again.url}/_local/clock`)).json()) as { offsetSeconds: number };
    expect(clock.offsetSeconds).toBe(7200);
    await again.close();
  });

  test('a fault plan crashes npm start at the call that it names', async () => {
    const bilfund = await start();
    await bilfund.control.addFault({
      kind: 'crash_after',
      service: 'dynamodb',
      operation: 'GetItem',
      n: 2,
      when: 'before',
    });
    expect((await fetch(`${bilfund.url}/api/things/a`)).status).toBe(200);
    await expect(fetch(`${bilfund.url}/api/things/a`)).rejects.toThrow();
    await bilfund.ended;
    expect(bilfund.process.signalCode).toBe('SIGKILL');
  });

  test('npm start refuses a data folder that is in use', async () => {
    const bilfund = await start();
    await expect(start()).rejects.toThrow('already running');
    await bilfund.close();
  });
});
