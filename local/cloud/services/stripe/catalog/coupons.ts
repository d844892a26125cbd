import type Stripe from 'stripe';
import { newId } from '../object-store.ts';
import * as field from '../wire/parameters.ts';
import { listPage, type Routes, route } from '../wire/route.ts';
import { badRequest } from '../wire/stripe-failure.ts';
import { change, type World } from '../world.ts';

const create = field.shapeOf<Stripe.CouponCreateParams>()({
  id: field.text,
  name: field.text,
  percent_off: field.decimal,
  amount_off: field.amount,
  currency: field.choice('eur', 'dkk'),
  duration: field.choice('forever', 'once', 'repeating'),
  duration_in_months: field.whole,
  max_redemptions: field.whole,
  redeem_by: field.whole,
  applies_to: field.group({ products: field.required(field.list(field.text)) }),
  metadata: field.metadata,
});
const update = field.shapeOf<Stripe.CouponUpdateParams>()({ name: field.text, metadata: field.metadata });

function validate(input: {
  percent_off?: number;
  amount_off?: number;
  currency?: string;
  duration?: string;
  duration_in_months?: number;
}): void {
  const { percent_off: percent, amount_off: cents } = input;
  if ((percent === undefined) === (cents === undefined)) {
    throw badRequest(
      'Must provide exactly one of percent_off or amount_off',
      'percent_off',
      'parameter_missing',
    );
  }
  if (percent !== undefined && !(percent > 0 && percent <= 100)) {
    throw badRequest('Invalid percent_off: must be greater than 0 and at most 100.', 'percent_off');
  }
  if (cents !== undefined && !input.currency)
    throw badRequest('Missing required param: currency.', 'currency', 'parameter_missing');
  if ((input.duration === 'repeating') !== (input.duration_in_months !== undefined)) {
    throw badRequest('duration_in_months belongs to duration=repeating.', 'duration_in_months');
  }
}

/** Whether a coupon can still be used, and why not. */
function isValid(world: World, coupon: Stripe.Coupon): boolean {
  const isUsedUp = coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions;
  return !isUsedUp && (coupon.redeem_by === null || coupon.redeem_by > world.now());
}

/** A coupon as it stands at this moment: `valid` depends on time and use. */
export function currentCoupon(world: World, id: string, param?: string): Stripe.Coupon {
  const coupon = world.store.get('coupon', id, param);
  return { ...coupon, valid: isValid(world, coupon) };
}

/** Cents off an amount. Amounts off never exceed it. */
export function couponDiscount(coupon: Stripe.Coupon, cents: number): number {
  if (coupon.percent_off !== null) return Math.round((cents * coupon.percent_off) / 100);
  return Math.min(cents, coupon.amount_off ?? 0);
}

export const couponRoutes: Routes = {
  'POST /v1/coupons': route(create, (world, input) => {
    validate(input);
    if (input.id && world.store.byId(input.id))
      throw badRequest('Coupon already exists.', 'id', 'resource_already_exists');
    const products = input.applies_to?.products;
    for (const product of products ?? []) world.store.get('product', product, 'applies_to[products]');
    const coupon: Stripe.Coupon = {
      id: input.id ?? newId('coupon').slice('coupon_'.length),
      object: 'coupon',
      amount_off: input.amount_off ?? null,
      ...(products && { applies_to: { products } }),
      created: world.now(),
      currency: input.currency ?? null,
      duration: input.duration ?? 'once',
      duration_in_months: input.duration_in_months ?? null,
      livemode: false,
      max_redemptions: input.max_redemptions ?? null,
      metadata: field.mergeMetadata(null, input.metadata),
      name: input.name ?? null,
      percent_off: input.percent_off ?? null,
      redeem_by: input.redeem_by ?? null,
      times_redeemed: 0,
      valid: true,
    };
    world.store.insert(coupon);
    world.emit('coupon.created', coupon);
    return coupon;
  }),
  'GET /v1/coupons/{id}': route({}, (world, _, id) => currentCoupon(world, id)),
  'POST /v1/coupons/{id}': route(update, (world, input, id) => {
    const coupon = world.store.get('coupon', id);
    return change(world, 'coupon.updated', coupon, field.withMetadata(coupon, input));
  }),
  'DELETE /v1/coupons/{id}': route({}, (world, _, id) => {
    const coupon = world.store.get('coupon', id);
    world.store.remove(id);
    world.emit('coupon.deleted', coupon);
    return { id, object: 'coupon', deleted: true };
  }),
  'GET /v1/coupons': route(field.paging, (world, page) => listPage(world, 'coupon', '/v1/coupons', page)),
};
