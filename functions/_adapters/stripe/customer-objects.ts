import type Stripe from 'stripe';
import { type Prices, readPrices } from './prices.ts';

/** All that Stripe holds of a customer's money, as it is now. */
export type CustomerObjects = {
  subscriptions: Stripe.Subscription[];
  /** Completed checkouts. */
  checkouts: Stripe.Checkout.Session[];
  /** Payments by id, with their charge. */
  payments: ReadonlyMap<string, Stripe.PaymentIntent>;
  invoices: Stripe.Invoice[];
  /** Ids of payments that were refunded in full or whose dispute is open or lost. */
  reversed: ReadonlySet<string>;
  prices: Prices;
};

/** More than anybody buys: a bound against a loop, not a limit for people. */
const most = 1000;
const pageSize = 100;

const all = <T extends { id: string }>(list: Stripe.ApiListPromise<T>): Promise<T[]> =>
  list.autoPagingToArray({ limit: most });

export const chargeOf = (payment: Stripe.PaymentIntent | undefined): Stripe.Charge | null =>
  typeof payment?.latest_charge === 'object' ? payment.latest_charge : null;

/** An inquiry is no dispute yet, and a dispute that was won is none any more. */
const isAgainstUs = (dispute: Stripe.Dispute): boolean =>
  !['won', 'prevented', 'warning_needs_response', 'warning_under_review', 'warning_closed'].includes(
    dispute.status,
  );

async function isReversed(stripe: Stripe, payment: Stripe.PaymentIntent): Promise<boolean> {
  const charge = chargeOf(payment);
  if (!charge) return false;
  if (charge.refunded) return true;
  if (!charge.disputed) return false;
  const disputes = await stripe.disputes.list({ payment_intent: payment.id, limit: pageSize });
  return disputes.data.some(isAgainstUs);
}

async function reversedAmong(
  stripe: Stripe,
  payments: readonly Stripe.PaymentIntent[],
): Promise<Set<string>> {
  const reversed = new Set<string>();
  for (const payment of payments) if (await isReversed(stripe, payment)) reversed.add(payment.id);
  return reversed;
}

export async function readCustomerObjects(stripe: Stripe, customer: string): Promise<CustomerObjects> {
  const page = { customer, limit: pageSize };
  const [prices, subscriptions, checkouts, payments, invoices] = await Promise.all([
    readPrices(stripe),
    all(stripe.subscriptions.list({ ...page, status: 'all', expand: ['data.latest_invoice.payments'] })),
    all(stripe.checkout.sessions.list({ ...page, status: 'complete' })),
    all(stripe.paymentIntents.list({ ...page, expand: ['data.latest_charge'] })),
    all(stripe.invoices.list({ ...page, expand: ['data.payments'] })),
  ]);
  return {
    ...{ prices, subscriptions, checkouts, invoices },
    payments: new Map(payments.map((payment) => [payment.id, payment])),
    reversed: await reversedAmong(stripe, payments),
  };
}

export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

/** The payment that settled an invoice; null when none did. */
export function paymentOf(invoice: Stripe.Invoice): string | null {
  const paid = invoice.payments?.data.find((one) => one.status === 'paid');
  return idOf(paid?.payment.payment_intent);
}
