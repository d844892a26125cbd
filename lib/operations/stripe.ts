import { parseArgs } from 'node:util';
import Stripe from 'stripe';
import { type Product, type ProductKey, productKeys, products } from '#core/payments/plan.ts';
import { webhookEvents } from '#core/payments/stripe.ts';
import { Refusal } from '#lib/program-options.ts';

/** Stripe's client for a key; `address` is another server that speaks the protocol, empty or undefined for Stripe itself. */
export function openStripe(key: string, address: string | undefined): Stripe {
  if (!address) return new Stripe(key);
  const { hostname, port, protocol } = new URL(address);
  return new Stripe(key, { host: hostname, port, protocol: protocol === 'https:' ? 'https' : 'http' });
}

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

const help = `Makes a Stripe account sell Bilfund's plans.

  STRIPE_SECRET_KEY=sk_… npm run ops -- stripe [options]

  --dry-run   tell what would be done and change nothing
  --live      allow a live key; without it only test keys are taken
  --help      this text
`;

function readOptions(args: string[]) {
  return parseArgs({
    args,
    options: {
      'dry-run': { type: 'boolean', default: false },
      live: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  }).values;
}

/** The client for the key in the environment; `STRIPE_API_URL` names another server that speaks the protocol. */
function openOwnStripe(mayBeLive: boolean): Stripe {
  const key = process.env.STRIPE_SECRET_KEY;
  if (!key) throw new Error('Name the key: STRIPE_SECRET_KEY=sk_test_… npm run ops -- stripe');
  const isTest = /^(sk|rk)_test_/.test(key);
  if (!isTest && !mayBeLive) throw new Error('This is no test key. Say --live to change a live account.');
  return openStripe(key, process.env.STRIPE_API_URL);
}

function report(steps: readonly SyncStep[], isDryRun: boolean): string {
  if (steps.length === 0) return 'Everything is as it should be.';
  const lines = steps.map(({ product, sentence }) => `  ${product}: ${sentence}`);
  return [isDryRun ? 'Would be done:' : 'Done:', ...lines].join('\n');
}

export async function run(words: string[]): Promise<void> {
  try {
    const options = readOptions(words);
    if (options.help) return console.info(help);
    const isDryRun = options['dry-run'];
    console.info(report(await syncCatalog(openOwnStripe(options.live), { isDryRun }), isDryRun));
    console.info(`The webhook at /api/payments/webhook is to be told: ${webhookEvents.join(', ')}.`);
  } catch (error) {
    throw new Refusal(error instanceof Error ? error.message : String(error));
  }
}
