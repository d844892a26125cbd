import type Stripe from 'stripe';
import { newId } from '../object-store.ts';
import { change, type World } from '../world.ts';
import { discountTotals, invoiceLines, type LineDraft } from './invoice-lines.ts';
import type { Period } from './periods.ts';

export type InvoiceDraft = {
  customer: Stripe.Customer;
  currency: string;
  reason: Stripe.Invoice.BillingReason;
  lines: readonly LineDraft[];
  discounts: readonly Stripe.Discount[];
  period: Period;
  subscription?: { id: string; metadata: Record<string, string> };
  metadata?: Record<string, string>;
  description?: string | null;
  paymentMethod?: string | null;
};

/** What of the total the customer's credit pays, or what of a negative total becomes credit. */
function settle(total: number, balance: number): { due: number; endingBalance: number } {
  if (total < 0) return { due: 0, endingBalance: balance + total };
  const credit = Math.min(total, Math.max(0, -balance));
  return { due: total - credit, endingBalance: balance + credit };
}

function nextNumber(world: World, customer: Stripe.Customer): string {
  const { invoice_prefix: prefix, next_invoice_sequence: next = 1 } = customer;
  world.store.save({ ...customer, next_invoice_sequence: next + 1 });
  return `${prefix ?? 'BILFUND'}-${String(next).padStart(4, '0')}`;
}

function parentOf({ subscription }: InvoiceDraft): Stripe.Invoice.Parent | null {
  if (!subscription) return null;
  return {
    type: 'subscription_details',
    quote_details: null,
    subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
  };
}

/** A finalized invoice that waits for its payment. Credit of the customer is used, or given, at once. */
export function drawUpInvoice(world: World, draft: InvoiceDraft): Stripe.Invoice {
  const customer = world.store.get('customer', draft.customer.id);
  const id = newId('in');
  const lines = invoiceLines(world, id, draft.lines, draft.discounts);
  const discounts = discountTotals(lines);
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  const total = discounts.reduce((rest, { amount }) => rest - amount, subtotal);
  const { due, endingBalance } = settle(total, customer.balance);
  const number = nextNumber(world, customer);
  if (endingBalance !== customer.balance) {
    change(world, 'customer.updated', world.store.get('customer', customer.id), { balance: endingBalance });
  }
  const now = world.now();
  const invoice: Stripe.Invoice = {
    id,
    object: 'invoice',
    ...{ account_country: 'DK', account_name: 'Bilfund', account_tax_ids: null },
    ...{ amount_due: due, amount_overpaid: 0, amount_paid: 0, amount_remaining: due, amount_shipping: 0 },
    application: null,
    ...{ attempt_count: 0, attempted: false, auto_advance: true },
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: draft.reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: draft.currency,
    custom_fields: null,
    ...{
      customer: customer.id,
      customer_account: null,
      customer_address: null,
      customer_email: customer.email,
    },
    ...{ customer_name: customer.name ?? null, customer_phone: null, customer_shipping: null },
    ...{ customer_tax_exempt: 'none', customer_tax_ids: [] },
    ...{ default_payment_method: draft.paymentMethod ?? null, default_source: null, default_tax_rates: [] },
    description: draft.description ?? null,
    discounts: draft.discounts.map((discount) => discount.id),
    ...{ due_date: null, effective_at: now, ending_balance: endingBalance, footer: null, from_invoice: null },
    hosted_invoice_url: `${world.origin()}/invoices/${id}`,
    invoice_pdf: `${world.origin()}/invoices/${id}/pdf`,
    issuer: { type: 'self' },
    ...{ last_finalization_error: null, latest_revision: null },
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: draft.metadata ?? {},
    next_payment_attempt: null,
    number,
    on_behalf_of: null,
    parent: parentOf(draft),
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    ...{ period_start: draft.period.start, period_end: draft.period.end },
    ...{ post_payment_credit_notes_amount: 0, pre_payment_credit_notes_amount: 0, receipt_number: null },
    ...{ rendering: null, shipping_cost: null, shipping_details: null, starting_balance: customer.balance },
    statement_descriptor: null,
    status: 'open',
    status_transitions: { finalized_at: now, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    ...{ subtotal, subtotal_excluding_tax: subtotal, test_clock: null, total },
    total_discount_amounts: discounts,
    ...{ total_excluding_tax: total, total_pretax_credit_amounts: [], total_taxes: [] },
    webhooks_delivered_at: now,
  };
  world.store.insert(invoice);
  world.emit('invoice.created', { ...invoice, status: 'draft' });
  world.emit('invoice.finalized', invoice);
  return invoice;
}
