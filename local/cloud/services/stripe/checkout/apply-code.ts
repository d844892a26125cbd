import type Stripe from 'stripe';
import { openOffer } from '../catalog/discounts.ts';
import { productIdOf } from '../catalog/prices.ts';
import { findByCode } from '../catalog/promotion-codes.ts';
import { badRequest } from '../wire/stripe-failure.ts';
import type { World } from '../world.ts';
import { memoryOf, remember, rememberedItems } from './session-memory.ts';
import { totalsOf } from './session-totals.ts';

function withTotals(
  world: World,
  session: Stripe.Checkout.Session,
  patch: Partial<Stripe.Checkout.Session>,
  discount: number,
): Stripe.Checkout.Session {
  const subtotal = session.amount_subtotal ?? 0;
  return world.store.save({
    ...session,
    ...patch,
    amount_total: subtotal - discount,
    total_details: { amount_discount: discount, amount_shipping: 0, amount_tax: 0 },
  });
}

/** Puts the promotion code that a person typed on an open session. Throws in Stripe's words when it cannot be used. */
export function applyCode(
  world: World,
  session: Stripe.Checkout.Session,
  code: string,
): Stripe.Checkout.Session {
  const promotionCode = session.allow_promotion_codes ? findByCode(world, code.trim()) : undefined;
  if (!promotionCode) throw badRequest('This code is invalid.', 'promotion_code');
  const items = rememberedItems(world, session.id);
  const offer = openOffer(
    world,
    { promotion_code: promotionCode.id },
    {
      customer: typeof session.customer === 'string' ? session.customer : null,
      cents: session.amount_subtotal ?? 0,
      products: items.map(({ price }) => productIdOf(price)),
    },
  );
  remember(world, session.id, { offer: { coupon: offer.coupon.id, promotion_code: promotionCode.id } });
  const discounts = [{ coupon: null, promotion_code: promotionCode.id }];
  return withTotals(world, session, { discounts }, totalsOf(items, offer).discount);
}

/** Takes a typed code off again. */
export function removeCode(world: World, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  const { offer: _offer, ...rest } = memoryOf(world, session.id);
  if (rest.isOfferFixed) return session;
  world.store.setHidden(session.id, rest);
  return withTotals(world, session, { discounts: [] }, 0);
}
