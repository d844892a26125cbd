import type Stripe from 'stripe';
import { productIdOf, unitAmount } from '../catalog.ts';
import { type Item, memoryOf, productName, rememberedItems, rememberedOffer } from '../checkout.ts';
import { type TestCard, testCards } from '../customers.ts';
import type { World } from '../store.ts';
import { hasEnded, itemIn, periodOf } from '../subscription-object.ts';
import type { Words } from './page-texts.ts';

/** Markup that is safe to put into a page. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
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
export function pageOf(words: Words, title: string, body: Markup): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – ${words.shop}</title>
<link rel="stylesheet" href="/assets/shop.css">
<script type="module" src="/assets/shop.js"></script>
</head>
<body>
<header>
  <p class="name"><span class="line" aria-hidden="true"></span>${words.shop}</p>
  <p class="badge">${words.say('testMode')}</p>
  <p class="note">${words.say('testNote')}</p>
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
export function cardFields(words: Words, name: string): Markup {
  const { say } = words;
  return html`<h2>${say('card')}</h2>
${inputField(say('number'), 'number', html`inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242" required`, '')}
<div class="pair">
${inputField(say('expiry'), 'expiry', html`autocomplete="cc-exp" placeholder="12 / 34" required`, '')}
${inputField(say('securityCode'), 'securityCode', html`inputmode="numeric" autocomplete="cc-csc" placeholder="123" required`, '')}
</div>
${inputField(say('name'), 'name', html`autocomplete="cc-name"`, name)}`;
}

export function testCardList(words: Words): Markup {
  return html`<details class="cards"><summary>${words.say('testCards')}</summary><ul>${testCards.map(
    (card) => html`<li><code>${grouped(card.number)}</code> <span>${behaviorText(card)}</span>
<button type="button" class="small" data-card="${grouped(card.number)}" aria-label="${words.say('fill')} ${grouped(card.number)}">${words.say('fill')}</button></li>`,
  )}</ul></details>`;
}

/** What a person has typed, to be shown again after a refusal. Card numbers are not among it. */
export type Typed = { email?: string; name?: string; code?: string };
export type Refusal = { text: string; isCode?: boolean };

function summary(
  world: World,
  words: Words,
  session: Stripe.Checkout.Session,
  items: readonly Item[],
): Markup {
  const { say, money } = words;
  const [first] = items;
  const product = items.map(({ price }) => productName(world, price)).join(', ');
  const every = first?.price.recurring ?? null;
  const discount = session.total_details?.amount_discount ?? 0;
  const code = rememberedOffer(world, session)?.promotionCode?.code;
  return html`<p class="meta">${say(session.mode === 'subscription' ? 'subscribeTo' : 'buy', { product })}</p>
<h1 class="figure">${money(session.amount_total ?? 0)}</h1>
${every && html`<p class="meta">${say('renews', { amount: money(unitAmount(first!.price)), interval: words.interval(every) })}</p>`}
<dl>
${items.map(({ price, quantity }) => html`<div><dt>${productName(world, price)}${quantity > 1 && ` × ${quantity}`}</dt><dd>${money(unitAmount(price) * quantity)}</dd></div>`)}
${discount > 0 && html`<div><dt>${code ?? say('discount')}</dt><dd>−${money(discount)}</dd></div>`}
<div class="total"><dt>${say('total')}</dt><dd>${money(session.amount_total ?? 0)}</dd></div>
</dl>
<p class="meta">${say('vat')}</p>`;
}

function codeForm(
  world: World,
  words: Words,
  session: Stripe.Checkout.Session,
  typed: Typed,
  refusal?: Refusal,
): Markup | null {
  if (!session.allow_promotion_codes) return null;
  const { say } = words;
  const applied = rememberedOffer(world, session)?.promotionCode;
  const failure = refusal?.isCode && html`<p class="failure" role="alert">${refusal.text}</p>`;
  if (applied) {
    return html`<form method="post"><p class="beside"><span>${say('code')}: <strong>${applied.code}</strong></span>
<button class="small" name="action" value="remove_code">${say('removeCode')}</button></p>${failure}</form>`;
  }
  return html`<form method="post"><label for="code">${say('code')}</label><div class="beside">
<input id="code" name="code" value="${typed.code ?? ''}" autocomplete="off" autocapitalize="characters" spellcheck="false" required>
<button name="action" value="code">${say('addCode')}</button></div>${failure}</form>`;
}

/** The page on which an open session is paid. */
export function checkoutPage(
  world: World,
  words: Words,
  session: Stripe.Checkout.Session,
  typed: Typed,
  refusal?: Refusal,
): Markup {
  const { say, money } = words;
  const items = rememberedItems(world, session.id);
  const customer =
    typeof session.customer === 'string' ? world.store.find('customer', session.customer) : undefined;
  const email = typed.email ?? customer?.email ?? session.customer_email ?? '';
  const isFree = session.amount_total === 0;
  const needsCard =
    !isFree || (session.mode === 'subscription' && session.payment_method_collection === 'always');
  const isKnown = Boolean(customer?.email ?? session.customer_email);
  const button = isFree
    ? say('completeFree')
    : say(session.mode === 'subscription' ? 'subscribe' : 'pay', {
        amount: money(session.amount_total ?? 0),
      });
  return html`<div class="columns">
<section>
${summary(world, words, session, items)}
${codeForm(world, words, session, typed, refusal)}
${session.cancel_url && html`<p><a href="${session.cancel_url}">${say('back')}</a></p>`}
</section>
<section>
<form method="post">
<h2>${say('contact')}</h2>
<label for="email">${say('email')}</label>
<input id="email" name="email" type="email" autocomplete="email" required value="${email}" ${isKnown && html`readonly`}>
${needsCard && cardFields(words, typed.name ?? customer?.name ?? '')}
${refusal && !refusal.isCode && html`<p class="failure" role="alert">${refusal.text}</p>`}
<button class="main" name="action" value="pay">${button}</button>
</form>
${needsCard && testCardList(words)}
</section>
</div>`;
}

export const isWaiting = (world: World, session: Stripe.Checkout.Session): boolean =>
  memoryOf(world, session.id).waiting !== undefined;

/** The bank's question, as cards with strong authentication ask it. */
export function confirmationPage(words: Words, session: Stripe.Checkout.Session): Markup {
  const { say, money } = words;
  return html`<div class="narrow"><h1>${say('confirmTitle')}</h1>
<p>${say('confirmText', { amount: money(session.amount_total ?? 0) })}</p>
<form method="post" class="stack">
<button class="main" name="action" value="confirm">${say('confirm')}</button>
<button name="action" value="refuse">${say('refuse')}</button>
</form></div>`;
}

export function closedPage(words: Words, session: Stripe.Checkout.Session): Markup {
  const { say } = words;
  const back =
    session.status === 'complete'
      ? session.success_url?.replaceAll('{CHECKOUT_SESSION_ID}', session.id)
      : session.cancel_url;
  return html`<div class="narrow"><h1>${say('closedTitle')}</h1>
<p>${say(session.status === 'complete' ? 'closedComplete' : 'closedExpired')}</p>
${back && html`<p><a href="${back}">${say('back')}</a></p>`}</div>`;
}

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

/** The other prices of the shop that this subscription could have. */
export function otherPrices(world: World, subscription: Stripe.Subscription): Stripe.Price[] {
  const { price: current } = itemIn(subscription);
  const isOther = (price: Stripe.Price) =>
    price.active &&
    price.recurring !== null &&
    price.lookup_key !== null &&
    price.id !== current.id &&
    price.currency === current.currency;
  return world.store
    .all('price', isOther)
    .filter((price) => world.store.find('product', productIdOf(price))?.active);
}

function subscriptionPart(world: World, words: Words, subscription: Stripe.Subscription): Markup {
  const { say, money, date, interval } = words;
  const { price } = itemIn(subscription);
  const { end } = periodOf(subscription);
  const isEnding = subscription.cancel_at_period_end || subscription.cancel_at !== null;
  const button = (action: string, text: string, value = '') =>
    html`<form method="post"><input type="hidden" name="subscription" value="${subscription.id}"><input type="hidden" name="price" value="${value}">
<button name="action" value="${action}">${text}</button></form>`;
  return html`<h2>${productName(world, price)}</h2>
<p class="figure">${money(unitAmount(price))}</p><p class="meta">${interval(price.recurring)}</p>
<p>${say(isEnding ? 'endsOn' : 'renewsOn', { date: date(subscription.cancel_at ?? end) })}</p>
${subscription.status === 'past_due' && html`<p class="failure">${say('pastDue')}</p>`}
<div class="stack">
${isEnding ? button('keep', say('keepPlan')) : button('cancel', say('cancelPlan'))}
${!isEnding && otherPrices(world, subscription).map((other) => button('switch', say('switchPlan', { product: productName(world, other), amount: money(unitAmount(other)), interval: interval(other.recurring) }), other.id))}
</div>`;
}

function cardPart(words: Words, method: Stripe.PaymentMethod | null, failure?: string): Markup {
  const { say } = words;
  const card = method?.card;
  const expiry = card ? `${String(card.exp_month).padStart(2, '0')}/${card.exp_year}` : '';
  return html`<p>${card ? say('cardNow', { last4: card.last4, expiry }) : say('noCard')}</p>
<form method="post">${cardFields(words, method?.billing_details.name ?? '')}
${failure && html`<p class="failure" role="alert">${failure}</p>`}
<button class="main" name="action" value="card">${say('saveCard')}</button></form>${testCardList(words)}`;
}

function paymentsPart(words: Words, invoices: readonly Stripe.Invoice[]): Markup {
  const { say, money, date } = words;
  if (invoices.length === 0) return html`<p class="meta">${say('noPayments')}</p>`;
  return html`<table><tbody>${invoices.map(
    (
      invoice,
    ) => html`<tr><td>${date(invoice.created)}</td><td>${invoice.status === 'paid' ? money(invoice.amount_paid) : say('notPaid')}</td>
<td><a href="${invoice.hosted_invoice_url ?? ''}">${say('invoice', { number: invoice.number ?? '' })}</a></td></tr>`,
  )}</tbody></table>`;
}

/** The page of a session that is for one change: what it costs, before it is made. */
export function switchPage(
  world: World,
  words: Words,
  planned: { subscription: Stripe.Subscription; price: Stripe.Price },
  {
    invoice,
    failure,
    returnUrl,
  }: { invoice: Stripe.Invoice | undefined; failure?: string | undefined; returnUrl: string | null },
): Markup {
  const { say, money } = words;
  const { price: before } = itemIn(planned.subscription);
  const due = money(invoice?.amount_due ?? 0);
  const places = {
    amount: money(unitAmount(planned.price)),
    interval: words.interval(planned.price.recurring),
    before: `${money(unitAmount(before))} ${words.interval(before.recurring)}`,
  };
  const rows = (invoice?.lines.data ?? []).map((line) => {
    const price = line.pricing?.price_details?.price;
    const name = line.amount < 0 ? productName(world, before) : productName(world, planned.price);
    return html`<div><dt>${price ? name : line.description}</dt><dd>${money(line.amount)}</dd></div>`;
  });
  return html`<div class="narrow"><h1>${say('confirmSwitch', { product: productName(world, planned.price) })}</h1>
<p>${say('confirmSwitchText', places)}</p>
<dl>${rows}<div class="total"><dt>${say('dueToday')}</dt><dd>${due}</dd></div></dl>
${failure && html`<p class="failure" role="alert">${failure}</p>`}
<form method="post"><button class="main" name="action" value="confirm">${say('confirmAndPay', { amount: due })}</button></form>
${returnUrl && html`<p><a href="${returnUrl}">${say('back')}</a></p>`}</div>`;
}

/** Where a customer sees and changes what they have. */
export function portalPage(
  world: World,
  words: Words,
  session: Stripe.BillingPortal.Session,
  said: { failure?: string; note?: string },
): Markup {
  const { say } = words;
  const subscriptions = world.store.all(
    'subscription',
    (one) => !hasEnded(one) && one.status !== 'incomplete',
    session.customer,
  );
  const customer = world.store.get('customer', session.customer);
  const methodId =
    customer.invoice_settings?.default_payment_method ?? subscriptions[0]?.default_payment_method;
  const method = (typeof methodId === 'string' && world.store.find('payment_method', methodId)) || null;
  return html`<div class="columns"><section><h1>${say('portalTitle')}</h1>
${said.note && html`<p role="status">${said.note}</p>`}
${subscriptions.length === 0 ? html`<p>${say('noSubscription')}</p>` : subscriptions.map((one) => subscriptionPart(world, words, one))}
<h2>${say('payments')}</h2>
${paymentsPart(
  words,
  world.store.all('invoice', () => true, session.customer),
)}
${session.return_url && html`<p><a href="${session.return_url}">${say('back')}</a></p>`}
</section><section><h2>${say('changeCard')}</h2>${cardPart(words, method, said.failure)}</section></div>`;
}
