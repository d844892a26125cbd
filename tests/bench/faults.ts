/**
 * `npm run bench -- faults [--seconds 60 --rate 15]`: people read and write while a tenth of all calls to the cloud is
 * throttled and one in a hundred answers 500, through everything that `npm start` runs. At least 99.9 % of the requests
 * must succeed and 99 % of them within two seconds. Its last line is JSON; exits 1 when that did not hold.
 */

import type { CallResponse } from '#core/contract/table.ts';
import { createRandom } from '#demo/cars/random.ts';
import { headerOf, readOptions } from '#lib/program-options.ts';
import { type Person, signUp, startProduct } from '#tests/support/product.ts';

const budget = { success: 0.999, p99Ms: 2000 };
const values = readOptions(headerOf(import.meta.filename), {
  seconds: { type: 'string', default: '60' },
  rate: { type: 'string', default: '15' },
});
const [seconds, rate] = [Number(values.seconds), Number(values.rate)];
const random = createRandom(2026, 'faults');

function nextRequest(person: Person, ids: readonly string[]): [method: string, path: string, body?: object] {
  const die = random.next();
  if (die < 0.3) return ['GET', `/api/cars?page=${random.whole(1, 3)}`];
  if (die < 0.5) return ['GET', `/api/cars/${random.pick(ids)}`];
  if (die < 0.65) return ['GET', `/api/notifications/${person.id}`];
  if (die < 0.8) return ['PUT', `/api/stars/${random.pick(ids)}`];
  if (die < 0.9) return ['GET', '/api/payments/usage'];
  return ['GET', '/api/lists'];
}

const product = await startProduct({});
try {
  const people = await Promise.all(['a', 'b', 'c', 'd'].map((name) => signUp(product, `${name}@example.dk`)));
  const { body } = await people[0]!.ask<CallResponse<'GET /api/cars'>>('GET', '/api/cars?pageSize=50');
  const ids = body.cars.filter(({ locked }) => !locked).map(({ id }) => id);
  const asked: { ms: number; status: number; what: string }[] = [];
  async function ask(person: Person): Promise<void> {
    const [method, path, sent] = nextRequest(person, ids);
    const from = performance.now();
    const { status } = await person.ask(method, path, sent);
    asked.push({ ms: performance.now() - from, status, what: `${method} ${path.split('?')[0]}` });
  }
  /** So many requests a second, whether or not those before are answered. */
  async function askFor(forSeconds: number): Promise<void> {
    asked.length = 0;
    const startMs = performance.now();
    const running: Promise<void>[] = [];
    for (let n = 0; n < forSeconds * rate; n++) {
      const waitMs = startMs + (n / rate) * 1000 - performance.now();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      running.push(ask(people[n % people.length]!));
    }
    await Promise.all(running);
  }
  const sortedMs = () => asked.map((one) => one.ms).sort((a, b) => a - b);
  // The functions wake before anything is measured.
  for (let n = 0; n < 60; n++) await ask(people[n % people.length]!);
  // What this machine takes without faults: on a busy one that is what is measured.
  await askFor(seconds / 3);
  const calmP99 = Math.round(sortedMs()[Math.floor(asked.length * 0.99)]!);
  await product.control.addFault({ kind: 'throttle', rate: 0.1 }, 1);
  await product.control.addFault({ kind: 'error', rate: 0.01 });
  await askFor(seconds);
  const ms = sortedMs();
  const p99 = Math.round(ms[Math.floor(ms.length * 0.99)]!);
  const succeeded = asked.filter(({ status }) => status < 400).length;
  const success = succeeded / asked.length;
  const holds = success >= budget.success && p99 < budget.p99Ms;
  const failed = asked.filter(({ status }) => status >= 400).map(({ status, what }) => `${status} ${what}`);
  const p50 = Math.round(ms[Math.floor(ms.length / 2)]!);
  const slowest = asked
    .sort((a, b) => b.ms - a.ms)
    .slice(0, 10)
    .map(({ ms, what }) => `${Math.round(ms)} ms ${what}`);
  const errors = (await product.control.logs()).filter(({ level }) => level === 'error');
  const reasons = [...new Set(errors.map(({ message, reason }) => `${message}: ${reason ?? ''}`))];
  const figures = { requests: asked.length, success, p50, p99, calmP99 };
  console.info(JSON.stringify({ bench: 'faults', ...figures, holds, failed, slowest, reasons }));
  process.exitCode = holds ? 0 : 1;
} finally {
  await product.remove();
}
