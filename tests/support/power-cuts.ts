import { cutOffSentence } from 'local-cloud/single-owner.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallResponse } from '#core/contract/table.ts';
import { createRandom } from '#demo/cars/random.ts';
import { someOf } from './extent.ts';
import { demoLinks, eventually, type Person, type Product, signIn, signUp, startProduct } from './product.ts';

/** Where the power goes: right before or after the n-th call of a kind, or after so many milliseconds. */
export type CutAt =
  | { service: string; operation: string; n: number; when: 'before' | 'after' }
  | { ms: number };

/** The longest something runs before its moment must have come. */
const longestWaitMs = 120_000;

/** Starts something and ends the process at the moment, whatever becomes of what was started. */
export async function cutPower(product: Product, at: CutAt, start: () => Promise<unknown>): Promise<void> {
  if ('ms' in at) {
    const started = start().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, at.ms));
    await product.kill();
    return void (await started);
  }
  await product.control.addFault({ kind: 'crash_after', ...at });
  await start().catch(() => undefined);
  // A moment that never comes is a failure of this test, not a power cut at some other moment.
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, longestWaitMs, 'late'));
  const outcome = await Promise.race([product.ended.then(() => 'cut' as const), late]);
  if (outcome === 'late') await product.kill();
  expect(outcome).toBe('cut');
}

/** The same installation again, which must say what happened, and the person signed in to it. */
export async function startAfterCut({ url, dataFolder }: Product, person: Person): Promise<Product> {
  const product = await startProduct({ dataFolder, port: Number(new URL(url).port), empty: true });
  expect(product.said).toContain(cutOffSentence);
  await signIn(person);
  return product;
}

type Moment = { name: string; at: CutAt };

const call = (service: string, operation: string, n: number, when: 'before' | 'after'): Moment => ({
  name: `${when} ${service}:${operation} number ${n}`,
  at: { service, operation, n, when },
});

/** Another seed gives ten other moments: `POWER_CUT_SEED=7 TEST_CASES=all npm run e2e -- tests/e2e/power-cuts`. */
const seed = Number(process.env.POWER_CUT_SEED ?? 1);
const random = createRandom('power cut', seed);
const draw = random.whole;
const when = () => random.pick(['before', 'after'] as const);

/** Between two writes at every step of the line. The ranges are what the smallest import makes. */
const atCalls: readonly Moment[] = [
  call('dynamodb', 'TransactWriteItems', 1, 'after'),
  call('sqs', 'SendMessage', 1, when()),
  call('sqs', 'SendMessageBatch', draw(1, 2), when()),
  call('s3', 'PUT', draw(1, 4), when()),
  call('dynamodb', 'TransactWriteItems', draw(2, 3), when()),
  call('dynamodb', 'UpdateItem', draw(2, 9), when()),
];

/** By the clock. */
const atTimes: readonly Moment[] = [
  draw(300, 1500),
  draw(1500, 3000),
  draw(3000, 5000),
  draw(5000, 7000),
].map((ms) => ({ name: `${ms} ms in`, at: { ms } }));

const moments = someOf([...atCalls, ...atTimes], 2);
/** Two files, which run side by side. */
const half = Math.ceil(moments.length / 2);
const parts = { first: moments.slice(0, half), second: moments.slice(half) };

type History = CallResponse<'GET /api/scrape-history/{id}'>;

/** The tests of one part: an installation of their own whose power is cut again and again. */
export function testPowerCuts(part: keyof typeof parts): void {
  let product: Product;
  let marketplace: string;
  let person: Person;

  beforeAll(async () => {
    product = await startProduct({ empty: true });
    marketplace = new URL((await demoLinks(product.url))[0]!.url).origin;
    person = await signUp(product, 'power-cut@example.dk');
  });
  afterAll(() => product?.remove());

  /** Where nothing but a message that was put off is left to do, its time passes at once. */
  async function passDelay(): Promise<void> {
    const queues = await product.control.queues();
    const isBusy = queues.some((queue) => !queue.isDeadLetters && queue.visible + queue.inFlight > 0);
    if (!isBusy && queues.some((queue) => queue.delayed > 0)) await product.control.advance(15);
  }

  describe(`a power cut during an import, seed ${seed}`, () => {
    it.each(parts[part].map((moment, place) => [moment.name, moment, place] as const))(
      '%s loses nothing and charges once',
      async (_, moment, place) => {
        // A band of prices of its own for each moment: a handful of cars that nobody has imported yet.
        const leastDkk = 40_000 + place * 6_000;
        const url = `${marketplace}/marketplace/category/vehicles?minPrice=${leastDkk}&maxPrice=${leastDkk + 1_500}`;
        const before = (await person.usage()).scrapes_used;
        const headers = { 'idempotency-key': `power-cut-${place}` };
        const start = () => person.ask('POST', '/scrape', { url }, headers);
        await cutPower(product, moment.at, start);
        product = await startAfterCut(product, person);
        // A person whose page broke presses the button again; the same click is the same import.
        const again = await person.ask<{ id: string; jobId: string }>('POST', '/scrape', { url }, headers);
        expect(again.status).toBe(202);
        // Five minutes pass, and with them the sweep that sends again what is lost; the rest happens in its own time.
        await product.control.advance(300);
        const ended = await eventually(
          'the import to end after the restart',
          async () => {
            await passDelay();
            const { body } = await person.ask<History>('GET', `/api/scrape-history/${person.id}?pageSize=50`);
            const row = body.history.find((each) => each.id === again.body.id);
            return row && row.status !== 'started' ? row : null;
          },
          120_000,
        );
        expect(ended).toMatchObject({ status: 'completed', error_code: null });
        expect((await person.usage()).scrapes_used).toBe(before + 1);
        const { body: cars } = await person.ask<CallResponse<'GET /api/cars'>>(
          'GET',
          `/api/cars?import=${again.body.jobId}`,
        );
        const { body: status } = await person.ask<CallResponse<'GET /api/scrape-status'>>(
          'GET',
          '/api/scrape-status',
        );
        expect(status.status).toMatchObject({ jobId: again.body.jobId, status: 'completed', carsFailed: 0 });
        expect(status.status!.carsDone).toBe(status.status!.carsFound);
        expect(new Set(cars.cars.map((car) => car.id)).size).toBe(cars.cars.length);
        const open = (await product.control.queues()).filter(
          (queue) => queue.isDeadLetters && queue.visible > 0,
        );
        expect(open).toEqual([]);
      },
    );
  });
}
