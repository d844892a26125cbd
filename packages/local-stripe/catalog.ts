import type Stripe from 'stripe';
import { change, hasAll, listPage, newId, nulls, type Routes, retrieve, route, type World } from './store.ts';
import * as field from './wire.ts';
import { badRequest } from './wire.ts';

const newProduct = field.shapeOf<Stripe.ProductCreateParams>()({
  id: field.text,
  name: field.required(field.text),
  metadata: field.metadata,
});
const changedProduct = field.shapeOf<Stripe.ProductUpdateParams>()({ name: field.text, active: field.flag });

function createProduct(world: World, input: field.Parameters<typeof newProduct>): Stripe.Product {
  if (input.id && world.store.byId(input.id)) {
    throw badRequest(`Product already exists.`, 'id', 'resource_already_exists');
  }
  const product: Stripe.Product = {
    id: input.id ?? newId('prod'),
    object: 'product',
    ...nulls('default_price description package_dimensions shippable tax_code tax_details unit_label url'),
    active: true,
    created: world.now(),
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: input.metadata ?? {},
    name: input.name,
    type: 'service',
    updated: world.now(),
  };
  world.store.insert(product);
  world.emit('product.created', product);
  return product;
}

const newPrice = field.shapeOf<Stripe.PriceCreateParams>()({
  currency: field.required(field.choice('eur')),
  unit_amount: field.required(field.whole),
  product: field.required(field.text),
  recurring: field.group(
    field.shapeOf<Stripe.PriceCreateParams.Recurring>()({
      interval: field.required(field.choice('month')),
      interval_count: field.whole,
    }),
  ),
  lookup_key: field.text,
  tax_behavior: field.choice('inclusive'),
  transfer_lookup_key: field.flag,
  metadata: field.metadata,
});
const soughtPrices = field.shapeOf<Stripe.PriceListParams>()({
  ...field.paging,
  active: field.flag,
  lookup_keys: field.list(field.text),
});

/** Decimals travel as texts; the client makes numbers of them again. */
export const asDecimal = (value: number): Stripe.Decimal => String(value) as unknown as Stripe.Decimal;

/** A lookup key names one price; it moves only when the request says so. */
function claimLookupKey(world: World, key: string, mayTransfer: boolean): void {
  const [holder] = world.store.all('price', (price) => price.lookup_key === key);
  if (!holder) return;
  if (!mayTransfer) {
    const words = `A price (\`${holder.id}\`) already uses that lookup key. Pass \`transfer_lookup_key=true\` to transfer it.`;
    throw badRequest(words, 'lookup_key', 'resource_already_exists');
  }
  change(world, 'price.updated', holder, { lookup_key: null });
}

function createPrice(world: World, input: field.Parameters<typeof newPrice>): Stripe.Price {
  const product = world.store.get('product', input.product, 'product');
  if (input.lookup_key) claimLookupKey(world, input.lookup_key, input.transfer_lookup_key ?? false);
  const price: Stripe.Price = {
    id: newId('price'),
    object: 'price',
    ...nulls('custom_unit_amount nickname tiers_mode transform_quantity'),
    active: true,
    billing_scheme: 'per_unit',
    created: world.now(),
    currency: input.currency,
    livemode: false,
    lookup_key: input.lookup_key ?? null,
    metadata: input.metadata ?? {},
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
    type: input.recurring ? 'recurring' : 'one_time',
    unit_amount: input.unit_amount,
    unit_amount_decimal: asDecimal(input.unit_amount),
  };
  world.store.insert(price);
  world.emit('price.created', price);
  return price;
}

/** What it costs, in cents. Every price made here has an amount. */
export const unitAmount = (price: Stripe.Price): number => price.unit_amount ?? 0;

export const productName = (world: World, price: Stripe.Price): string =>
  world.store.get('product', String(price.product)).name;

const newCoupon = field.shapeOf<Stripe.CouponCreateParams>()({
  id: field.text,
  name: field.text,
  percent_off: field.required(field.whole),
  duration: field.required(field.choice('once')),
  applies_to: field.group({ products: field.required(field.list(field.text)) }),
});

function createCoupon(world: World, input: field.Parameters<typeof newCoupon>): Stripe.Coupon {
  if (!(input.percent_off > 0 && input.percent_off <= 100))
    throw badRequest('Invalid percent_off: must be greater than 0 and at most 100.', 'percent_off');
  const coupon: Stripe.Coupon = {
    id: input.id ?? newId('coupon').slice('coupon_'.length),
    object: 'coupon',
    ...nulls('amount_off currency duration_in_months max_redemptions redeem_by'),
    ...(input.applies_to && { applies_to: input.applies_to }),
    created: world.now(),
    duration: input.duration,
    livemode: false,
    metadata: {},
    name: input.name ?? null,
    percent_off: input.percent_off,
    times_redeemed: 0,
    valid: true,
  };
  world.store.insert(coupon);
  world.emit('coupon.created', coupon);
  return coupon;
}

const newCode = field.shapeOf<Stripe.PromotionCodeCreateParams>()({
  promotion: field.required(
    field.group({ type: field.required(field.choice('coupon')), coupon: field.required(field.text) }),
  ),
  code: field.required(field.text),
  max_redemptions: field.whole,
});
const soughtCodes = field.shapeOf<Stripe.PromotionCodeListParams>()({
  ...field.paging,
  active: field.flag,
  code: field.text,
});

const sameCode = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** The code that a person has typed in; codes are the same in capitals and small letters. */
export function findByCode(world: World, code: string): Stripe.PromotionCode | undefined {
  return world.store.all('promotion_code', (one) => sameCode(one.code, code))[0];
}

function createCode(world: World, input: field.Parameters<typeof newCode>): Stripe.PromotionCode {
  const coupon = world.store.get('coupon', input.promotion.coupon, 'promotion[coupon]');
  const { code } = input;
  if (findByCode(world, code)) {
    const words = `An active promotion code with \`code: ${code}\` already exists.`;
    throw badRequest(words, 'code', 'resource_already_exists');
  }
  const promotionCode: Stripe.PromotionCode = {
    id: newId('promo'),
    object: 'promotion_code',
    ...nulls('customer customer_account expires_at'),
    active: true,
    code,
    created: world.now(),
    livemode: false,
    max_redemptions: input.max_redemptions ?? null,
    metadata: {},
    promotion: { type: 'coupon', coupon: coupon.id },
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0,
  };
  world.store.insert(promotionCode);
  world.emit('promotion_code.created', promotionCode);
  return promotionCode;
}

const param = 'discounts[0][promotion_code]';

/** A promotion code that has a use left; throws in Stripe's words when it has none. */
export function usableCode(world: World, id: string): Stripe.PromotionCode {
  const code = world.store.get('promotion_code', id, param);
  if (code.max_redemptions === null || code.times_redeemed < code.max_redemptions) return code;
  throw badRequest('This promotion code is no longer valid.', param);
}

/** What a promotion code takes off a price, in cents: nothing where it is for another product. Throws when it is used up. */
export function discountBy(world: World, codeId: string, price: Stripe.Price): number {
  const { promotion } = usableCode(world, codeId);
  const coupon = world.store.get('coupon', String(promotion.coupon));
  if (coupon.applies_to && !coupon.applies_to.products.includes(String(price.product))) return 0;
  return Math.round((unitAmount(price) * (coupon.percent_off ?? 0)) / 100);
}

/** Counts a use of the code and of its coupon. */
export function countUse({ store }: World, code: Stripe.PromotionCode): void {
  store.save({ ...code, times_redeemed: code.times_redeemed + 1 });
  const coupon = store.get('coupon', String(code.promotion.coupon));
  store.save({ ...coupon, times_redeemed: coupon.times_redeemed + 1 });
}

export const catalogRoutes: Routes = {
  'POST /v1/products': route(newProduct, createProduct),
  'GET /v1/products/{id}': retrieve('product'),
  'POST /v1/products/{id}': route(changedProduct, (world, input, id) =>
    change(world, 'product.updated', world.store.get('product', id), { ...input, updated: world.now() }),
  ),
  'GET /v1/products': route(field.paging, (world, page) => listPage(world, 'product', page)),
  'POST /v1/prices': route(newPrice, createPrice),
  'GET /v1/prices/{id}': retrieve('price'),
  'POST /v1/prices/{id}': route({ active: field.flag }, (world, input, id) =>
    change(world, 'price.updated', world.store.get('price', id), input),
  ),
  'GET /v1/prices': route(soughtPrices, (world, { active, lookup_keys: keys, ...page }) => {
    const fits = (price: Stripe.Price) =>
      hasAll(price, { active }) && (keys === undefined || keys.includes(price.lookup_key ?? ''));
    return listPage(world, 'price', page, fits);
  }),
  'POST /v1/coupons': route(newCoupon, createCoupon),
  'GET /v1/coupons/{id}': retrieve('coupon'),
  'POST /v1/promotion_codes': route(newCode, createCode),
  'GET /v1/promotion_codes/{id}': retrieve('promotion_code'),
  'GET /v1/promotion_codes': route(soughtCodes, (world, { active, code, ...page }) => {
    const fits = (one: Stripe.PromotionCode) =>
      hasAll(one, { active }) && (code === undefined || sameCode(one.code, code));
    return listPage(world, 'promotion_code', page, fits);
  }),
};
