import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Lived } from './seeded/live.ts';

// `npm run simulate` lives two hundred seeds of two thousand steps; every build lives a few short ones.
const script = join(import.meta.dirname, 'seeded/live.ts');
const steps = 400;
const seeds = [1, 2, 3, 4];

async function live(seed: number, ...more: string[]): Promise<Lived> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    script,
    String(seed),
    String(steps),
    ...more,
  ]);
  return JSON.parse(stdout) as Lived;
}

describe('people, faults and delays that a seed decides', () => {
  it('random people, faults and delays break no invariant, and the same seed gives the same trace', async () => {
    const lived: Lived[] = [];
    for (const seed of seeds) lived.push(await live(seed));
    expect(lived.flatMap(({ violations }) => violations)).toEqual([]);
    const again = await live(seeds[0]!);
    expect(again.trace).toBe(lived[0]!.trace);
    expect(new Set(lived.map(({ trace }) => trace)).size).toBe(seeds.length);
  }, 600_000);

  it("random people's imports, searches, purchases, alerts and erasures succeed", async () => {
    const { deeds } = await live(7);
    for (const kind of ['import 2xx', 'follow 2xx', 'list 2xx', 'pay 2xx', 'star 2xx', 'notifications 2xx'])
      expect(deeds[kind], kind).toBeGreaterThan(0);
  }, 300_000);

  it('messages that arrive three times in parallel count once, and unreadable ones become dead letters', async () => {
    const { violations, delivered } = await live(11, 'thrice');
    expect(violations).toEqual([]);
    expect(delivered.poison).toBeGreaterThan(0);
    // After as many tries as there are.
    expect(delivered.deadPoison).toBe(delivered.poison);
  }, 300_000);
});
