import type Stripe from 'stripe';
import { couponDiscount } from '../catalog/coupons.ts';
import { appliesTo, type Offer } from '../catalog/discounts.ts';
import { productIdOf, unitAmount } from '../catalog/prices.ts';
import type { World } from '../world.ts';

/** What is being bought. */
export type Item = { price: Stripe.Price; quantity: number };

export type Totals = { subtotal: number; discount: number; total: number };

/** What the items cost, and less what an offer takes off those that it applies to. */
export function totalsOf(items: readonly Item[], offer?: Offer): Totals & { perItem: number[] } {
  let spent = 0;
  const perItem = items.map(({ price, quantity }) => {
    const cents = unitAmount(price) * quantity;
    if (!offer || !appliesTo(offer.coupon, productIdOf(price))) return 0;
    const { coupon } = offer;
    const rest = coupon.amount_off === null ? coupon : { ...coupon, amount_off: coupon.amount_off - spent };
    const off = couponDiscount(rest, cents);
    spent += off;
    return off;
  });
  const subtotal = items.reduce((sum, { price, quantity }) => sum + unitAmount(price) * quantity, 0);
  return { subtotal, discount: spent, total: subtotal - spent, perItem };
}

export const productName = (world: World, price: Stripe.Price): string =>
  world.store.find('product', productIdOf(price))?.name ?? productIdOf(price);

/** The lines as the API lists them. */
export function lineItems(world: World, items: readonly Item[], offer?: Offer): Stripe.LineItem[] {
  const { perItem } = totalsOf(items, offer);
  return items.map(({ price, quantity }, index) => {
    const cents = unitAmount(price) * quantity;
    const off = perItem[index] ?? 0;
    return {
      id: `li_${price.id.slice(-14)}${index}`,
      object: 'item',
      adjustable_quantity: null,
      amount_discount: off,
      amount_subtotal: cents,
      amount_tax: 0,
      amount_total: cents - off,
      currency: price.currency,
      description: productName(world, price),
      metadata: {},
      price,
      quantity,
    };
  });
}
