import type Stripe from 'stripe';
import { unitAmount } from '../catalog/prices.ts';
import { memoryOf, rememberedItems, rememberedOffer } from '../checkout/session-memory.ts';
import { type Item, productName } from '../checkout/session-totals.ts';
import type { World } from '../world.ts';
import { cardFields, testCardList } from './card-fields.ts';
import { html, type Markup } from './html.ts';
import type { Words } from './page-texts.ts';

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
${session.custom_text.submit && html`<p class="meta">${session.custom_text.submit.message}</p>`}
${refusal && !refusal.isCode && html`<p class="failure" role="alert">${refusal.text}</p>`}
<button class="main" name="action" value="pay">${button}</button>
</form>
${needsCard && testCardList(words)}
</section>
</div>`;
}

export const isWaiting = (world: World, session: Stripe.Checkout.Session): boolean =>
  memoryOf(world, session.id).waiting !== undefined;
