import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';

const program = `
  const { launchBrowser } = await import('#functions/marketplaces/launch-browser.ts');
  const browser = await launchBrowser('http://127.0.0.1:9');
  console.log(browser.process().pid);
  setInterval(() => {}, 1000);`;

/** What has ended and is not yet taken note of is no more. */
const runs = (pid: number): boolean =>
  existsSync(`/proc/${pid}/stat`) && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

it('ends the browser together with the process that started it, even when that is killed', async () => {
  const owner = spawn(process.execPath, ['--input-type=module', '-e', program]);
  const said = await new Promise<string>((resolve, reject) => {
    owner.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    owner.once('exit', () => reject(new Error('it did not start')));
  });
  const browser = Number(said.trim());
  expect(runs(browser)).toBe(true);
  owner.kill('SIGKILL');
  await vi.waitFor(() => expect(runs(browser)).toBe(false), { timeout: 20_000, interval: 100 });
}, 60_000);
