import type Stripe from 'stripe';
import { createPageFiles } from '../../../pages/page-files.ts';
import type { WireRequest, WireResponse } from '../../../wire/service.ts';
import type { StripeState } from '../stripe-state.ts';
import { StripeFailure } from '../wire/stripe-failure.ts';
import { runCheckoutAction } from './checkout-actions.ts';
import { checkoutPage, isWaiting, type Refusal } from './checkout-page.ts';
import { closedPage, confirmationPage } from './closing-pages.ts';
import { html, type Markup, pageOf } from './html.ts';
import { languageOf, type Words, wordsOf } from './page-texts.ts';
import {
  confirmSwitch,
  type PlannedSwitch,
  plannedSwitch,
  rehearseSwitch,
  runPortalAction,
} from './portal-actions.ts';
import { portalPage, switchPage } from './portal-page.ts';
import { invoicePage, receiptPage } from './receipt-page.ts';

const assetAt = createPageFiles(new URL('.', import.meta.url), {
  '/assets/base.css': 'base.css',
  '/assets/shop.css': 'shop.css',
  '/assets/shop.js': 'shop.js',
});

// No form-action: a paid form leads back to the shop, whose address browsers would hold against it.
const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
};

function wordsFor({ world }: StripeState, request: WireRequest, locale: string | null): Words {
  const language = languageOf(request.query.get('lang'), locale, request.headers['accept-language']);
  return wordsOf(language, world.account.name);
}

function page(words: Words, title: string, body: Markup, path: string, status = 200): WireResponse {
  const type = { 'content-type': 'text/html; charset=utf-8' };
  return { status, headers: { ...headers, ...type }, body: pageOf(words, title, body, path) };
}

const redirect = (location: string): WireResponse => ({ status: 303, headers: { ...headers, location } });

function notFound(state: StripeState, request: WireRequest): WireResponse {
  const words = wordsFor(state, request, null);
  return page(
    words,
    words.say('closedTitle'),
    html`<div class="narrow"><h1>${words.say('notFound')}</h1></div>`,
    request.path,
    404,
  );
}

function refusalOf(words: Words, error: unknown, isCode: boolean): Refusal {
  if (!(error instanceof StripeFailure)) throw error;
  const { code, decline_code: decline } = error.details;
  if (code === 'email_missing') return { text: words.say('emailMissing') };
  return { text: words.failure(error.message, decline ?? code), isCode };
}

/** Runs what a form asks for. A declined card stays on the books; every other refusal leaves nothing behind. */
function perform<T>(state: StripeState, work: () => T): T {
  let kept: StripeFailure | undefined;
  const result = state.perform(null, () => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof StripeFailure && error.keepsWork)) throw error;
      kept = error;
      return undefined;
    }
  });
  if (kept) throw kept;
  return result as T;
}

function showCheckout(
  state: StripeState,
  request: WireRequest,
  session: Stripe.Checkout.Session,
  form?: URLSearchParams,
  refusal?: Refusal,
): WireResponse {
  const words = wordsFor(state, request, session.locale);
  const { world } = state;
  if (session.status !== 'open')
    return page(words, words.say('closedTitle'), closedPage(words, session), request.path);
  if (isWaiting(world, session))
    return page(words, words.say('confirmTitle'), confirmationPage(words, session), request.path);
  const typed = Object.fromEntries(
    ['email', 'name', 'code'].flatMap((name) => (form?.has(name) ? [[name, form.get(name)]] : [])),
  );
  const body = checkoutPage(world, words, session, typed, refusal);
  return page(
    words,
    words.say(session.mode === 'subscription' ? 'subscribeTo' : 'buy', { product: '' }).trim(),
    body,
    request.path,
    refusal ? 402 : 200,
  );
}

function checkout(state: StripeState, request: WireRequest, id: string): WireResponse {
  state.catchUp();
  const { store } = state.world;
  if (!store.find('checkout.session', id)) return notFound(state, request);
  const form = new URLSearchParams(request.method === 'POST' ? request.body.toString('utf8') : '');
  const current = () => store.get('checkout.session', id);
  if (request.method !== 'POST' || current().status !== 'open')
    return showCheckout(state, request, current());
  const words = wordsFor(state, request, current().locale);
  try {
    const status = perform(state, () => runCheckoutAction(state.world, id, form));
    const { success_url: success } = current();
    if (status === 'complete') return redirect((success ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id));
    if (form.get('action') !== 'refuse') return redirect(`${request.path}${langOf(request)}`);
    return showCheckout(state, request, current(), form, { text: words.say('authenticationFailed') });
  } catch (error) {
    const isCode = form.get('action') === 'code';
    return showCheckout(state, request, current(), form, refusalOf(words, error, isCode));
  }
}

const langOf = ({ query }: WireRequest) =>
  query.has('lang') ? `?lang=${encodeURIComponent(query.get('lang') ?? '')}` : '';

function showSwitch(
  state: StripeState,
  request: WireRequest,
  session: Stripe.BillingPortal.Session,
  planned: PlannedSwitch,
): WireResponse {
  const { world } = state;
  const words = wordsFor(state, request, session.locale);
  const show = (failure?: string) => {
    const said = { invoice: rehearseSwitch(world, planned), failure, returnUrl: session.return_url };
    const body = switchPage(world, words, planned, said);
    return page(words, words.say('portalTitle'), body, request.path, failure ? 402 : 200);
  };
  if (request.method !== 'POST') return show();
  try {
    perform(state, () => confirmSwitch(world, planned));
    return redirect(session.flow?.after_completion.redirect?.return_url ?? `${request.path}?saved=1`);
  } catch (error) {
    return show(refusalOf(words, error, false).text);
  }
}

function portal(state: StripeState, request: WireRequest, id: string): WireResponse {
  state.catchUp();
  const session = state.world.store.find('billing_portal.session', id);
  if (!session) return notFound(state, request);
  const words = wordsFor(state, request, session.locale);
  const planned = plannedSwitch(state.world, session);
  if (planned) return showSwitch(state, request, session, planned);
  const show = (said: { failure?: string; note?: string }) => {
    const body = portalPage(state.world, words, session, said);
    return page(words, words.say('portalTitle'), body, request.path, said.failure ? 402 : 200);
  };
  if (request.method !== 'POST') return show(request.query.has('saved') ? { note: words.say('saved') } : {});
  try {
    const form = new URLSearchParams(request.body.toString('utf8'));
    perform(state, () => runPortalAction(state.world, session, form));
    return redirect(`${request.path}?saved=1${langOf(request).replace('?', '&')}`);
  } catch (error) {
    return show({ failure: refusalOf(words, error, false).text });
  }
}

/** The shop's own pages: checkout, portal, invoices, receipts. Undefined for paths that are none of theirs. */
export function handlePage(state: StripeState, request: WireRequest): WireResponse | undefined {
  const asset = assetAt(request.path);
  if (asset) return { status: 200, headers: { ...headers, 'content-type': asset.type }, body: asset.body };
  const [, kind, id = ''] =
    /^\/(c\/pay|p\/session|invoices|receipts)\/([\w]+)(?:\/pdf)?$/.exec(request.path) ?? [];
  if (kind === 'c/pay') return checkout(state, request, id);
  if (kind === 'p/session') return portal(state, request, id);
  if (kind === undefined || request.method !== 'GET') return undefined;
  const words = wordsFor(state, request, null);
  const invoice = state.world.store.find('invoice', id);
  if (kind === 'invoices' && invoice)
    return page(words, words.say('receipt'), invoicePage(words, invoice), request.path);
  const charge = state.world.store.find('charge', id);
  if (kind === 'receipts' && charge)
    return page(words, words.say('receipt'), receiptPage(words, charge), request.path);
  return notFound(state, request);
}
