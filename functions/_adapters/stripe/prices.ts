import type Stripe from 'stripe';
import { PaymentUnavailable } from '#core/payment/provider.ts';
import { type ProductKey, productKeys, products } from '#core/plan/plans.ts';

/** Our products' prices at Stripe, found by their lookup keys. */
export type Prices = {
  idOf(product: ProductKey): string;
  /** Null: a price that is none of ours, or no longer. */
  productOf(priceId: string): ProductKey | null;
};

const cacheMs = 5 * 60_000;
const cache = new WeakMap<Stripe, { prices: Prices; until: number }>();

function pricesOf(found: readonly Stripe.Price[]): Prices {
  const byId = new Map<string, ProductKey>();
  for (const price of found) {
    const product = productKeys.find((key) => products[key].lookupKey === price.lookup_key);
    if (product) byId.set(price.id, product);
  }
  const ids = new Map([...byId].map(([id, product]) => [product, id]));
  return {
    productOf: (priceId) => byId.get(priceId) ?? null,
    idOf(product) {
      const id = ids.get(product);
      // The account has no such price yet: `npm run ops -- stripe` makes it.
      if (id === undefined) throw new PaymentUnavailable(`no price ${products[product].lookupKey}`);
      return id;
    },
  };
}

/** Kept for five minutes, so that a changed amount arrives without a deployment. */
export async function readPrices(stripe: Stripe): Promise<Prices> {
  const hit = cache.get(stripe);
  if (hit && hit.until > Date.now()) return hit.prices;
  const lookup_keys = productKeys.map((key) => products[key].lookupKey);
  const { data } = await stripe.prices.list({ lookup_keys, active: true, limit: 100 });
  const prices = pricesOf(data);
  // Prices that are missing may be made at any moment.
  if (data.length === productKeys.length) cache.set(stripe, { prices, until: Date.now() + cacheMs });
  return prices;
}
