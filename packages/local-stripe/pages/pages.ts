import type Stripe from 'stripe';
import { unitAmount } from '../catalog.ts';
import { type Item, memoryOf, productName, rememberedItems, rememberedOffer } from '../checkout.ts';
import { type TestCard, testCards } from '../customers.ts';
import type { World } from '../store.ts';
import { hasEnded, itemIn, periodOf } from '../subscription-object.ts';

/** Markup that is safe to put into a page. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function money(cents: number, currency = 'eur'): string {
  const style = { style: 'currency', currency: currency.toUpperCase() } as const;
  return new Intl.NumberFormat('en-GB', style).format(cents / 100);
}

function date(epochSeconds: number): string {
  const style = { dateStyle: 'long', timeZone: 'Europe/Copenhagen' } as const;
  return new Intl.DateTimeFormat('en-GB', style).format(epochSeconds * 1000);
}

function interval(every: Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'> | null): string {
  if (!every) return '';
  return every.interval_count === 1
    ? `a ${every.interval}`
    : `every ${every.interval_count} ${every.interval}s`;
}

type Part = Markup | string | number | null | undefined | false | readonly Part[];

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(render).join('');
  return escaped(String(part));
}

/** Everything put in is text unless it is Markup itself: product names and addresses were written by others. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.reduce((out, string, index) => out + string + render(parts[index]), ''));
}

/** A whole page with the line that says that this is a test shop. */
export function pageOf(shop: string, title: string, body: Markup): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – ${shop}</title>
<link rel="stylesheet" href="/assets/shop.css">
<script type="module" src="/assets/shop.js"></script>
</head>
<body>
<header>
  <p class="name">${shop}</p>
  <p class="badge">Test shop</p>
  <p class="note">No real money moves here. Any e-mail address will do.</p>
</header>
<main>${body}</main>
</body>
</html>
`.text;
}

/** What each test card does, for people who try the shop. */
const behaviors: Readonly<Record<string, string>> = {
  pays: 'pays',
  generic_decline: 'is declined',
  insufficient_funds: 'has insufficient funds',
  expired_card: 'has expired',
  asks: 'asks for a confirmation',
  declines_off_session: 'pays now, is declined at every renewal',
  is_disputed: 'pays, and is disputed at once',
};

const behaviorText = (card: TestCard) =>
  behaviors[card.behavior === 'declines' ? (card.declineCode ?? '') : card.behavior];

const grouped = (number: string) => number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');

function inputField(label: string, name: string, attributes: Markup, value: string): Markup {
  return html`<div><label for="${name}">${label}</label><input id="${name}" name="${name}" value="${value}" ${attributes}></div>`;
}

/** Number, expiry, security code and name, with the test cards to choose from. Numbers never come back filled in. */
export function cardFields(name: string): Markup {
  return html`<h2>Card</h2>
${inputField('Card number', 'number', html`inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242" required`, '')}
<div class="pair">
${inputField('Expiry (MM / YY)', 'expiry', html`autocomplete="cc-exp" placeholder="12 / 34" required`, '')}
${inputField('Security code', 'securityCode', html`inputmode="numeric" autocomplete="cc-csc" placeholder="123" required`, '')}
</div>
${inputField('Name on the card', 'name', html`autocomplete="cc-name"`, name)}`;
}

export function testCardList(): Markup {
  return html`<details class="cards"><summary>Test cards</summary><ul>${testCards.map(
    (card) => html`<li><code>${grouped(card.number)}</code> <span>${behaviorText(card)}</span>
<button type="button" class="small" data-card="${grouped(card.number)}" aria-label="Use ${grouped(card.number)}">Use</button></li>`,
  )}</ul></details>`;
}

/** What a person has typed, to be shown again after a refusal. Card numbers are not among it. */
export type Typed = { email?: string; name?: string; code?: string };
export type Refusal = { text: string; isCode?: boolean };

function summary(world: World, session: Stripe.Checkout.Session, items: readonly Item[]): Markup {
  const [first] = items;
  const product = items.map(({ price }) => productName(world, price)).join(', ');
  const every = first?.price.recurring ?? null;
  const discount = session.total_details?.amount_discount ?? 0;
  const code = rememberedOffer(world, session)?.promotionCode?.code;
  return html`<p class="meta">${session.mode === 'subscription' ? 'Subscribe to' : 'Pay for'} ${product}</p>
<h1 class="figure">${money(session.amount_total ?? 0)}</h1>
${every && html`<p class="meta">Renews at ${money(unitAmount(first!.price))} ${interval(every)} until you cancel.</p>`}
<dl>
${items.map(({ price, quantity }) => html`<div><dt>${productName(world, price)}${quantity > 1 && ` × ${quantity}`}</dt><dd>${money(unitAmount(price) * quantity)}</dd></div>`)}
${discount > 0 && html`<div><dt>${code ?? 'Discount'}</dt><dd>−${money(discount)}</dd></div>`}
<div class="total"><dt>Due today</dt><dd>${money(session.amount_total ?? 0)}</dd></div>
</dl>
<p class="meta">Prices include VAT.</p>`;
}

function codeForm(
  world: World,
  session: Stripe.Checkout.Session,
  typed: Typed,
  refusal?: Refusal,
): Markup | null {
  if (!session.allow_promotion_codes) return null;
  const applied = rememberedOffer(world, session)?.promotionCode;
  const failure = refusal?.isCode && html`<p class="failure" role="alert">${refusal.text}</p>`;
  if (applied) {
    return html`<form method="post"><p class="beside"><span>Promotion code: <strong>${applied.code}</strong></span>
<button class="small" name="action" value="remove_code">Remove</button></p>${failure}</form>`;
  }
  return html`<form method="post"><label for="code">Promotion code</label><div class="beside">
<input id="code" name="code" value="${typed.code ?? ''}" autocomplete="off" autocapitalize="characters" spellcheck="false" required>
<button name="action" value="code">Apply</button></div>${failure}</form>`;
}

/** The page on which an open session is paid. */
export function checkoutPage(
  world: World,
  session: Stripe.Checkout.Session,
  typed: Typed,
  refusal?: Refusal,
): Markup {
  const items = rememberedItems(world, session.id);
  const customer =
    typeof session.customer === 'string' ? world.store.find('customer', session.customer) : undefined;
  const email = typed.email ?? customer?.email ?? session.customer_email ?? '';
  const isFree = session.amount_total === 0;
  const needsCard =
    !isFree || (session.mode === 'subscription' && session.payment_method_collection === 'always');
  const isKnown = Boolean(customer?.email ?? session.customer_email);
  const button = isFree
    ? 'Complete the order'
    : `${session.mode === 'subscription' ? 'Subscribe for' : 'Pay'} ${money(session.amount_total ?? 0)}`;
  return html`<div class="columns">
<section>
${summary(world, session, items)}
${codeForm(world, session, typed, refusal)}
${session.cancel_url && html`<p><a href="${session.cancel_url}">Back to ${world.account.name}</a></p>`}
</section>
<section>
<form method="post">
<h2>Contact</h2>
<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="email" required value="${email}" ${isKnown && html`readonly`}>
${needsCard && cardFields(typed.name ?? customer?.name ?? '')}
${refusal && !refusal.isCode && html`<p class="failure" role="alert">${refusal.text}</p>`}
<button class="main" name="action" value="pay">${button}</button>
</form>
${needsCard && testCardList()}
</section>
</div>`;
}

export const isWaiting = (world: World, session: Stripe.Checkout.Session): boolean =>
  memoryOf(world, session.id).waiting !== undefined;

/** The bank's question, as cards with strong authentication ask it. */
export function confirmationPage(shop: string, session: Stripe.Checkout.Session): Markup {
  return html`<div class="narrow"><h1>Confirm the payment</h1>
<p>Your bank asks whether it is you who pays ${money(session.amount_total ?? 0)} to ${shop}. This is a rehearsal of its page.</p>
<form method="post" class="stack">
<button class="main" name="action" value="confirm">Confirm</button>
<button name="action" value="refuse">That was not me</button>
</form></div>`;
}

export function closedPage(shop: string, session: Stripe.Checkout.Session): Markup {
  const back =
    session.status === 'complete'
      ? session.success_url?.replaceAll('{CHECKOUT_SESSION_ID}', session.id)
      : session.cancel_url;
  return html`<div class="narrow"><h1>This page is closed</h1>
<p>${session.status === 'complete' ? 'This order is already paid.' : 'This checkout has expired. Nothing was charged.'}</p>
${back && html`<p><a href="${back}">Back to ${shop}</a></p>`}</div>`;
}

type Row = [string, string];

function paper(title: string, rows: readonly Row[], total: Row, note: string): Markup {
  return html`<div class="narrow"><h1>${title}</h1><p class="meta">${note}</p>
<dl>${rows.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}
<div class="total"><dt>${total[0]}</dt><dd>${total[1]}</dd></div></dl></div>`;
}

/** An invoice as people read it. */
export function invoicePage(invoice: Stripe.Invoice): Markup {
  const paidAt = invoice.status_transitions.paid_at;
  const discount = (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  const fromBalance = invoice.total - invoice.amount_due;
  const rows: Row[] = [
    ...invoice.lines.data.map((line): Row => [line.description ?? '', money(line.amount, invoice.currency)]),
    ...(discount > 0 ? [['Discount', `−${money(discount, invoice.currency)}`] as Row] : []),
    ...(fromBalance !== 0 ? [['From your balance', money(-fromBalance, invoice.currency)] as Row] : []),
  ];
  const note = paidAt === null ? 'Not paid' : `Paid ${date(paidAt)}`;
  return paper(
    `Invoice ${invoice.number ?? ''}`,
    rows,
    ['Total', money(invoice.amount_due, invoice.currency)],
    note,
  );
}

/** The receipt of one charge. */
export function receiptPage(charge: Stripe.Charge): Markup {
  const amount = money(charge.amount, charge.currency);
  const rows: Row[] = [[charge.description ?? '', amount]];
  if (charge.amount_refunded > 0)
    rows.push([`Refunded ${money(charge.amount_refunded, charge.currency)}`, '']);
  return paper(
    'Receipt',
    rows,
    ['Card', `•••• ${charge.payment_method_details?.card?.last4 ?? ''}`],
    `Paid ${date(charge.created)}`,
  );
}

function subscriptionPart(world: World, subscription: Stripe.Subscription): Markup {
  const { price } = itemIn(subscription);
  const { end } = periodOf(subscription);
  const isEnding = subscription.cancel_at_period_end || subscription.cancel_at !== null;
  const button = (action: string, text: string) =>
    html`<form method="post"><input type="hidden" name="subscription" value="${subscription.id}">
<button name="action" value="${action}">${text}</button></form>`;
  return html`<h2>${productName(world, price)}</h2>
<p class="figure">${money(unitAmount(price))}</p><p class="meta">${interval(price.recurring)}</p>
<p>${isEnding ? 'Ends' : 'Renews'} on ${date(subscription.cancel_at ?? end)}.${isEnding && ' It will not renew.'}</p>
${subscription.status === 'past_due' && html`<p class="failure">The last payment failed. Change the card to keep the subscription.</p>`}
<div class="stack">
${isEnding ? button('keep', 'Keep the subscription') : button('cancel', 'Cancel at the end of the period')}
</div>`;
}

function cardPart(method: Stripe.PaymentMethod | null, failure?: string): Markup {
  const card = method?.card;
  const expiry = card ? `${String(card.exp_month).padStart(2, '0')}/${card.exp_year}` : '';
  return html`<p>${card ? `Card ending in ${card.last4}, valid until ${expiry}.` : 'No card on file.'}</p>
<form method="post">${cardFields(method?.billing_details.name ?? '')}
${failure && html`<p class="failure" role="alert">${failure}</p>`}
<button class="main" name="action" value="card">Save card</button></form>${testCardList()}`;
}

function paymentsPart(invoices: readonly Stripe.Invoice[]): Markup {
  if (invoices.length === 0) return html`<p class="meta">No payments yet.</p>`;
  return html`<table><tbody>${invoices.map(
    (
      invoice,
    ) => html`<tr><td>${date(invoice.created)}</td><td>${invoice.status === 'paid' ? money(invoice.amount_paid) : 'Not paid'}</td>
<td><a href="${invoice.hosted_invoice_url ?? ''}">Invoice ${invoice.number ?? ''}</a></td></tr>`,
  )}</tbody></table>`;
}

/** The page of a session that is for one change: what it costs, before it is made. */
export function switchPage(
  world: World,
  planned: { subscription: Stripe.Subscription; price: Stripe.Price },
  {
    invoice,
    failure,
    returnUrl,
  }: { invoice: Stripe.Invoice | undefined; failure?: string | undefined; returnUrl: string | null },
): Markup {
  const { price: before } = itemIn(planned.subscription);
  const due = money(invoice?.amount_due ?? 0);
  const rows = (invoice?.lines.data ?? []).map((line) => {
    const price = line.pricing?.price_details?.price;
    const name = line.amount < 0 ? productName(world, before) : productName(world, planned.price);
    return html`<div><dt>${price ? name : line.description}</dt><dd>${money(line.amount)}</dd></div>`;
  });
  return html`<div class="narrow"><h1>Change to ${productName(world, planned.price)}</h1>
<p>From today you pay ${money(unitAmount(planned.price))} ${interval(planned.price.recurring)} instead of
${money(unitAmount(before))} ${interval(before.recurring)}. What is left of the current period is taken off.</p>
<dl>${rows}<div class="total"><dt>Charged today</dt><dd>${due}</dd></div></dl>
${failure && html`<p class="failure" role="alert">${failure}</p>`}
<form method="post"><button class="main" name="action" value="confirm">Confirm and pay ${due}</button></form>
${returnUrl && html`<p><a href="${returnUrl}">Back to ${world.account.name}</a></p>`}</div>`;
}

/** Where a customer sees and changes what they have. */
export function portalPage(
  world: World,
  session: Stripe.BillingPortal.Session,
  said: { failure?: string; note?: string },
): Markup {
  const subscriptions = world.store.all(
    'subscription',
    (one) => !hasEnded(one) && one.status !== 'incomplete',
    session.customer,
  );
  const customer = world.store.get('customer', session.customer);
  const methodId =
    customer.invoice_settings?.default_payment_method ?? subscriptions[0]?.default_payment_method;
  const method = (typeof methodId === 'string' && world.store.find('payment_method', methodId)) || null;
  return html`<div class="columns"><section><h1>Your plan and payments</h1>
${said.note && html`<p role="status">${said.note}</p>`}
${subscriptions.length === 0 ? html`<p>No subscription at the moment.</p>` : subscriptions.map((one) => subscriptionPart(world, one))}
<h2>Payments</h2>
${paymentsPart(world.store.all('invoice', () => true, session.customer))}
${session.return_url && html`<p><a href="${session.return_url}">Back to ${world.account.name}</a></p>`}
</section><section><h2>Change card</h2>${cardPart(method, said.failure)}</section></div>`;
}
