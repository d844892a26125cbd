import { accessSync, constants, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { prepareChromium } from '#functions/marketplaces/launch-browser.ts';

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

describe('the unpacked browser', { timeout: 60_000 }, () => {
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
    expect(args.join(' ')).not.toMatch(/disable-web-security|allow-running-insecure-content/);
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
