import type Stripe from 'stripe';
import type { PaymentWire } from '#core/contract/routes/payments.ts';
import { type ProductKey, productKeys, products } from '#core/plan/plans.ts';
import { type CustomerObjects, chargeOf, idOf, paymentOf } from './customer-objects.ts';

const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
const named = (name: string | undefined): ProductKey | null =>
  productKeys.find((key) => key === name) ?? null;

/** What became of money that was paid. */
function statusOf(paymentId: string | null, objects: CustomerObjects): PaymentWire['status'] {
  const payment = paymentId === null ? undefined : objects.payments.get(paymentId);
  const charge = chargeOf(payment);
  if (charge?.refunded) return 'refunded';
  if (paymentId !== null && objects.reversed.has(paymentId)) return 'disputed';
  if (charge && charge.amount_refunded > 0) return 'partially_refunded';
  return payment?.status === 'processing' ? 'pending' : 'paid';
}

function checkoutRow(one: Stripe.Checkout.Session, objects: CustomerObjects): PaymentWire | null {
  if (one.mode !== 'payment') return null;
  const product = named(one.metadata?.product);
  const paymentId = idOf(one.payment_intent);
  const charge = paymentId === null ? null : chargeOf(objects.payments.get(paymentId));
  return {
    id: one.id,
    description: product ? products[product].name : 'Payment',
    product,
    amount: (one.amount_total ?? 0) / 100,
    currency: one.currency ?? '',
    status: one.payment_status === 'unpaid' ? 'pending' : statusOf(paymentId, objects),
    created_at: iso(charge?.created ?? one.created),
    receipt_url: charge?.receipt_url ?? null,
  };
}

// An invoice for a switched plan has a line that gives back the rest of the old one: the largest line is what was bought.
function productOf(invoice: Stripe.Invoice, { prices }: CustomerObjects): ProductKey | null {
  const line = invoice.lines.data.toSorted((a, b) => b.amount - a.amount)[0];
  const price = idOf(line?.pricing?.price_details?.price);
  return named(invoice.metadata?.product) ?? (price === null ? null : prices.productOf(price));
}

function invoiceStatus(invoice: Stripe.Invoice, objects: CustomerObjects): PaymentWire['status'] {
  if (invoice.status === 'paid') return statusOf(paymentOf(invoice), objects);
  if (invoice.status === 'void') return 'void';
  if (invoice.status === 'uncollectible') return 'failed';
  return invoice.attempted ? 'failed' : 'open';
}

function invoiceRow(invoice: Stripe.Invoice, objects: CustomerObjects): PaymentWire | null {
  if (invoice.status === 'draft') return null;
  const product = productOf(invoice, objects);
  return {
    id: invoice.id,
    description: product
      ? products[product].name
      : (invoice.lines.data[0]?.description ?? invoice.description ?? 'Invoice'),
    product,
    amount: (invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due) / 100,
    currency: invoice.currency,
    status: invoiceStatus(invoice, objects),
    created_at: iso(invoice.created),
    receipt_url: invoice.hosted_invoice_url ?? null,
  };
}

/** Invoices and one-time payments in one list, newest first. */
export function historyOf(objects: CustomerObjects, limit: number): PaymentWire[] {
  const rows = [
    ...objects.checkouts.map((one) => checkoutRow(one, objects)),
    ...objects.invoices.map((one) => invoiceRow(one, objects)),
  ];
  return rows
    .filter((row) => row !== null)
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id))
    .slice(0, limit);
}
