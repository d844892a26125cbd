import type Stripe from 'stripe';
import {
  appliesTo,
  asDecimal,
  countUse,
  couponDiscount,
  couponOf,
  discountOf,
  openOffer,
  productIdOf,
  unitAmount,
} from './catalog.ts';
import { livingCustomer } from './customers.ts';
import { attemptPayment, type Bill, openIntent, type PaymentOutcome, type Presence } from './payments.ts';
import {
  change,
  listPage,
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
  quantity: number;
  period: Period;
  isProration?: boolean;
  subscriptionItem?: { subscription: string; item: string };
};

type Reduction = Stripe.InvoiceLineItem.DiscountAmount;

/** What each discount takes off one line; prorations carry none. */
function reductionsOf(world: World, line: LineDraft, discounts: readonly Stripe.Discount[]): Reduction[] {
  if (line.isProration || line.cents <= 0) return [];
  let left = line.cents;
  const reductions: Reduction[] = [];
  for (const discount of discounts) {
    const coupon = couponOf(world, discount);
    if (!coupon || !appliesTo(coupon, productIdOf(line.price))) continue;
    const cents = couponDiscount(coupon, left);
    left -= cents;
    reductions.push({ amount: cents, discount: discount.id });
  }
  return reductions;
}

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

/** An invoice's lines with their discounts taken off. */
export function invoiceLines(
  world: World,
  invoice: string,
  drafts: readonly LineDraft[],
  discounts: readonly Stripe.Discount[],
): Stripe.InvoiceLineItem[] {
  return drafts.map((line) => ({
    id: newId('il'),
    object: 'line_item',
    amount: line.cents,
    currency: line.price.currency,
    description: line.description,
    discount_amounts: reductionsOf(world, line, discounts),
    discountable: !line.isProration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: lineParentOf(line),
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

export type InvoiceDraft = {
  customer: Stripe.Customer;
  currency: string;
  reason: Stripe.Invoice.BillingReason;
  lines: readonly LineDraft[];
  discounts: readonly Stripe.Discount[];
  period: Period;
  subscription?: { id: string; metadata: Record<string, string> };
  metadata?: Record<string, string>;
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
    ...nulls('application automatically_finalizes_at custom_fields account_tax_ids customer_account'),
    ...nulls('customer_address customer_phone customer_shipping default_source due_date effective_at'),
    ...nulls('ending_balance footer from_invoice hosted_invoice_url invoice_pdf'),
    ...nulls('last_finalization_error latest_revision next_payment_attempt number on_behalf_of'),
    ...nulls('receipt_number rendering shipping_cost shipping_details statement_descriptor test_clock'),
    account_country: world.account.country,
    account_name: world.account.name,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_paid_off_stripe: 0,
    amount_shipping: 0,
    ...amountsOf(world, id, draft.lines, draft.discounts),
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    billing_reason: draft.reason,
    collection_method: 'charge_automatically',
    created: world.now(),
    currency: draft.currency,
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: draft.paymentMethod ?? null,
    default_tax_rates: [],
    description: null,
    discounts: draft.discounts.map((discount) => discount.id),
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
export function finalizeInvoice(world: World, draft: Stripe.Invoice): Stripe.Invoice {
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

const soughtInvoices = field.shapeOf<Stripe.InvoiceListParams>()({
  ...field.paging,
  customer: field.text,
  subscription: field.text,
});
const subscriptionIdOf = (invoice: Stripe.Invoice): string | null => {
  const of = invoice.parent?.subscription_details?.subscription;
  return typeof of === 'string' ? of : (of?.id ?? null);
};

export const invoiceRoutes: Routes = {
  'GET /v1/invoices/{id}': retrieve('invoice'),
  'GET /v1/invoices': route(soughtInvoices, (world, { customer, subscription, ...page }) =>
    listPage(
      world,
      'invoice',
      '/v1/invoices',
      page,
      (one) => subscription === undefined || subscriptionIdOf(one) === subscription,
      customer,
    ),
  ),
};

const offers = field.list(field.group({ coupon: field.text, promotion_code: field.text }));
const newDraft = field.shapeOf<Stripe.InvoiceCreateParams>()({
  customer: field.required(field.text),
  collection_method: field.choice('charge_automatically'),
  auto_advance: field.flag,
  pending_invoice_items_behavior: field.choice('exclude'),
  discounts: offers,
  metadata: field.metadata,
});
const createItem = field.shapeOf<Stripe.InvoiceItemCreateParams>()({
  customer: field.text,
  invoice: field.required(field.text),
  pricing: field.required(field.group({ price: field.required(field.text) })),
});
const finalized = field.shapeOf<Stripe.InvoiceFinalizeInvoiceParams>()({ auto_advance: field.flag });

/** What a draft remembers: its lines, and the offers that count once it is final. */
type DraftMemory = { lines: LineDraft[]; offers: { coupon?: string; promotion_code?: string }[] };

function draftMemoryOf(world: World, invoice: string): DraftMemory {
  return { lines: [], offers: [], ...world.store.hidden<DraftMemory>(invoice) };
}

function draftOf(world: World, id: string, param?: string): Stripe.Invoice {
  const invoice = world.store.get('invoice', id, param);
  if (invoice.status === 'draft') return invoice;
  const words = `Invoice ${id} is no longer editable: its status is ${invoice.status}.`;
  throw badRequest(words, param, 'invoice_not_editable');
}

function createDraft(world: World, input: field.Parameters<typeof newDraft>): Stripe.Invoice {
  const customer = livingCustomer(world, input.customer, 'customer');
  const asked = input.discounts ?? [];
  // What is bought is not known yet: only the code itself is looked at, its products when the lines are there.
  const discounts = asked.map((by) =>
    discountOf(world, openOffer(world, by, null), { customer: customer.id }),
  );
  const invoice = invoiceOf(world, {
    customer,
    currency: 'eur',
    reason: 'manual',
    lines: [],
    discounts,
    period: { start: world.now(), end: world.now() },
    metadata: field.mergeMetadata(null, input.metadata),
  });
  const memory: DraftMemory = { lines: [], offers: asked };
  const draft = world.store.insert({ ...invoice, auto_advance: input.auto_advance ?? false }, memory);
  world.emit('invoice.created', draft);
  return draft;
}

function addItem(world: World, input: field.Parameters<typeof createItem>): Stripe.InvoiceItem {
  const invoice = draftOf(world, input.invoice, 'invoice');
  if (input.customer !== undefined && input.customer !== invoice.customer) {
    throw badRequest('The customer of the item must be the customer of its invoice.', 'customer');
  }
  const price = world.store.get('price', input.pricing.price, 'pricing[price]');
  if (price.recurring)
    throw badRequest('Only one-time prices can be put on an invoice by hand.', 'pricing[price]');
  if (price.currency !== invoice.currency)
    throw badRequest('The price has another currency than the invoice.', 'pricing[price]');
  const quantity = 1;
  const period = { start: world.now(), end: world.now() };
  const description = lineText(world, price, quantity);
  const memory = draftMemoryOf(world, invoice.id);
  const lines = [
    ...memory.lines,
    { cents: unitAmount(price) * quantity, description, price, quantity, period },
  ];
  world.store.setHidden(invoice.id, { ...memory, lines });
  const discounts = invoice.discounts.map((id) => world.store.get('discount', String(id)));
  change(world, 'invoice.updated', invoice, amountsOf(world, invoice.id, lines, discounts));
  return {
    id: newId('ii'),
    object: 'invoiceitem',
    amount: unitAmount(price) * quantity,
    currency: price.currency,
    customer: String(invoice.customer),
    customer_account: null,
    date: world.now(),
    description,
    discountable: true,
    discounts: [],
    invoice: invoice.id,
    livemode: false,
    metadata: {},
    parent: null,
    period,
    pricing: {
      type: 'price_details',
      price_details: { price: price.id, product: productIdOf(price) },
      unit_amount_decimal: asDecimal(unitAmount(price)),
    },
    proration: false,
    quantity,
    quantity_decimal: asDecimal(quantity),
    tax_rates: [],
    test_clock: null,
  };
}

/** Uses the offers up that take something off; the last use of a code goes to whoever is final first. */
function useOffers(world: World, invoice: Stripe.Invoice): void {
  const { lines, offers: asked } = draftMemoryOf(world, invoice.id);
  const products = lines.map(({ price }) => productIdOf(price));
  const taken = new Set(
    (invoice.total_discount_amounts ?? []).filter(({ amount }) => amount > 0).map(({ discount }) => discount),
  );
  asked.forEach((by, index) => {
    if (!taken.has(String(invoice.discounts[index]))) return;
    countUse(world, openOffer(world, by, products));
  });
}

export const draftRoutes: Routes = {
  'POST /v1/invoices': route(newDraft, createDraft),
  'DELETE /v1/invoices/{id}': route({}, (world, _, id) => {
    const draft = draftOf(world, id);
    world.store.remove(id);
    world.emit('invoice.deleted', draft);
    return { id, object: 'invoice', deleted: true };
  }),
  'POST /v1/invoices/{id}/finalize': route(finalized, (world, _, id) => {
    const draft = draftOf(world, id);
    useOffers(world, draft);
    const final = finalizeInvoice(world, draft);
    return final.amount_due === 0 ? markPaid(world, final, null) : final;
  }),
  'POST /v1/invoiceitems': route(createItem, addItem),
};
