import type Stripe from 'stripe';
import { change, shortNameOf, type World } from '../world.ts';
import { type InvoiceDraft, invoiceOf } from './invoice-object.ts';

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
