import type Stripe from 'stripe';
import { type Product, type ProductKey, productKeys, products } from '#core/payments/plan.ts';

/** One change made or planned: "created", "renamed" …, as a sentence for the terminal. */
export type SyncStep = { product: ProductKey; sentence: string };
export type SyncOptions = {
  /** Only reports the changes. */
  isDryRun?: boolean;
};

const describe = ({ amountCents, currency, recurring }: Product): string => {
  const amount = `${(amountCents / 100).toFixed(2)} ${currency.toUpperCase()}`;
  if (!recurring) return `${amount} once`;
  return `${amount} every ${recurring.intervalCount === 1 ? 'month' : `${recurring.intervalCount} months`}`;
};

/** Stripe cannot change a price's amount, currency or interval: a different one needs a new price. */
function isSamePrice(price: Stripe.Price, wanted: Product): boolean {
  const { recurring } = price;
  return (
    price.unit_amount === wanted.amountCents &&
    price.currency === wanted.currency &&
    price.active &&
    price.tax_behavior === 'inclusive' &&
    (recurring?.interval ?? null) === (wanted.recurring?.interval ?? null) &&
    (recurring?.interval_count ?? null) === (wanted.recurring?.intervalCount ?? null)
  );
}

const priceParams = (key: ProductKey, wanted: Product, product: string): Stripe.PriceCreateParams => ({
  product,
  currency: wanted.currency,
  unit_amount: wanted.amountCents,
  lookup_key: wanted.lookupKey,
  // The old price keeps its subscribers; new ones get the new price under the same key.
  transfer_lookup_key: true,
  tax_behavior: 'inclusive',
  metadata: { product: key },
  ...(wanted.recurring && {
    recurring: { interval: wanted.recurring.interval, interval_count: wanted.recurring.intervalCount },
  }),
});

type Found = { product: Stripe.Product | undefined; price: Stripe.Price | undefined };

async function find(stripe: Stripe, wanted: Product): Promise<Found> {
  const { data } = await stripe.prices.list({
    lookup_keys: [wanted.lookupKey],
    limit: 1,
    expand: ['data.product'],
  });
  const [price] = data;
  const held = price?.product;
  if (held && typeof held === 'object' && !held.deleted) return { price, product: held };
  return { price, product: await findProduct(stripe, wanted.lookupKey) };
}

/** Products have our lookup key as their id, so that a repeated run finds those of an interrupted one. */
async function findProduct(stripe: Stripe, id: string): Promise<Stripe.Product | undefined> {
  try {
    return await stripe.products.retrieve(id);
  } catch (error) {
    if ((error as { code?: string }).code === 'resource_missing') return undefined;
    throw error;
  }
}

async function syncProduct(stripe: Stripe, key: ProductKey, isDryRun: boolean): Promise<SyncStep[]> {
  const wanted = products[key];
  const found = await find(stripe, wanted);
  const steps: SyncStep[] = [];
  const step = async <T>(sentence: string, work: () => Promise<T>): Promise<T | undefined> => {
    steps.push({ product: key, sentence });
    return isDryRun ? undefined : work();
  };
  let { product } = found;
  if (!product) {
    product = await step(`create the product ${wanted.name}`, () =>
      stripe.products.create({ id: wanted.lookupKey, name: wanted.name, metadata: { product: key } }),
    );
  } else if (product.name !== wanted.name || !product.active) {
    const { id, name } = product;
    await step(name === wanted.name ? `sell ${name} again` : `rename ${name} to ${wanted.name}`, () =>
      stripe.products.update(id, { name: wanted.name, active: true }),
    );
  }
  const { price: old } = found;
  if (old && isSamePrice(old, wanted)) return steps;
  const productId = product?.id ?? wanted.lookupKey;
  await step(`create the price ${wanted.lookupKey}: ${describe(wanted)}`, () =>
    stripe.prices.create(priceParams(key, wanted, productId)),
  );
  if (old?.active)
    await step(`retire its price ${old.id}`, () => stripe.prices.update(old.id, { active: false }));
  return steps;
}

/**
 * Makes an account's products and prices match core/payments, found by lookup key. Existing subscriptions keep their price.
 * Returns the changes made.
 */
export async function syncCatalog(
  stripe: Stripe,
  { isDryRun = false }: SyncOptions = {},
): Promise<SyncStep[]> {
  const steps: SyncStep[] = [];
  for (const key of productKeys) steps.push(...(await syncProduct(stripe, key, isDryRun)));
  return steps;
}
