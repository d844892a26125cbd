import type Stripe from 'stripe';
import { couponDiscount } from '../catalog/coupons.ts';
import { appliesTo, couponOf } from '../catalog/discounts.ts';
import { asDecimal, productIdOf } from '../catalog/prices.ts';
import { newId } from '../object-store.ts';
import type { World } from '../world.ts';
import type { Period } from './periods.ts';

/** One line before it stands on an invoice. `cents` is the line's amount; credits are negative. */
export type LineDraft = {
  cents: number;
  description: string;
  price: Stripe.Price;
  quantity: number;
  period: Period;
  isProration?: boolean;
  subscriptionItem?: { subscription: string; item: string };
};

type Reduction = Stripe.InvoiceLineItem.DiscountAmount;

/** What each discount takes off one line: amounts off are used up line by line, prorations carry none. */
function reductionsOf(
  world: World,
  line: LineDraft,
  discounts: readonly Stripe.Discount[],
  used: Map<string, number>,
): Reduction[] {
  if (line.isProration || line.cents <= 0) return [];
  let left = line.cents;
  const reductions: Reduction[] = [];
  for (const discount of discounts) {
    const coupon = couponOf(world, discount);
    if (!coupon || !appliesTo(coupon, productIdOf(line.price))) continue;
    const spent = used.get(discount.id) ?? 0;
    const rest = coupon.amount_off === null ? coupon : { ...coupon, amount_off: coupon.amount_off - spent };
    const cents = couponDiscount(rest, left);
    used.set(discount.id, spent + cents);
    left -= cents;
    reductions.push({ amount: cents, discount: discount.id });
  }
  return reductions;
}

function parentOf(line: LineDraft): Stripe.InvoiceLineItem.Parent {
  const { subscriptionItem: of } = line;
  const isProration = line.isProration ?? false;
  if (!of) {
    return {
      type: 'invoice_item_details',
      subscription_item_details: null,
      invoice_item_details: {
        invoice_item: newId('ii'),
        proration: isProration,
        proration_details: null,
        subscription: null,
      },
    };
  }
  return {
    type: 'subscription_item_details',
    invoice_item_details: null,
    subscription_item_details: {
      invoice_item: isProration ? newId('ii') : null,
      proration: isProration,
      proration_details: isProration ? { credited_items: null } : null,
      subscription: of.subscription,
      subscription_item: of.item,
    },
  };
}

/** An invoice's lines with their discounts taken off. */
export function invoiceLines(
  world: World,
  invoice: string,
  drafts: readonly LineDraft[],
  discounts: readonly Stripe.Discount[],
): Stripe.InvoiceLineItem[] {
  const used = new Map<string, number>();
  return drafts.map((line) => ({
    id: newId('il'),
    object: 'line_item',
    amount: line.cents,
    currency: line.price.currency,
    description: line.description,
    discount_amounts: reductionsOf(world, line, discounts, used),
    discountable: !line.isProration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: parentOf(line),
    period: line.period,
    pretax_credit_amounts: [],
    pricing: {
      type: 'price_details',
      price_details: { price: line.price.id, product: productIdOf(line.price) },
      unit_amount_decimal: asDecimal(line.price.unit_amount ?? 0),
    },
    quantity: line.quantity,
    quantity_decimal: asDecimal(line.quantity),
    subscription: line.subscriptionItem?.subscription ?? null,
    subtotal: line.cents,
    taxes: [],
  }));
}

/** The sum of each discount over all lines. */
export function discountTotals(
  lines: readonly Stripe.InvoiceLineItem[],
): Stripe.Invoice.TotalDiscountAmount[] {
  const sums = new Map<string, number>();
  for (const { discount_amounts: amounts } of lines) {
    for (const { amount, discount } of amounts ?? []) {
      const id = typeof discount === 'string' ? discount : discount.id;
      sums.set(id, (sums.get(id) ?? 0) + amount);
    }
  }
  return [...sums].map(([discount, amount]) => ({ amount, discount }));
}
