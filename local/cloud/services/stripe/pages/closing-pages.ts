import type Stripe from 'stripe';
import { html, type Markup } from './html.ts';
import type { Words } from './page-texts.ts';

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
