import { accessSync, constants, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { openMarketplace } from '#functions/marketplaces/browser-visits.ts';
import { flagsFor, prepareChromium } from '#functions/marketplaces/launch-browser.ts';
import { keepLog } from '#tests/support/kept-log.ts';
import { startTestMarketplace } from './marketplace-server.ts';

const { lines } = keepLog();

const site = await startTestMarketplace();

afterAll(() => site.close());

/** Process ids of this process' own children. */
async function children(): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // A process may end between the two questions.
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
    if (parent === String(process.pid)) found.push(Number(name));
  }
  return found;
}

/** A browser of its own and its process, with what it logs of new starts. */
async function openWatched() {
  const before = new Set(await children());
  const from = lines.length;
  const restarts = () => lines.slice(from).filter((line) => line.includes('started anew'));
  const marketplace = await openMarketplace({ demoOrigin: site.origin, answerTimeoutMs: 4000 });
  const [browserPid] = (await children()).filter((pid) => !before.has(pid));
  if (browserPid === undefined) throw new Error('the browser has no process');
  return { marketplace, restarts, browserPid };
}

describe('a browser that stops answering', { timeout: 120_000, retry: 1 }, () => {
  test.each(['SIGSTOP', 'SIGKILL'] as const)(
    'starts a new browser for the next visit, which reads its page (%s)',
    async (signal) => {
      const { marketplace, restarts, browserPid } = await openWatched();
      try {
        const href = `${site.origin}/marketplace/item/42/`;
        expect((await marketplace.visitItem(href)).failure).toBeNull();
        expect(restarts()).toEqual([]);
        process.kill(browserPid, signal);
        expect(await marketplace.visitItem(href)).toMatchObject({ failure: null, listings: [{ id: '42' }] });
        expect(restarts()).toHaveLength(1);
        expect(await children()).not.toContain(browserPid);
      } finally {
        await marketplace.close();
      }
    },
  );
});

describe('the unpacked browser', { timeout: 60_000 }, () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });

  /** As a new process does: the environment is read once. */
  async function prepareAnew() {
    vi.resetModules();
    const anew = await import('#functions/marketplaces/launch-browser.ts');
    return anew.prepareChromium();
  }

  test('unpacks the whole browser with its libraries and the location of its fonts', async () => {
    const { executablePath, env } = await prepareChromium();
    const folder = dirname(executablePath);
    accessSync(executablePath, constants.X_OK);
    accessSync(join(folder, 'al2023', 'lib', 'libnss3.so'));
    expect(env.LD_LIBRARY_PATH).toContain(join(folder, 'al2023', 'lib'));
    expect(env.FONTCONFIG_PATH).toBe(join(folder, 'fonts'));
    const fonts = readFileSync(join(folder, 'fonts', 'fonts.conf'), 'utf8');
    expect(fonts).toContain(`<dir>${folder}/fonts</dir>`);
    expect(fonts).not.toContain('/tmp/fonts');
  });

  test('starts the browser without flags that weaken page isolation, and without our keys', async () => {
    process.env.AWS_SECRET_ACCESS_KEY ??= 'not-for-pages';
    const { args, env } = await prepareChromium();
    expect(args).toEqual(flagsFor(false));
    const inCloud = flagsFor(true);
    expect(inCloud.length).toBeGreaterThan(10);
    expect([...args, ...inCloud].join(' ')).not.toMatch(
      /disable-web-security|allow-running-insecure-content/,
    );
    expect(Object.keys(env)).not.toContain('AWS_SECRET_ACCESS_KEY');
  });

  test('passes path, language, time zone, folder and screen of the machine to the browser, where they are set', async () => {
    const machine = { PATH: '/bin', LANG: 'da_DK', LC_ALL: 'C', TZ: 'UTC', TMPDIR: tmpdir() };
    for (const [name, value] of Object.entries(machine)) vi.stubEnv(name, value);
    vi.stubEnv('DISPLAY', undefined);
    const withoutScreen = await prepareAnew();
    expect(withoutScreen.env).toMatchObject(machine);
    expect(Object.keys(withoutScreen.env)).not.toContain('DISPLAY');
    vi.stubEnv('DISPLAY', ':7');
    expect((await prepareAnew()).env.DISPLAY).toBe(':7');
  });

  test('unpacks the browser once, however many callers ask', async () => {
    const [one, other] = await Promise.all([prepareChromium(), prepareChromium()]);
    expect(one).toBe(other);
  });
});
