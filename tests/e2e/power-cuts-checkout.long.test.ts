import { payCheckout } from 'local-stripe/tests/support/stripe-target.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallResponse } from '#core/contract/table.ts';
import { limits } from '#core/payments/plan.ts';
import { someOf } from '#tests/support/extent.ts';
import { type CutAt, cutPower, startAfterCut } from '#tests/support/power-cuts.ts';
import { eventually, type Person, type Product, signUp, startProduct } from '#tests/support/product.ts';

type Step = 'open' | 'pay';
/** Where the power goes: while the checkout is opened or paid; at a call of a function's, or so many milliseconds in. */
type Moment = { in: Step; at: CutAt };

const call = (operation: string, when: 'before' | 'after'): CutAt => ({
  service: 'dynamodb',
  operation,
  n: 1,
  when,
});

const allMoments: readonly Moment[] = [
  // The first checkout makes the customer, in a transaction.
  { in: 'open', at: call('TransactWriteItems', 'before') },
  { in: 'open', at: call('UpdateItem', 'after') },
  { in: 'open', at: { ms: 40 } },
  // Payments are applied by the events that follow them, in a transaction each.
  { in: 'pay', at: call('TransactWriteItems', 'before') },
  { in: 'pay', at: call('TransactWriteItems', 'after') },
  { in: 'pay', at: call('GetItem', 'before') },
  { in: 'pay', at: { ms: 0 } },
  { in: 'pay', at: { ms: 15 } },
  { in: 'pay', at: { ms: 60 } },
  { in: 'pay', at: { ms: 250 } },
];

/** `TEST_CASES=all npm run e2e -- tests/e2e/power-cuts` takes all of them. */
const moments = someOf(allMoments, 3);

const nameOf = ({ in: step, at }: Moment) =>
  `${step === 'open' ? 'opening the page' : 'paying'}, ${'ms' in at ? `${at.ms} ms in` : `${at.when} ${at.operation}`}`;
const dayMs = 86_400_000;

let product: Product;
let person: Person;
beforeAll(async () => {
  product = await startProduct({ empty: true });
  person = await signUp(product, 'power-cut@example.dk');
});
afterAll(() => product?.remove());

async function openCheckout(): Promise<string> {
  const body = { transactionType: 'deal_finder_boost' };
  const answer = await person.ask<{ url: string }>(
    'POST',
    '/api/payments/create-microtransaction-checkout',
    body,
  );
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.url;
}

const charges = async () =>
  (await product.control.shop()).charges.filter(({ object }) => object.status === 'succeeded');
const boostUntil = async () =>
  (await person.ask<CallResponse<'GET /api/payments/subscription'>>('GET', '/api/payments/subscription')).body
    .boost_until;

describe('a power cut during a checkout', () => {
  let first = 0;
  it.each(moments.map((moment, place) => [nameOf(moment), moment, place] as const))(
    'a power cut during a checkout (%s) loses no payment and takes none twice',
    async (_, moment, place) => {
      const url = moment.in === 'pay' ? await openCheckout() : null;
      await cutPower(product, moment.at, () => (url === null ? openCheckout() : payCheckout(url)));
      product = await startAfterCut(product, person);
      // Who finds nothing paid tries again; who has paid reads that it was received.
      if ((await charges()).length === place)
        expect((await payCheckout(await openCheckout())).status).toBe(303);
      const until = await eventually('the payment to count', async () => {
        const end = await boostUntil();
        const days = end === null ? 0 : (Date.parse(end) - (first || Date.now())) / dayMs;
        return Math.round(days) === limits.boostDays * (place + 1) ? end : null;
      });
      first ||= Date.parse(until) - limits.boostDays * dayMs;
      expect(Date.parse(until)).toBe(first + (place + 1) * limits.boostDays * dayMs);
      expect(await charges()).toHaveLength(place + 1);
      const { body } = await person.ask<unknown[]>('GET', '/api/payments/history?limit=100');
      expect(body).toHaveLength(place + 1);
    },
  );
});
