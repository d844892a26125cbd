import type Stripe from 'stripe';
import { newId } from '../object-store.ts';
import { badRequest } from '../wire/stripe-failure.ts';
import type { World } from '../world.ts';
import { currentCoupon } from './coupons.ts';
import { couponIdOf } from './promotion-codes.ts';

/** A coupon that is about to be used, and the promotion code that named it. */
export type Offer = { coupon: Stripe.Coupon; promotionCode?: Stripe.PromotionCode };
/** What the offer is for; `products` is null while they are not known. */
export type Purchase = { customer: string | null; cents: number; products: string[] | null };

const refuse = (reason: string) => badRequest(reason, 'discounts[0][promotion_code]');

/** Throws in Stripe's words when the code cannot be used for this purchase. */
function checkCode(world: World, code: Stripe.PromotionCode, { customer, cents }: Purchase): void {
  const { restrictions } = code;
  const isUsedUp = code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions;
  const isLate = code.expires_at !== null && code.expires_at <= world.now();
  if (!code.active || isUsedUp || isLate) throw refuse('This promotion code is no longer valid.');
  if (code.customer !== null && code.customer !== customer)
    throw refuse('This promotion code cannot be redeemed by this customer.');
  if (restrictions.minimum_amount !== null && cents < restrictions.minimum_amount) {
    throw refuse('This promotion code cannot be redeemed because the amount is below its minimum.');
  }
  if (!restrictions.first_time_transaction || customer === null) return;
  const hasPaid = world.store.all('charge', (charge) => charge.paid, customer).length > 0;
  if (hasPaid)
    throw refuse(
      'This promotion code cannot be redeemed because the associated customer has prior transactions.',
    );
}

/** The offer behind a coupon or a promotion code id, if this purchase may have it; throws when not. */
export function openOffer(
  world: World,
  by: { coupon?: string; promotion_code?: string },
  purchase: Purchase,
): Offer {
  const promotionCode = by.promotion_code
    ? world.store.get('promotion_code', by.promotion_code, 'discounts[0][promotion_code]')
    : undefined;
  if (promotionCode) checkCode(world, promotionCode, purchase);
  const couponId = promotionCode ? couponIdOf(promotionCode) : (by.coupon ?? '');
  const coupon = currentCoupon(world, couponId, 'discounts[0][coupon]');
  if (!coupon.valid) throw refuse('This coupon is no longer valid.');
  const wanted = coupon.applies_to?.products;
  if (wanted && purchase.products && !purchase.products.some((product) => wanted.includes(product))) {
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
  const months = coupon.duration_in_months;
  const discount: Stripe.Discount = {
    id: newId('di'),
    object: 'discount',
    checkout_session: holder.session ?? null,
    customer: holder.customer,
    customer_account: null,
    end: coupon.duration === 'repeating' && months ? world.now() + months * 30 * 86_400 : null,
    invoice: holder.invoice ?? null,
    invoice_item: null,
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
