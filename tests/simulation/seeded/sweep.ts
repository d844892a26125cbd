/**
 * `npm run simulate -- sweep [--sample 1] [--only "POST /scrape"]`: the Nth call fails, for every N, in every handler and worker: it
 * is not carried out, its answer is lost, or the function is killed with it. People try again, queues and rules repeat, and
 * when everything has come to rest the invariants hold. `--sample 1` lets only the first, the middle and the last call of
 * each fail, each in one of the ways. The last line is JSON; exits 1 when something did not hold.
 */

import { writeSync } from 'node:fs';
import { headerOf, readOptions } from '#lib/program-options.ts';
import { comeToRest, type OneFault } from './cloud.ts';
import { doors, makeReady } from './doors.ts';
import { watchInvariants } from './invariants.ts';
import { startWorld } from './world.ts';

const values = readOptions(headerOf(import.meta.filename), {
  sample: { type: 'string' },
  only: { type: 'string' },
});
const say = (text: string) => writeSync(1, `${text}\n`);
const ways = ['before', 'after', 'killed'] as const;

const startedMs = performance.now();
const world = await startWorld(1);
await world.storeCars();
const baseline = world.cloud.table.all();
let people = 0;

/** One run in a state of its own, with at most one fault. */
async function tryOnce(name: string, fault: OneFault | null) {
  world.cloud.table.restore(baseline);
  const invariants = watchInvariants(world);
  const ready = await makeReady(world, ++people);
  const act = await doors.get(name)!(world, ready);
  world.cloud.begin(fault);
  const status = await act();
  const calls = world.cloud.end();
  // What the comparison leaves is for the next night.
  if (name === 'reconcile-payments') await world.strike('reconcile');
  await comeToRest(world);
  const isErased = name === 'DELETE /api/account' || name === 'finish-erasures';
  await invariants.checkEnd({ alive: isErased ? [] : [ready.id], erased: isErased ? [ready.id] : [] });
  return { status, calls, wrong: [...invariants.violations] };
}

function faultsOf(count: number): OneFault[] {
  const all = Array.from({ length: count }, (_, i) => i + 1);
  if (!values.sample) return all.flatMap((nth) => ways.map((when) => ({ nth, when })));
  const some = [...new Set([1, Math.ceil(count / 2), count])].filter((nth) => nth >= 1);
  return some.map((nth, i) => ({ nth, when: ways[(i + people) % ways.length]! }));
}

// The functions' own log would be longer than what is to be said.
process.stdout.write = () => true;
const wrong: string[] = [];
let tried = 0;
let held = 0;
const statuses: Record<string, number> = {};
for (const name of doors.keys()) {
  if (values.only && name !== values.only) continue;
  const whole = await tryOnce(name, null);
  const problems = whole.wrong.map((what) => `${name} undisturbed: ${what}`);
  statuses[name] = whole.status;
  for (const fault of faultsOf(whole.calls.length)) {
    tried++;
    const one = await tryOnce(name, fault);
    const what = `${name}, call ${fault.nth} (${one.calls[fault.nth - 1]}) ${fault.when}`;
    if (one.status === 0 || one.status >= 500) one.wrong.push(`answered ${one.status} to the end`);
    if (one.wrong.length === 0) held++;
    for (const each of one.wrong) problems.push(`${what}: ${each}`);
  }
  wrong.push(...problems);
  say(`${name}: ${whole.calls.length} calls, answered ${whole.status}, ${problems.length} violations`);
  for (const problem of problems) say(`  ${problem}`);
}
const seconds = Math.round((performance.now() - startedMs) / 1000);
say(JSON.stringify({ tried, held, seconds, statuses, wrong }));
process.exit(wrong.length > 0 ? 1 : 0);
