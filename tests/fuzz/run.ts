/**
 * `npm run fuzz -- --seconds 60 --seed N --events 3000`: sends random requests to every route and random events to every
 * worker, as five kinds of readers, until each has had its share or the time is over. Exits 1 when one was answered
 * with a 5xx, with what the contract does not say, or threw; the same seed makes the same events.
 */

import { spawnSync } from 'node:child_process';
import { headerOf, readOptions } from '#lib/program-options.ts';
import { fuzzVariables } from './settings.ts';

const values = readOptions(headerOf(import.meta.filename), {
  seconds: { type: 'string', default: '3600' },
  seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  events: { type: 'string', default: '3000' },
});
const env = { ...process.env };
for (const name of ['seed', 'events', 'seconds'] as const) {
  if (!/^\d{1,10}$/.test(values[name]))
    throw new Error(`--${name} must be a whole number, not ${values[name]}.`);
  env[fuzzVariables[name]] = values[name];
}
console.info(`Seed ${values.seed}: up to ${values.events} events for each handler, ${values.seconds} s.`);
const { status } = spawnSync('vitest', ['run', '--project', 'local', 'tests/fuzz'], {
  stdio: 'inherit',
  env,
});
process.exitCode = status ?? 1;
