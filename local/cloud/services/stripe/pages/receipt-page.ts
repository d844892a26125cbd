import type Stripe from 'stripe';
import { html, type Markup } from './html.ts';
import type { Words } from './page-texts.ts';

type Row = [string, string];

function paper(title: string, rows: readonly Row[], total: Row, note: string): Markup {
  return html`<div class="narrow"><h1>${title}</h1><p class="meta">${note}</p>
<dl>${rows.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}
<div class="total"><dt>${total[0]}</dt><dd>${total[1]}</dd></div></dl></div>`;
}

/** An invoice as people read it. */
export function invoicePage(words: Words, invoice: Stripe.Invoice): Markup {
  const { say, money, date } = words;
  const paidAt = invoice.status_transitions.paid_at;
  const discount = (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  const fromBalance = invoice.total - invoice.amount_due;
  const rows: Row[] = [
    ...invoice.lines.data.map((line): Row => [line.description ?? '', money(line.amount, invoice.currency)]),
    ...(discount > 0 ? [[say('discount'), `−${money(discount, invoice.currency)}`] as Row] : []),
    ...(fromBalance !== 0 ? [[say('credit'), money(-fromBalance, invoice.currency)] as Row] : []),
  ];
  const note = paidAt === null ? say('notPaid') : say('paidOn', { date: date(paidAt) });
  return paper(
    say('invoice', { number: invoice.number ?? '' }),
    rows,
    [say('sum'), money(invoice.amount_due, invoice.currency)],
    note,
  );
}

/** The receipt of one charge. */
export function receiptPage(words: Words, charge: Stripe.Charge): Markup {
  const { say, money, date } = words;
  const amount = money(charge.amount, charge.currency);
  const rows: Row[] = [[charge.description ?? '', amount]];
  if (charge.amount_refunded > 0)
    rows.push([say('refunded', { amount: money(charge.amount_refunded, charge.currency) }), '']);
  return paper(
    say('receipt'),
    rows,
    [say('card'), `•••• ${charge.payment_method_details?.card?.last4 ?? ''}`],
    say('paidOn', { date: date(charge.created) }),
  );
}
