import type Stripe from 'stripe';
import { newId } from '../object-store.ts';
import type { World } from '../world.ts';
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

function parentOf({ subscription }: InvoiceDraft): Stripe.Invoice.Parent | null {
  if (!subscription) return null;
  return {
    type: 'subscription_details',
    quote_details: null,
    subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
  };
}

/** Lines and sums of an invoice, before any credit of the customer. */
export function amountsOf(
  world: World,
  id: string,
  drafts: readonly LineDraft[],
  discounts: readonly Stripe.Discount[],
) {
  const lines = invoiceLines(world, id, drafts, discounts);
  const reductions = discountTotals(lines);
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  const total = reductions.reduce((rest, { amount }) => rest - amount, subtotal);
  const due = Math.max(0, total);
  return {
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    total_discount_amounts: reductions,
    ...{ subtotal, subtotal_excluding_tax: subtotal, total, total_excluding_tax: total },
    ...{ amount_due: due, amount_remaining: due },
  } satisfies Partial<Stripe.Invoice>;
}

/** An invoice as a draft: it has no number yet, asks for nothing and may still change. */
export function invoiceOf(world: World, draft: InvoiceDraft): Stripe.Invoice {
  const id = newId('in');
  const { customer } = draft;
  return {
    id,
    object: 'invoice',
    ...{ account_country: world.account.country, account_name: world.account.name, account_tax_ids: null },
    ...{ amount_overpaid: 0, amount_paid: 0, amount_paid_off_stripe: 0, amount_shipping: 0 },
    ...amountsOf(world, id, draft.lines, draft.discounts),
    application: null,
    ...{ attempt_count: 0, attempted: false, auto_advance: true },
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: draft.reason,
    collection_method: 'charge_automatically',
    created: world.now(),
    currency: draft.currency,
    custom_fields: null,
    ...{ customer: customer.id, customer_account: null, customer_address: null },
    ...{ customer_email: customer.email, customer_name: customer.name ?? null, customer_phone: null },
    ...{ customer_shipping: null, customer_tax_exempt: 'none', customer_tax_ids: [] },
    ...{ default_payment_method: draft.paymentMethod ?? null, default_source: null, default_tax_rates: [] },
    description: draft.description ?? null,
    discounts: draft.discounts.map((discount) => discount.id),
    ...{ due_date: null, effective_at: null, ending_balance: null, footer: null, from_invoice: null },
    ...{ hosted_invoice_url: null, invoice_pdf: null },
    issuer: { type: 'self' },
    ...{ last_finalization_error: null, latest_revision: null },
    livemode: false,
    metadata: draft.metadata ?? {},
    ...{ next_payment_attempt: null, number: null, on_behalf_of: null },
    parent: parentOf(draft),
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    ...{ period_start: draft.period.start, period_end: draft.period.end },
    ...{ post_payment_credit_notes_amount: 0, pre_payment_credit_notes_amount: 0, receipt_number: null },
    ...{ rendering: null, shipping_cost: null, shipping_details: null, starting_balance: 0 },
    ...{ statement_descriptor: null, status: 'draft', test_clock: null },
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    ...{ total_pretax_credit_amounts: [], total_taxes: [], webhooks_delivered_at: null },
  };
}
