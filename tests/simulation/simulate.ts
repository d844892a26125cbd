/**
 * `npm run simulate -- --seeds 200 [--steps 2000] [--seed 1] [--twice 10]`: the product's own functions live one seed after
 * the other, each in a process of its own, with people, copies, delays, late expiry, throttles, lost answers, killed
 * functions and events of Stripe's in any order. Every `--twice`th seed is lived twice and must leave the same trace
 * (1: all of them). Exits 1 when an invariant did not hold or a trace differs. The last line is JSON.
 */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { headerOf, readOptions } from '#lib/program-options.ts';
import type { Lived } from './seeded/live.ts';

const values = readOptions(headerOf(import.meta.filename), {
  seeds: { type: 'string', default: '200' },
  steps: { type: 'string', default: '2000' },
  seed: { type: 'string', default: '1' },
  twice: { type: 'string', default: '10' },
});
const [seeds, steps, first, twice] = [values.seeds, values.steps, values.seed, values.twice].map(Number) as [
  number,
  number,
  number,
  number,
];
const script = join(import.meta.dirname, 'seeded/live.ts');

/** A seed that did not come to its end is a violation too. */
function live(seed: number): Lived {
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, String(seed), String(steps)], {
    encoding: 'utf8',
    timeout: 600_000,
  });
  if (status === 0) return JSON.parse(stdout) as Lived;
  const violations = [`ended with ${status}: ${stderr.trim().slice(-2000)}`];
  return {
    seed,
    steps,
    ms: 0,
    items: 0,
    deeds: {},
    delivered: { messages: 0, poison: 0, deadPoison: 0 },
    trace: '',
    violations,
  };
}

const startedMs = performance.now();
const wrong: string[] = [];
const deeds: Record<string, number> = {};
let held = 0;
let repeated = 0;
for (let seed = first; seed < first + seeds; seed++) {
  const lived = live(seed);
  const problems = [...lived.violations];
  if ((seed - first) % twice === 0) {
    repeated++;
    if (live(seed).trace !== lived.trace) problems.push('lived again, it left another trace');
  }
  for (const [kind, count] of Object.entries(lived.deeds)) deeds[kind] = (deeds[kind] ?? 0) + count;
  if (problems.length === 0) held++;
  for (const problem of problems) wrong.push(`seed ${seed}: ${problem}`);
  console.info(
    `seed ${seed}: ${lived.items} items, ${lived.ms} ms, trace ${lived.trace.slice(0, 16)}, ${problems.length} violations`,
  );
  for (const problem of problems) console.info(`  ${problem}`);
}
const seconds = Math.round((performance.now() - startedMs) / 1000);
console.info(JSON.stringify({ seeds, steps, held, repeated, seconds, deeds, wrong }));
process.exitCode = wrong.length > 0 ? 1 : 0;
