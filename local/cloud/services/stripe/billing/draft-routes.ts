import type Stripe from 'stripe';
import { countUse, discountOf, type Offer, openOffer } from '../catalog/discounts.ts';
import { asDecimal, productIdOf, unitAmount } from '../catalog/prices.ts';
import { livingCustomer } from '../customers.ts';
import { newId } from '../object-store.ts';
import * as field from '../wire/parameters.ts';
import { type Routes, route } from '../wire/route.ts';
import { badRequest } from '../wire/stripe-failure.ts';
import { change, type World } from '../world.ts';
import { finalizeInvoice } from './draw-up-invoice.ts';
import type { LineDraft } from './invoice-lines.ts';
import { amountsOf, invoiceOf } from './invoice-object.ts';
import { markPaid } from './pay-invoice.ts';
import { lineText } from './start-subscription.ts';

const offers = field.list(field.group({ coupon: field.text, promotion_code: field.text }));
const create = field.shapeOf<Stripe.InvoiceCreateParams>()({
  customer: field.required(field.text),
  collection_method: field.choice('charge_automatically'),
  auto_advance: field.flag,
  pending_invoice_items_behavior: field.choice('exclude'),
  currency: field.choice('eur', 'dkk'),
  description: field.text,
  discounts: offers,
  metadata: field.metadata,
});
const createItem = field.shapeOf<Stripe.InvoiceItemCreateParams>()({
  customer: field.text,
  invoice: field.required(field.text),
  pricing: field.required(field.group({ price: field.required(field.text) })),
  quantity: field.whole,
  description: field.text,
  metadata: field.metadata,
});
const finalize = field.shapeOf<Stripe.InvoiceFinalizeInvoiceParams>()({ auto_advance: field.flag });

/** What a draft remembers: its lines, and the offers that count once it is final. */
type DraftMemory = { lines: LineDraft[]; offers: { coupon?: string; promotion_code?: string }[] };

function memoryOf(world: World, invoice: string): DraftMemory {
  return { lines: [], offers: [], ...world.store.hidden<DraftMemory>(invoice) };
}

function draftOf(world: World, id: string, param?: string): Stripe.Invoice {
  const invoice = world.store.get('invoice', id, param);
  if (invoice.status === 'draft') return invoice;
  const words = `Invoice ${id} is no longer editable: its status is ${invoice.status}.`;
  throw badRequest(words, param, 'invoice_not_editable');
}

function createDraft(world: World, input: field.Parameters<typeof create>): Stripe.Invoice {
  const customer = livingCustomer(world, input.customer, 'customer');
  const asked = input.discounts ?? [];
  // What is bought is not known yet: only the code itself is looked at, its products when the lines are there.
  const discounts = asked.map((by) =>
    discountOf(world, anyOffer(world, by, customer.id), { customer: customer.id }),
  );
  const invoice = invoiceOf(world, {
    customer,
    currency: input.currency ?? 'eur',
    reason: 'manual',
    lines: [],
    discounts,
    period: { start: world.now(), end: world.now() },
    metadata: field.mergeMetadata(null, input.metadata),
    description: input.description ?? null,
  });
  const memory: DraftMemory = { lines: [], offers: asked };
  const draft = world.store.insert({ ...invoice, auto_advance: input.auto_advance ?? false }, memory);
  world.emit('invoice.created', draft);
  return draft;
}

const anyOffer = (world: World, by: DraftMemory['offers'][number], customer: string): Offer =>
  openOffer(world, by, { customer, cents: Number.MAX_SAFE_INTEGER, products: null });

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
  const quantity = input.quantity ?? 1;
  const period = { start: world.now(), end: world.now() };
  const description = input.description ?? lineText(world, price, quantity);
  const memory = memoryOf(world, invoice.id);
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
    metadata: field.mergeMetadata(null, input.metadata),
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
  const { lines, offers: asked } = memoryOf(world, invoice.id);
  const products = lines.map(({ price }) => productIdOf(price));
  const taken = new Set(
    (invoice.total_discount_amounts ?? []).filter(({ amount }) => amount > 0).map(({ discount }) => discount),
  );
  asked.forEach((by, index) => {
    if (!taken.has(String(invoice.discounts[index]))) return;
    const purchase = { customer: String(invoice.customer), cents: invoice.subtotal, products };
    countUse(world, openOffer(world, by, purchase));
  });
}

export const draftRoutes: Routes = {
  'POST /v1/invoices': route(create, createDraft),
  'DELETE /v1/invoices/{id}': route({}, (world, _, id) => {
    const draft = draftOf(world, id);
    world.store.remove(id);
    world.emit('invoice.deleted', draft);
    return { id, object: 'invoice', deleted: true };
  }),
  'POST /v1/invoices/{id}/finalize': route(finalize, (world, _, id) => {
    const draft = draftOf(world, id);
    useOffers(world, draft);
    const final = finalizeInvoice(world, draft);
    return final.amount_due === 0 ? markPaid(world, final, null) : final;
  }),
  'POST /v1/invoiceitems': route(createItem, addItem),
};
