import type Stripe from 'stripe';
import { methodNamed } from '../payments/payment-methods.ts';
import * as field from '../wire/parameters.ts';
import { listPage, type Routes, retrieve, route } from '../wire/route.ts';
import { badRequest } from '../wire/stripe-failure.ts';
import { change, type World } from '../world.ts';
import { hasEnded } from './end-subscription.ts';
import { methodFor } from './method-for.ts';
import { payInvoice, voidInvoice } from './pay-invoice.ts';

const find = field.shapeOf<Stripe.InvoiceListParams>()({
  ...field.paging,
  customer: field.text,
  subscription: field.text,
  status: field.choice('draft', 'open', 'paid', 'uncollectible', 'void'),
});
const update = field.shapeOf<Stripe.InvoiceUpdateParams>()({
  description: field.text,
  metadata: field.metadata,
});
const pay = field.shapeOf<Stripe.InvoicePayParams>()({ payment_method: field.text, off_session: field.flag });
const findPayments = field.shapeOf<Stripe.InvoicePaymentListParams>()({
  ...field.paging,
  invoice: field.text,
  status: field.choice('open', 'paid', 'canceled'),
});

export const subscriptionIdOf = (invoice: Stripe.Invoice): string | null => {
  const of = invoice.parent?.subscription_details?.subscription;
  return typeof of === 'string' ? of : (of?.id ?? null);
};

function payNow(
  world: World,
  invoice: Stripe.Invoice,
  methodId: string | undefined,
  onSession: boolean,
): Stripe.Invoice {
  if (invoice.status === 'paid')
    throw badRequest('Invoice is already paid', undefined, 'invoice_already_paid');
  if (invoice.status !== 'open')
    throw badRequest(`This invoice cannot be paid: its status is ${invoice.status}.`);
  const of = subscriptionIdOf(invoice);
  const subscription = of === null ? undefined : world.store.find('subscription', of);
  const method = methodId
    ? methodNamed(world, methodId)
    : subscription
      ? methodFor(world, subscription)
      : null;
  const { invoice: after, outcome } = payInvoice(world, invoice, method, { onSession });
  if (outcome?.failure) throw outcome.failure.keepingWork();
  const isRevived = subscription && !hasEnded(subscription) && after.status === 'paid';
  if (isRevived) change(world, 'customer.subscription.updated', subscription, { status: 'active' });
  return after;
}

export const invoiceRoutes: Routes = {
  'GET /v1/invoices/{id}': retrieve('invoice'),
  'POST /v1/invoices/{id}': route(update, (world, input, id) => {
    const invoice = world.store.get('invoice', id);
    return change(world, 'invoice.updated', invoice, field.withMetadata(invoice, input));
  }),
  'POST /v1/invoices/{id}/pay': route(pay, (world, input, id) =>
    payNow(world, world.store.get('invoice', id), input.payment_method, !input.off_session),
  ),
  'POST /v1/invoices/{id}/void': route({}, (world, _, id) =>
    voidInvoice(world, world.store.get('invoice', id)),
  ),
  'GET /v1/invoices': route(find, (world, { customer, subscription, status, ...page }) =>
    listPage(
      world,
      'invoice',
      '/v1/invoices',
      page,
      (one) =>
        (subscription === undefined || subscriptionIdOf(one) === subscription) &&
        (status === undefined || one.status === status),
      customer,
    ),
  ),
  'GET /v1/invoice_payments/{id}': retrieve('invoice_payment'),
  'GET /v1/invoice_payments': route(findPayments, (world, { invoice, status, ...page }) =>
    listPage(
      world,
      'invoice_payment',
      '/v1/invoice_payments',
      page,
      (one) =>
        (invoice === undefined || one.invoice === invoice) && (status === undefined || one.status === status),
    ),
  ),
};
