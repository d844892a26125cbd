import type Stripe from 'stripe';
import { productKeys, products } from '#core/payments/plan.ts';
import { createStripeProvider } from '#functions/payments/stripe.ts';

export type Call = [name: string, ...input: unknown[]];

/** A list as Stripe's client returns it: one page, or all pages as an array. */
const listOf = (data: readonly unknown[]) =>
  Object.assign(Promise.resolve({ data }), {
    autoPagingToArray: async ({ limit }: { limit: number }) => data.slice(0, limit),
  });

/** The price of each product, with the id `price_` and its key. */
export const ourPrices = productKeys.map((key) => ({
  id: `price_${key}`,
  lookup_key: products[key].lookupKey,
}));

export const stripeFault = (type: string, code?: string) =>
  Object.assign(new Error(`${type} in Stripe’s words`), { type, code });

/**
 * A fake of Stripe's client. `answers`, by the name of the call ("prices.list"): a list, an object, an error to throw, or a
 * function of the call's arguments. `calls` records all calls.
 */
export function fakeStripe(answers: Record<string, unknown> = {}): { stripe: Stripe; calls: Call[] } {
  const calls: Call[] = [];
  const known: Record<string, unknown> = { 'prices.list': ourPrices, ...answers };
  const answerTo = (name: string, input: unknown[]): unknown => {
    if (!(name in known)) throw new TypeError(`no answer is defined for ${name}`);
    const told = known[name];
    const answer = typeof told === 'function' ? told(...input) : told;
    if (answer instanceof Error) return Promise.reject(answer);
    return Array.isArray(answer) ? listOf(answer) : Promise.resolve(answer);
  };
  const at = (name: string): object =>
    new Proxy(() => undefined, {
      get: (_, part) => at(name ? `${name}.${String(part)}` : String(part)),
      apply(_, _self, input: unknown[]) {
        calls.push([name, ...input]);
        return answerTo(name, input);
      },
    });
  return { stripe: at('') as Stripe, calls };
}

/** The payment provider on a fake client; `calls` leaves out the list of prices, which every purchase reads. */
export function fakeProvider(answers: Record<string, unknown>) {
  const { stripe, calls: all } = fakeStripe(answers);
  return {
    payments: createStripeProvider(stripe),
    calls: (): Call[] => all.filter(([name]) => name !== 'prices.list'),
    all,
  };
}

/** The time of these tests, and an intent's idempotency key in that hour. */
export const now = new Date('2026-11-21T10:05:00Z');
export const keyOf = (intent: string) => ({
  idempotencyKey: `${intent}-${Math.floor(now.getTime() / 3600_000)}`,
});

export const missing = stripeFault('StripeInvalidRequestError', 'resource_missing');
export const refused = stripeFault('StripeInvalidRequestError');
export const taken = stripeFault('StripeIdempotencyError');
