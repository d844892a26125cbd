import type Stripe from 'stripe';
import { change, hasAll, listPage, newId, nulls, type Routes, retrieve, route, type World } from './store.ts';
import * as field from './wire.ts';
import { badRequest } from './wire.ts';

const newProduct = field.shapeOf<Stripe.ProductCreateParams>()({
  id: field.text,
  name: field.required(field.text),
  description: field.text,
  active: field.flag,
  metadata: field.metadata,
});
const changedProduct = field.shapeOf<Stripe.ProductUpdateParams>()({
  name: field.text,
  description: field.clearable(field.text),
  active: field.flag,
  metadata: field.metadata,
});
const soughtProducts = field.shapeOf<Stripe.ProductListParams>()({
  ...field.paging,
  active: field.flag,
});

function createProduct(world: World, input: field.Parameters<typeof newProduct>): Stripe.Product {
  if (input.id && world.store.byId(input.id)) {
    throw badRequest(`Product already exists.`, 'id', 'resource_already_exists');
  }
  const product: Stripe.Product = {
    id: input.id ?? newId('prod'),
    object: 'product',
    ...nulls('default_price package_dimensions shippable tax_code tax_details unit_label'),
    active: input.active ?? true,
    created: world.now(),
    description: input.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: field.mergeMetadata(null, input.metadata),
    name: input.name,
    type: 'service',
    updated: world.now(),
    url: null,
  };
  world.store.insert(product);
  world.emit('product.created', product);
  return product;
}

export const productRoutes: Routes = {
  'POST /v1/products': route(newProduct, createProduct),
  'GET /v1/products/{id}': retrieve('product'),
  'POST /v1/products/{id}': route(changedProduct, (world, input, id) => {
    const product = world.store.get('product', id);
    const { metadata: sent, ...fields } = input;
    return change(world, 'product.updated', product, {
      ...fields,
      metadata: field.mergeMetadata(product.metadata, sent),
      updated: world.now(),
    });
  }),
  'GET /v1/products': route(soughtProducts, (world, { active, ...page }) =>
    listPage(world, 'product', '/v1/products', page, (one) => hasAll(one, { active })),
  ),
};

/** Which prices can be named here: euro and the Danish krone. */
const currency = field.choice('eur', 'dkk');
export const recurring = field.group(
  field.shapeOf<Stripe.PriceCreateParams.Recurring>()({
    interval: field.required(field.choice('day', 'week', 'month', 'year')),
    interval_count: field.whole,
  }),
);

const newPrice = field.shapeOf<Stripe.PriceCreateParams>()({
  currency: field.required(currency),
  unit_amount: field.required(field.amount),
  product: field.required(field.text),
  recurring,
  lookup_key: field.text,
  tax_behavior: field.choice('inclusive', 'exclusive', 'unspecified'),
  transfer_lookup_key: field.flag,
  active: field.flag,
  metadata: field.metadata,
});
const changedPrice = field.shapeOf<Stripe.PriceUpdateParams>()({
  active: field.flag,
  lookup_key: field.clearable(field.text),
  transfer_lookup_key: field.flag,
  metadata: field.metadata,
});
const soughtPrices = field.shapeOf<Stripe.PriceListParams>()({
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

export function createPrice(world: World, input: field.Parameters<typeof newPrice>): Stripe.Price {
  const product = world.store.get('product', input.product, 'product');
  if (input.lookup_key) claimLookupKey(world, input.lookup_key, input.transfer_lookup_key ?? false);
  const price: Stripe.Price = {
    id: newId('price'),
    object: 'price',
    ...nulls('custom_unit_amount tiers_mode transform_quantity'),
    active: input.active ?? true,
    billing_scheme: 'per_unit',
    created: world.now(),
    currency: input.currency,
    livemode: false,
    lookup_key: input.lookup_key ?? null,
    metadata: field.mergeMetadata(null, input.metadata),
    nickname: null,
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

/** What one unit costs, in cents. Every price made here has an amount. */
export const unitAmount = (price: Stripe.Price): number => price.unit_amount ?? 0;

export const productIdOf = (price: Stripe.Price): string =>
  typeof price.product === 'string' ? price.product : price.product.id;

export const priceRoutes: Routes = {
  'POST /v1/prices': route(newPrice, createPrice),
  'GET /v1/prices/{id}': retrieve('price'),
  'POST /v1/prices/{id}': route(changedPrice, (world, input, id) => {
    const price = world.store.get('price', id);
    const { transfer_lookup_key: mayTransfer = false, ...fields } = input;
    if (fields.lookup_key) claimLookupKey(world, fields.lookup_key, mayTransfer, price.id);
    return change(world, 'price.updated', price, field.withMetadata(price, fields));
  }),
  'GET /v1/prices': route(
    soughtPrices,
    (world, { active, currency, lookup_keys: keys, product, type, ...page }) => {
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
    },
  ),
};

const newCoupon = field.shapeOf<Stripe.CouponCreateParams>()({
  id: field.text,
  name: field.text,
  percent_off: field.required(field.decimal),
  duration: field.choice('forever', 'once'),
  applies_to: field.group({ products: field.required(field.list(field.text)) }),
  metadata: field.metadata,
});
/** Cents off an amount. */
export const couponDiscount = (coupon: Stripe.Coupon, cents: number): number =>
  Math.round((cents * (coupon.percent_off ?? 0)) / 100);

export const couponRoutes: Routes = {
  'POST /v1/coupons': route(newCoupon, (world, input) => {
    if (!(input.percent_off > 0 && input.percent_off <= 100))
      throw badRequest('Invalid percent_off: must be greater than 0 and at most 100.', 'percent_off');
    if (input.id && world.store.byId(input.id))
      throw badRequest('Coupon already exists.', 'id', 'resource_already_exists');
    const products = input.applies_to?.products;
    for (const product of products ?? []) world.store.get('product', product, 'applies_to[products]');
    const coupon: Stripe.Coupon = {
      id: input.id ?? newId('coupon').slice('coupon_'.length),
      object: 'coupon',
      ...nulls('amount_off currency duration_in_months max_redemptions redeem_by'),
      ...(products && { applies_to: { products } }),
      created: world.now(),
      duration: input.duration ?? 'once',
      livemode: false,
      metadata: field.mergeMetadata(null, input.metadata),
      name: input.name ?? null,
      percent_off: input.percent_off,
      times_redeemed: 0,
      valid: true,
    };
    world.store.insert(coupon);
    world.emit('coupon.created', coupon);
    return coupon;
  }),
  'GET /v1/coupons/{id}': retrieve('coupon'),
};

const newCode = field.shapeOf<Stripe.PromotionCodeCreateParams>()({
  promotion: field.required(
    field.group({ type: field.required(field.choice('coupon')), coupon: field.required(field.text) }),
  ),
  code: field.text,
  active: field.flag,
  expires_at: field.whole,
  max_redemptions: field.whole,
  metadata: field.metadata,
});
const soughtCodes = field.shapeOf<Stripe.PromotionCodeListParams>()({
  ...field.paging,
  active: field.flag,
  code: field.text,
});

export const couponIdOf = ({ promotion }: Stripe.PromotionCode): string =>
  typeof promotion.coupon === 'string' ? promotion.coupon : (promotion.coupon?.id ?? '');

const sameCode = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** The active code that a person has typed in; codes are the same in capitals and small letters. */
export function findByCode(world: World, code: string): Stripe.PromotionCode | undefined {
  return world.store.all('promotion_code', (one) => one.active && sameCode(one.code, code))[0];
}

export const promotionCodeRoutes: Routes = {
  'POST /v1/promotion_codes': route(newCode, (world, input) => {
    const coupon = world.store.get('coupon', input.promotion.coupon, 'promotion[coupon]');
    const code = input.code ?? newId('x').slice(2, 10).toUpperCase();
    if (!/^[A-Za-z0-9-]+$/.test(code))
      throw badRequest('Promotion codes may only contain letters, digits and dashes.', 'code');
    if (findByCode(world, code)) {
      throw badRequest(
        `An active promotion code with \`code: ${code}\` already exists.`,
        'code',
        'resource_already_exists',
      );
    }
    const promotionCode: Stripe.PromotionCode = {
      id: newId('promo'),
      object: 'promotion_code',
      active: input.active ?? true,
      code,
      created: world.now(),
      ...{ customer: null, customer_account: null },
      expires_at: input.expires_at ?? null,
      livemode: false,
      max_redemptions: input.max_redemptions ?? null,
      metadata: field.mergeMetadata(null, input.metadata),
      promotion: { type: 'coupon', coupon: coupon.id },
      restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
      times_redeemed: 0,
    };
    world.store.insert(promotionCode);
    world.emit('promotion_code.created', promotionCode);
    return promotionCode;
  }),
  'GET /v1/promotion_codes/{id}': retrieve('promotion_code'),
  'GET /v1/promotion_codes': route(soughtCodes, (world, { active, code, ...page }) =>
    listPage(
      world,
      'promotion_code',
      '/v1/promotion_codes',
      page,
      (one) =>
        (active === undefined || one.active === active) && (code === undefined || sameCode(one.code, code)),
    ),
  ),
};

/** A coupon that is about to be used, and the promotion code that named it. */
export type Offer = { coupon: Stripe.Coupon; promotionCode?: Stripe.PromotionCode };

const refuse = (reason: string) => badRequest(reason, 'discounts[0][promotion_code]');

/** Throws in Stripe's words when the code cannot be used any more. */
function checkCode(world: World, code: Stripe.PromotionCode): void {
  const isUsedUp = code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions;
  const isLate = code.expires_at !== null && code.expires_at <= world.now();
  if (!code.active || isUsedUp || isLate) throw refuse('This promotion code is no longer valid.');
}

/** The offer behind a coupon or a promotion code id, if this purchase may have it; throws when not. */
export function openOffer(
  world: World,
  by: { coupon?: string; promotion_code?: string },
  /** What is bought; null while it is not known. */
  products: string[] | null,
): Offer {
  const promotionCode = by.promotion_code
    ? world.store.get('promotion_code', by.promotion_code, 'discounts[0][promotion_code]')
    : undefined;
  if (promotionCode) checkCode(world, promotionCode);
  const couponId = promotionCode ? couponIdOf(promotionCode) : (by.coupon ?? '');
  const coupon = world.store.get('coupon', couponId, 'discounts[0][coupon]');
  const wanted = coupon.applies_to?.products;
  if (wanted && products && !products.some((product) => wanted.includes(product))) {
    throw refuse('This promotion code does not apply to the items of this purchase.');
  }
  return { coupon, ...(promotionCode && { promotionCode }) };
}

/** Whether a coupon is for this product. */
export const appliesTo = (coupon: Stripe.Coupon, product: string): boolean =>
  coupon.applies_to === undefined || coupon.applies_to.products.includes(product);

type Holder = { customer: string | null; subscription?: string; invoice?: string; session?: string };

/** Counts a use of the coupon and of the code that named it. */
export function countUse(world: World, { coupon, promotionCode }: Offer): void {
  const { store } = world;
  store.save({ ...store.get('coupon', coupon.id), times_redeemed: coupon.times_redeemed + 1 });
  if (promotionCode) store.save({ ...promotionCode, times_redeemed: promotionCode.times_redeemed + 1 });
}

/** Uses an offer up: counts it and makes the discount that its holder carries from now on. */
export function redeem(world: World, offer: Offer, holder: Holder): Stripe.Discount {
  countUse(world, offer);
  return discountOf(world, offer, holder);
}

/** The discount of an offer, not counted yet. */
export function discountOf(world: World, { coupon, promotionCode }: Offer, holder: Holder): Stripe.Discount {
  const discount: Stripe.Discount = {
    id: newId('di'),
    object: 'discount',
    ...nulls('customer_account end invoice_item'),
    checkout_session: holder.session ?? null,
    customer: holder.customer,
    invoice: holder.invoice ?? null,
    promotion_code: promotionCode?.id ?? null,
    source: { type: 'coupon', coupon: coupon.id },
    start: world.now(),
    subscription: holder.subscription ?? null,
    subscription_item: null,
  };
  return world.store.insert(discount);
}

export const couponOf = (world: World, discount: Stripe.Discount): Stripe.Coupon | undefined =>
  world.store.find('coupon', typeof discount.source.coupon === 'string' ? discount.source.coupon : '');
