import { readdir, readFile } from 'node:fs/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { openMarketplace } from '#functions/marketplaces/browser-visits.ts';
import { startTestMarketplace } from './marketplace-server.ts';

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
  const restarts: string[] = [];
  const marketplace = await openMarketplace({
    demoOrigin: site.origin,
    answerTimeoutMs: 4000,
    log: (message) => {
      if (message.includes('started anew')) restarts.push(message);
    },
  });
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
        expect(restarts).toEqual([]);
        process.kill(browserPid, signal);
        expect(await marketplace.visitItem(href)).toMatchObject({ failure: null, listings: [{ id: '42' }] });
        expect(restarts).toHaveLength(1);
        expect(await children()).not.toContain(browserPid);
      } finally {
        await marketplace.close();
      }
    },
  );
});
