import type Stripe from 'stripe';
import { hasEnded } from '../billing/end-subscription.ts';
import { itemIn, periodOf } from '../billing/subscription-object.ts';
import { productIdOf, unitAmount } from '../catalog/prices.ts';
import { productName } from '../checkout/session-totals.ts';
import type { World } from '../world.ts';
import { cardFields, testCardList } from './card-fields.ts';
import { html, type Markup } from './html.ts';
import type { Words } from './page-texts.ts';

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
