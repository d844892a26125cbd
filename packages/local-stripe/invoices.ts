import type Stripe from 'stripe';
import { asDecimal, countUse, discountBy, unitAmount, usableCode } from './catalog.ts';
import { livingCustomer } from './customers.ts';
import { attemptPayment, openIntent } from './payments.ts';
import {
  change,
  listOf,
  newId,
  nulls,
  type Routes,
  retrieve,
  route,
  shortNameOf,
  type World,
} from './store.ts';
import { lineText, type Period } from './subscription-object.ts';
import * as field from './wire.ts';
import { badRequest } from './wire.ts';

/** One line before it stands on an invoice. `cents` is the line's amount; credits are negative. */
export type LineDraft = {
  cents: number;
  description: string;
  price: Stripe.Price;
  period: Period;
  isProration?: boolean;
  subscriptionItem?: { subscription: string; item: string };
};

/** What a promotion code takes off an invoice, all of it off the first line. */
type Discount = { id: string; cents: number };

function lineParentOf(line: LineDraft): Stripe.InvoiceLineItem.Parent {
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

function lineOf(
  invoice: string,
  line: LineDraft,
  reductions: Stripe.InvoiceLineItem.DiscountAmount[],
): Stripe.InvoiceLineItem {
  return {
    id: newId('il'),
    object: 'line_item',
    amount: line.cents,
    currency: 'eur',
    description: line.description,
    discount_amounts: reductions,
    discountable: !line.isProration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: lineParentOf(line),
    period: line.period,
    pretax_credit_amounts: [],
    pricing: pricingOf(line.price),
    quantity: 1,
    quantity_decimal: asDecimal(1),
    subscription: line.subscriptionItem?.subscription ?? null,
    subtotal: line.cents,
    taxes: [],
  };
}

const pricingOf = (price: Stripe.Price) => ({
  type: 'price_details' as const,
  price_details: { price: price.id, product: String(price.product) },
  unit_amount_decimal: asDecimal(unitAmount(price)),
});

type InvoiceDraft = {
  customer: Stripe.Customer;
  reason: Stripe.Invoice.BillingReason;
  lines: readonly LineDraft[];
  discount?: Discount;
  period: Period;
  subscription?: Stripe.Subscription;
  metadata?: Record<string, string>;
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
function amountsOf(id: string, drafts: readonly LineDraft[], discount?: Discount) {
  const reductions = discount?.cents ? [{ amount: discount.cents, discount: discount.id }] : [];
  const lines = drafts.map((line, index) => lineOf(id, line, index === 0 ? reductions : []));
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  const total = subtotal - (discount?.cents ?? 0);
  const due = Math.max(0, total);
  return {
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    total_discount_amounts: reductions,
    ...{ subtotal, subtotal_excluding_tax: subtotal, total, total_excluding_tax: total },
    ...{ amount_due: due, amount_remaining: due },
  } satisfies Partial<Stripe.Invoice>;
}

/** An invoice as a draft: it has no number yet, asks for nothing and may still change. */
function invoiceOf(world: World, draft: InvoiceDraft): Stripe.Invoice {
  const id = newId('in');
  const { customer } = draft;
  return {
    id,
    object: 'invoice',
    ...nulls('application automatically_finalizes_at custom_fields account_tax_ids customer_account'),
    ...nulls('customer_address customer_phone customer_shipping default_source due_date effective_at'),
    ...nulls('ending_balance footer from_invoice hosted_invoice_url invoice_pdf'),
    ...nulls('last_finalization_error latest_revision next_payment_attempt number on_behalf_of'),
    ...nulls('receipt_number rendering shipping_cost shipping_details statement_descriptor test_clock'),
    account_country: 'DK',
    account_name: world.shopName,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_paid_off_stripe: 0,
    amount_shipping: 0,
    ...amountsOf(id, draft.lines, draft.discount),
    attempt_count: 0,
    attempted: false,
    auto_advance: draft.subscription !== undefined,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    billing_reason: draft.reason,
    collection_method: 'charge_automatically',
    created: world.now(),
    currency: 'eur',
    customer: customer.id,
    customer_email: customer.email,
    customer_name: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    discounts: draft.discount ? [draft.discount.id] : [],
    issuer: { type: 'self' },
    livemode: false,
    metadata: draft.metadata ?? {},
    parent: parentOf(draft),
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_start: draft.period.start,
    period_end: draft.period.end,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: 0,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    ...{ total_pretax_credit_amounts: [], total_taxes: [], webhooks_delivered_at: null },
  };
}

/** What of the total the customer's credit pays, or what of a negative total becomes credit. */
function settle(total: number, balance: number): { due: number; endingBalance: number } {
  if (total < 0) return { due: 0, endingBalance: balance + total };
  const credit = Math.min(total, Math.max(0, -balance));
  return { due: total - credit, endingBalance: balance + credit };
}

/** Makes a draft binding: it gets its number, and the customer's credit is used or given. It waits for its payment. */
function finalizeInvoice(world: World, draft: Stripe.Invoice): Stripe.Invoice {
  const { store } = world;
  const customer = store.get('customer', String(draft.customer));
  const { due, endingBalance } = settle(draft.total, customer.balance);
  const { invoice_prefix: prefix, next_invoice_sequence: next = 1 } = customer;
  const counted = store.save({ ...customer, next_invoice_sequence: next + 1 });
  if (endingBalance !== customer.balance)
    change(world, 'customer.updated', counted, { balance: endingBalance });
  const now = world.now();
  const invoice: Stripe.Invoice = {
    ...draft,
    ...{ amount_due: due, amount_remaining: due, effective_at: now, ending_balance: endingBalance },
    hosted_invoice_url: `${world.origin()}/invoices/${draft.id}`,
    invoice_pdf: `${world.origin()}/invoices/${draft.id}/pdf`,
    number: `${prefix ?? shortNameOf(world)}-${String(next).padStart(4, '0')}`,
    starting_balance: customer.balance,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: now },
    webhooks_delivered_at: now,
  };
  store.save(invoice);
  world.emit('invoice.finalized', invoice);
  return invoice;
}

/** A finalized invoice that waits for its payment. Stripe leaves renewals as drafts for an hour; here they are final. */
export function drawUpInvoice(world: World, draft: InvoiceDraft): Stripe.Invoice {
  const invoice = invoiceOf(world, draft);
  world.store.insert(invoice);
  world.emit('invoice.created', invoice);
  return finalizeInvoice(world, invoice);
}

const idOf = (held: string | { id: string } | null | undefined): string | null =>
  typeof held === 'string' ? held : (held?.id ?? null);

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

/** Tries to collect an open invoice, with nobody at the screen. Gives the invoice, and why it was not paid. */
export function payInvoice(
  world: World,
  invoice: Stripe.Invoice,
  method: Stripe.PaymentMethod,
): { invoice: Stripe.Invoice; refusal?: string } {
  if (invoice.amount_due === 0) return { invoice: markPaid(world, invoice, null) };
  const known = idOf(paymentOf(world, invoice.id)?.payment.payment_intent);
  const intent = known
    ? world.store.get('payment_intent', known)
    : openIntent(world, {
        cents: invoice.amount_due,
        customer: String(invoice.customer),
        description: invoice.lines.data[0]?.description ?? null,
        receiptEmail: invoice.customer_email,
      });
  if (!known) tie(world, invoice, intent);
  const outcome = attemptPayment(world, intent, method, 'away');
  if (outcome.refusal) return { invoice: noteFailure(world, invoice), refusal: outcome.refusal };
  return { invoice: markPaid(world, invoice, outcome.intent) };
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

const newDraft = field.shapeOf<Stripe.InvoiceCreateParams>()({
  customer: field.required(field.text),
  collection_method: field.choice('charge_automatically'),
  auto_advance: field.choice('false'),
  pending_invoice_items_behavior: field.choice('exclude'),
  discounts: field.required(field.only(field.group({ promotion_code: field.required(field.text) }))),
  metadata: field.metadata,
});
const newItem = field.shapeOf<Stripe.InvoiceItemCreateParams>()({
  customer: field.required(field.text),
  invoice: field.required(field.text),
  pricing: field.required(field.group({ price: field.required(field.text) })),
});
const finalized = field.shapeOf<Stripe.InvoiceFinalizeInvoiceParams>()({
  auto_advance: field.choice('false'),
});

/** What a draft remembers: the code that counts once it is final. */
type DraftMemory = { code: string };

function draftOf(world: World, id: string, param?: string): Stripe.Invoice {
  const invoice = world.store.get('invoice', id, param);
  if (invoice.status === 'draft') return invoice;
  const words = `Invoice ${id} is no longer editable: its status is ${invoice.status}.`;
  throw badRequest(words, param, 'invoice_not_editable');
}

function createDraft(world: World, input: field.Parameters<typeof newDraft>): Stripe.Invoice {
  const customer = livingCustomer(world, input.customer, 'customer');
  const { promotion_code: code } = input.discounts;
  // What is bought is not known yet: only the code itself is looked at, its product when the line is there.
  usableCode(world, code);
  const discount = { id: newId('di'), cents: 0 };
  const invoice = invoiceOf(world, {
    ...{ customer, reason: 'manual', lines: [], discount, metadata: input.metadata ?? {} },
    period: { start: world.now(), end: world.now() },
  });
  const draft = world.store.insert<Stripe.Invoice>(invoice, { code });
  world.emit('invoice.created', draft);
  return draft;
}

/** The one line of a draft; the code takes off what it can. */
function addItem(world: World, input: field.Parameters<typeof newItem>): Stripe.InvoiceItem {
  const invoice = draftOf(world, input.invoice, 'invoice');
  if (input.customer !== invoice.customer)
    throw badRequest('The customer of the item must be the customer of its invoice.', 'customer');
  const price = world.store.get('price', input.pricing.price, 'pricing[price]');
  if (price.recurring || invoice.lines.data.length > 0)
    throw badRequest('Only one price for one payment can be put on an invoice by hand.', 'pricing[price]');
  const period = { start: world.now(), end: world.now() };
  const [cents, description] = [unitAmount(price), lineText(world, price)];
  const { code } = world.store.hidden<DraftMemory>(invoice.id);
  const discount = { id: String(invoice.discounts[0]), cents: discountBy(world, code!, price) };
  const amounts = amountsOf(invoice.id, [{ cents, description, price, period }], discount);
  change(world, 'invoice.updated', invoice, amounts);
  return {
    id: newId('ii'),
    object: 'invoiceitem',
    ...nulls('customer_account parent test_clock'),
    amount: cents,
    currency: 'eur',
    customer: input.customer,
    date: world.now(),
    description,
    discountable: true,
    discounts: [],
    invoice: invoice.id,
    livemode: false,
    metadata: {},
    period,
    pricing: pricingOf(price),
    proration: false,
    quantity: 1,
    quantity_decimal: asDecimal(1),
    tax_rates: [],
  };
}

/** Makes a draft final; the last use of a code goes to whoever is final first. */
function finalizeDraft(world: World, id: string): Stripe.Invoice {
  const draft = draftOf(world, id);
  const { code = '' } = world.store.hidden<DraftMemory>(id);
  if (draft.total < draft.subtotal) countUse(world, usableCode(world, code));
  const final = finalizeInvoice(world, draft);
  return final.amount_due === 0 ? markPaid(world, final, null) : final;
}

const soughtInvoices = field.shapeOf<Stripe.InvoiceListParams>()({ customer: field.text });

export const invoiceRoutes: Routes = {
  'GET /v1/invoices/{id}': retrieve('invoice'),
  'GET /v1/invoices': listOf('invoice', soughtInvoices),
  'POST /v1/invoices': route(newDraft, createDraft),
  'POST /v1/invoiceitems': route(newItem, addItem),
  'POST /v1/invoices/{id}/finalize': route(finalized, (world, _, id) => finalizeDraft(world, id)),
  'DELETE /v1/invoices/{id}': route({}, (world, _, id) => {
    const draft = draftOf(world, id);
    world.store.remove(id);
    world.emit('invoice.deleted', draft);
    return { id, object: 'invoice', deleted: true };
  }),
};
