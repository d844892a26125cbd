import type Stripe from 'stripe';
import { newId } from '../object-store.ts';
import type { Bill } from '../payments/payment-objects.ts';
import { attemptPayment, openIntent, type PaymentOutcome, type Presence } from '../payments/take-payment.ts';
import { badRequest } from '../wire/stripe-failure.ts';
import type { World } from '../world.ts';

const idOf = (held: string | { id: string } | null | undefined): string | null =>
  typeof held === 'string' ? held : (held?.id ?? null);

/** What an invoice asks of the card. */
export function billOf(invoice: Stripe.Invoice): Bill {
  return {
    cents: invoice.amount_due,
    currency: invoice.currency,
    customer: idOf(invoice.customer),
    description: invoice.lines.data[0]?.description ?? null,
    receiptEmail: invoice.customer_email,
    invoice: invoice.id,
  };
}

function paymentOf(world: World, invoice: string): Stripe.InvoicePayment | undefined {
  return world.store.paymentsOf(invoice)[0];
}

/** Ties an intent to its invoice: where Stripe has said since 2025 how an invoice is paid. */
function tie(world: World, invoice: Stripe.Invoice, intent: Stripe.PaymentIntent): Stripe.InvoicePayment {
  const payment: Stripe.InvoicePayment = {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: world.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  };
  return world.store.insert(payment);
}

/** Closes an invoice as paid: by an intent, or by nothing where nothing was due. */
export function markPaid(
  world: World,
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent | null,
): Stripe.Invoice {
  const now = world.now();
  if (intent) {
    const payment = paymentOf(world, invoice.id) ?? tie(world, invoice, intent);
    const settled: Stripe.InvoicePayment = {
      ...payment,
      amount_paid: invoice.amount_due,
      status: 'paid',
      status_transitions: { canceled_at: null, paid_at: now },
    };
    world.store.save(settled);
    world.emit('invoice_payment.paid', settled);
  }
  const paid: Stripe.Invoice = {
    ...invoice,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempt_count: invoice.attempt_count + (intent ? 1 : 0),
    attempted: true,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  };
  world.store.save(paid);
  world.emit('invoice.paid', paid);
  world.emit('invoice.payment_succeeded', paid);
  return paid;
}

/** Tries to collect an open invoice. Gives the invoice as it stands afterwards and, where something was due, the outcome. */
export function payInvoice(
  world: World,
  invoice: Stripe.Invoice,
  method: Stripe.PaymentMethod | null,
  presence: Presence,
): { invoice: Stripe.Invoice; outcome?: PaymentOutcome } {
  if (invoice.amount_due === 0) return { invoice: markPaid(world, invoice, null) };
  if (!method) return { invoice: noteFailure(world, invoice) };
  const bill = billOf(invoice);
  const known = paymentOf(world, invoice.id)?.payment.payment_intent;
  const intent = known ? world.store.get('payment_intent', idOf(known) ?? '') : openIntent(world, bill);
  if (!known) tie(world, invoice, intent);
  const outcome = attemptPayment(world, bill, intent, method, presence);
  if (outcome.status === 'succeeded') return { invoice: markPaid(world, invoice, outcome.intent), outcome };
  if (outcome.status === 'failed') return { invoice: noteFailure(world, invoice), outcome };
  world.emit('invoice.payment_action_required', invoice);
  return { invoice, outcome };
}

function noteFailure(world: World, invoice: Stripe.Invoice): Stripe.Invoice {
  const failed = { ...invoice, attempt_count: invoice.attempt_count + 1, attempted: true };
  world.store.save(failed);
  world.emit('invoice.payment_failed', failed);
  return failed;
}

/** Sets when the next attempt is due; null when there will be none. */
export function scheduleAttempt(world: World, invoice: Stripe.Invoice, at: number | null): Stripe.Invoice {
  return world.store.save({ ...invoice, next_payment_attempt: at });
}

export function voidInvoice(world: World, invoice: Stripe.Invoice): Stripe.Invoice {
  if (invoice.status !== 'open') {
    throw badRequest(
      `This invoice cannot be voided: its status is ${invoice.status}.`,
      undefined,
      'invoice_not_editable',
    );
  }
  const voided: Stripe.Invoice = {
    ...invoice,
    ...{ status: 'void', amount_remaining: 0, next_payment_attempt: null },
    status_transitions: { ...invoice.status_transitions, voided_at: world.now() },
  };
  world.store.save(voided);
  world.emit('invoice.voided', voided);
  return voided;
}
