import type Stripe from 'stripe';
import { productName, unitAmount } from '../catalog.ts';
import { memoryOf, needsCard, soldPrice } from '../checkout.ts';
import { type TestCard, testCards } from '../customers.ts';
import type { World } from '../store.ts';
import { hasEnded, itemIn, monthsOf, periodOf } from '../subscription-object.ts';

/** Markup that is safe to put into a page. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const euro = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' });
const money = (cents: number) => euro.format(cents / 100);

function date(epochSeconds: number): string {
  const style = { dateStyle: 'long', timeZone: 'Europe/Copenhagen' } as const;
  return new Intl.DateTimeFormat('en-GB', style).format(epochSeconds * 1000);
}

function interval(price: Stripe.Price): string {
  const months = monthsOf(price);
  return months === 1 ? 'a month' : `every ${months} months`;
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
const behaviors: Readonly<Record<TestCard['behavior'], string>> = {
  pays: 'pays',
  declines: 'is declined',
  asks: 'asks for a confirmation',
  declines_off_session: 'pays now, is declined at every renewal',
};

const behaviorText = ({ behavior, declineCode }: TestCard) =>
  declineCode === 'insufficient_funds' ? 'has insufficient funds' : behaviors[behavior];

const grouped = (number: string) => number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');

/** Number, expiry, security code and name, with the test cards to choose from. Numbers never come back filled in. */
function cardFields(name: string): Markup {
  return html`<h2>Card</h2>
<label for="number">Card number</label>
<input id="number" name="number" inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242" required>
<div class="pair">
<div><label for="expiry">Expiry (MM / YY)</label>
<input id="expiry" name="expiry" autocomplete="cc-exp" placeholder="12 / 34" required></div>
<div><label for="securityCode">Security code</label>
<input id="securityCode" name="securityCode" inputmode="numeric" autocomplete="cc-csc" placeholder="123" required></div>
</div>
<label for="name">Name on the card</label><input id="name" name="name" autocomplete="cc-name" value="${name}">`;
}

const failure = (text: string | undefined): Markup | undefined =>
  text === undefined ? undefined : html`<p class="failure" role="alert">${text}</p>`;

function testCardList(): Markup {
  return html`<details class="cards"><summary>Test cards</summary><ul>${testCards.map(
    (card) => html`<li><code>${grouped(card.number)}</code> <span>${behaviorText(card)}</span>
<button type="button" class="small" data-card="${grouped(card.number)}" aria-label="Use ${grouped(card.number)}">Use</button></li>`,
  )}</ul></details>`;
}

function summary(world: World, session: Stripe.Checkout.Session): Markup {
  const price = soldPrice(world, session);
  const product = productName(world, price);
  const discount = session.total_details?.amount_discount ?? 0;
  return html`<p class="meta">${price.recurring ? 'Subscribe to' : 'Pay for'} ${product}</p>
<h1 class="figure">${money(session.amount_total ?? 0)}</h1>
${price.recurring && html`<p class="meta">Renews at ${money(unitAmount(price))} ${interval(price)} until you cancel.</p>`}
<dl>
<div><dt>${product}</dt><dd>${money(unitAmount(price))}</dd></div>
${discount > 0 && html`<div><dt>Discount</dt><dd>−${money(discount)}</dd></div>`}
<div class="total"><dt>Due today</dt><dd>${money(session.amount_total ?? 0)}</dd></div>
</dl>
<p class="meta">Prices include VAT.</p>`;
}

function codeForm(
  world: World,
  session: Stripe.Checkout.Session,
  typed: string,
  refusal: string | undefined,
): Markup | null {
  if (!session.allow_promotion_codes) return null;
  const { code } = memoryOf(world, session.id);
  if (code !== undefined) {
    const applied = world.store.get('promotion_code', code).code;
    return html`<form method="post"><p class="beside"><span>Promotion code: <strong>${applied}</strong></span>
<button class="small" name="action" value="remove_code">Remove</button></p></form>`;
  }
  return html`<form method="post"><label for="code">Promotion code</label><div class="beside">
<input id="code" name="code" value="${typed}" autocomplete="off" autocapitalize="characters" spellcheck="false" required>
<button name="action" value="code">Apply</button></div>${failure(refusal)}</form>`;
}

/** The page on which an open session is paid. `typed`: what is shown again after a refusal. */
export function checkoutPage(
  world: World,
  session: Stripe.Checkout.Session,
  typed?: URLSearchParams,
  refusal?: string,
): Markup {
  const { email } = world.store.get('customer', String(session.customer));
  const asksForCard = needsCard(session);
  const isAboutCode = typed?.get('action') === 'code';
  const button =
    session.amount_total === 0
      ? 'Complete the order'
      : `${session.mode === 'subscription' ? 'Subscribe for' : 'Pay'} ${money(session.amount_total ?? 0)}`;
  return html`<div class="columns">
<section>
${summary(world, session)}
${codeForm(world, session, typed?.get('code') ?? '', isAboutCode ? refusal : undefined)}
${session.cancel_url && html`<p><a href="${session.cancel_url}">Back to ${world.shopName}</a></p>`}
</section>
<section>
<form method="post">
<h2>Contact</h2>
<p>${email}</p>
${asksForCard && cardFields(typed?.get('name') ?? '')}
${!isAboutCode && failure(refusal)}
<button class="main" name="action" value="pay">${button}</button>
</form>
${asksForCard && testCardList()}
</section>
</div>`;
}

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
    ...invoice.lines.data.map((line): Row => [line.description ?? '', money(line.amount)]),
    ...(discount > 0 ? [['Discount', `−${money(discount)}`] as Row] : []),
    ...(fromBalance !== 0 ? [['From your balance', money(-fromBalance)] as Row] : []),
  ];
  const note = paidAt === null ? 'Not paid' : `Paid ${date(paidAt)}`;
  return paper(`Invoice ${invoice.number ?? ''}`, rows, ['Total', money(invoice.amount_due)], note);
}

/** The receipt of one charge. */
export function receiptPage(charge: Stripe.Charge): Markup {
  const amount = money(charge.amount);
  const rows: Row[] = [[charge.description ?? '', amount]];
  if (charge.amount_refunded > 0) rows.push([`Refunded ${money(charge.amount_refunded)}`, '']);
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
  const isEnding = subscription.cancel_at_period_end;
  const button = (action: string, text: string) =>
    html`<form method="post"><input type="hidden" name="subscription" value="${subscription.id}">
<button name="action" value="${action}">${text}</button></form>`;
  return html`<h2>${productName(world, price)}</h2>
<p class="figure">${money(unitAmount(price))}</p><p class="meta">${interval(price)}</p>
<p>${isEnding ? 'Ends' : 'Renews'} on ${date(end)}.${isEnding && ' It will not renew.'}</p>
${subscription.status === 'past_due' && html`<p class="failure">The last payment failed. Change the card to keep the subscription.</p>`}
<div class="stack">
${isEnding ? button('keep', 'Keep the subscription') : button('cancel', 'Cancel at the end of the period')}
</div>`;
}

function cardPart(method: Stripe.PaymentMethod | undefined, refusal: string | undefined): Markup {
  const card = method?.card;
  const expiry = card ? `${String(card.exp_month).padStart(2, '0')}/${card.exp_year}` : '';
  return html`<p>${card ? `Card ending in ${card.last4}, valid until ${expiry}.` : 'No card on file.'}</p>
<form method="post">${cardFields(method?.billing_details.name ?? '')}
${failure(refusal)}
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
  { subscription, price }: { subscription: Stripe.Subscription; price: Stripe.Price },
  said: { invoice: Stripe.Invoice; refusal: string | undefined; returnUrl: string | null },
): Markup {
  const { price: before } = itemIn(subscription);
  const due = money(said.invoice.amount_due);
  const rows = said.invoice.lines.data.map(({ amount }) => {
    return html`<div><dt>${productName(world, amount < 0 ? before : price)}</dt><dd>${money(amount)}</dd></div>`;
  });
  return html`<div class="narrow"><h1>Change to ${productName(world, price)}</h1>
<p>From today you pay ${money(unitAmount(price))} ${interval(price)} instead of
${money(unitAmount(before))} ${interval(before)}. What is left of the current period is taken off.</p>
<dl>${rows}<div class="total"><dt>Charged today</dt><dd>${due}</dd></div></dl>
${failure(said.refusal)}
<form method="post"><button class="main" name="action" value="confirm">Confirm and pay ${due}</button></form>
${said.returnUrl && html`<p><a href="${said.returnUrl}">Back to ${world.shopName}</a></p>`}</div>`;
}

/** Where a customer sees and changes what they have. */
export function portalPage(
  world: World,
  session: Stripe.BillingPortal.Session,
  said: { refusal: string | undefined; isSaved: boolean },
): Markup {
  const { customer } = session;
  const subscriptions = world.store.all('subscription', (one) => !hasEnded(one), customer);
  const methodId =
    world.store.get('customer', customer).invoice_settings.default_payment_method ??
    subscriptions[0]?.default_payment_method;
  const method = world.store.find('payment_method', String(methodId));
  return html`<div class="columns"><section><h1>Your plan and payments</h1>
${said.isSaved && html`<p role="status">Saved.</p>`}
${subscriptions.length === 0 ? html`<p>No subscription at the moment.</p>` : subscriptions.map((one) => subscriptionPart(world, one))}
<h2>Payments</h2>
${paymentsPart(world.store.all('invoice', () => true, customer))}
${session.return_url && html`<p><a href="${session.return_url}">Back to ${world.shopName}</a></p>`}
</section><section><h2>Change card</h2>${cardPart(method, said.refusal)}</section></div>`;
}
