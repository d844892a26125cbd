import type Stripe from 'stripe';
import { newId } from '../object-store.ts';
import * as field from '../wire/parameters.ts';
import { hasAll, listPage, type Routes, retrieve, route } from '../wire/route.ts';
import { badRequest } from '../wire/stripe-failure.ts';
import { change, type World } from '../world.ts';
import { createProduct } from './products.ts';

/** Which prices can be named here: euro and the Danish krone. */
const currency = field.choice('eur', 'dkk');
const taxBehavior = field.choice('inclusive', 'exclusive', 'unspecified');
export const recurring = field.group(
  field.shapeOf<Stripe.PriceCreateParams.Recurring>()({
    interval: field.required(field.choice('day', 'week', 'month', 'year')),
    interval_count: field.whole,
  }),
);

const create = field.shapeOf<Stripe.PriceCreateParams>()({
  currency: field.required(currency),
  unit_amount: field.required(field.amount),
  product: field.text,
  product_data: field.group(
    field.shapeOf<Stripe.PriceCreateParams.ProductData>()({
      name: field.required(field.text),
      metadata: field.metadata,
    }),
  ),
  recurring,
  lookup_key: field.text,
  transfer_lookup_key: field.flag,
  nickname: field.text,
  active: field.flag,
  tax_behavior: taxBehavior,
  metadata: field.metadata,
});
const update = field.shapeOf<Stripe.PriceUpdateParams>()({
  active: field.flag,
  lookup_key: field.clearable(field.text),
  transfer_lookup_key: field.flag,
  nickname: field.clearable(field.text),
  tax_behavior: taxBehavior,
  metadata: field.metadata,
});
const find = field.shapeOf<Stripe.PriceListParams>()({
  ...field.paging,
  active: field.flag,
  currency,
  lookup_keys: field.list(field.text),
  product: field.text,
  type: field.choice('one_time', 'recurring'),
});

/** Decimals travel as texts; the client makes numbers of them again. */
export const asDecimal = (value: number): Stripe.Decimal => String(value) as unknown as Stripe.Decimal;

/** A lookup key names one active price; it moves only when the request says so. */
function claimLookupKey(world: World, key: string, mayTransfer: boolean, own?: string): void {
  const [holder] = world.store.all('price', (price) => price.lookup_key === key && price.id !== own);
  if (!holder) return;
  if (!mayTransfer) {
    const words = `A price (\`${holder.id}\`) already uses that lookup key. Pass \`transfer_lookup_key=true\` to transfer it.`;
    throw badRequest(words, 'lookup_key', 'resource_already_exists');
  }
  change(world, 'price.updated', holder, { lookup_key: null });
}

export function createPrice(world: World, input: field.Parameters<typeof create>): Stripe.Price {
  if ((input.product === undefined) === (input.product_data === undefined)) {
    throw badRequest('You must specify exactly one of product or product_data.', 'product');
  }
  const product = input.product
    ? world.store.get('product', input.product, 'product')
    : createProduct(world, input.product_data!);
  if (input.lookup_key) claimLookupKey(world, input.lookup_key, input.transfer_lookup_key ?? false);
  const price: Stripe.Price = {
    id: newId('price'),
    object: 'price',
    active: input.active ?? true,
    billing_scheme: 'per_unit',
    created: world.now(),
    currency: input.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: input.lookup_key ?? null,
    metadata: field.mergeMetadata(null, input.metadata),
    nickname: input.nickname ?? null,
    product: product.id,
    recurring: input.recurring
      ? {
          interval: input.recurring.interval,
          interval_count: input.recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: input.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: input.recurring ? 'recurring' : 'one_time',
    unit_amount: input.unit_amount,
    unit_amount_decimal: asDecimal(input.unit_amount),
  };
  world.store.insert(price);
  world.emit('price.created', price);
  return price;
}

/** What one unit costs, in cents. Every price made here has an amount. */
export const unitAmount = (price: Stripe.Price): number => price.unit_amount ?? 0;

export const productIdOf = (price: Stripe.Price): string =>
  typeof price.product === 'string' ? price.product : price.product.id;

export const priceRoutes: Routes = {
  'POST /v1/prices': route(create, createPrice),
  'GET /v1/prices/{id}': retrieve('price'),
  'POST /v1/prices/{id}': route(update, (world, input, id) => {
    const price = world.store.get('price', id);
    const { transfer_lookup_key: mayTransfer = false, ...fields } = input;
    if (fields.lookup_key) claimLookupKey(world, fields.lookup_key, mayTransfer, price.id);
    if (
      fields.tax_behavior &&
      price.tax_behavior !== 'unspecified' &&
      fields.tax_behavior !== price.tax_behavior
    ) {
      throw badRequest('The tax behavior of a price cannot be changed once it is set.', 'tax_behavior');
    }
    return change(world, 'price.updated', price, field.withMetadata(price, fields));
  }),
  'GET /v1/prices': route(find, (world, { active, currency, lookup_keys: keys, product, type, ...page }) => {
    if (keys && keys.length > 10)
      throw badRequest('You may only specify up to 10 lookup_keys.', 'lookup_keys');
    return listPage(
      world,
      'price',
      '/v1/prices',
      page,
      (price) =>
        hasAll(price, { active, currency, product, type }) &&
        (keys === undefined || (price.lookup_key !== null && keys.includes(price.lookup_key))),
    );
  }),
};
