import type Stripe from 'stripe';
import { currentCoupon } from '../catalog/coupons.ts';
import type { Offer } from '../catalog/discounts.ts';
import type { World } from '../world.ts';
import type { SessionMemory } from './session-object.ts';
import type { Item } from './session-totals.ts';

export function memoryOf(world: World, session: string): SessionMemory {
  return { items: [], ...world.store.hidden<SessionMemory>(session) };
}

export function remember(world: World, session: string, patch: Partial<SessionMemory>): void {
  world.store.setHidden(session, { ...memoryOf(world, session), ...patch });
}

export function rememberedItems(world: World, session: string): Item[] {
  return memoryOf(world, session).items.map(({ price, quantity }) => ({
    price: world.store.get('price', price),
    quantity,
  }));
}

/** The offer on a session, as it was when it was applied. */
export function rememberedOffer(world: World, session: Stripe.Checkout.Session): Offer | undefined {
  const { offer } = memoryOf(world, session.id);
  if (!offer) return undefined;
  const promotionCode = offer.promotion_code
    ? world.store.get('promotion_code', offer.promotion_code)
    : undefined;
  return { coupon: currentCoupon(world, offer.coupon), ...(promotionCode && { promotionCode }) };
}
