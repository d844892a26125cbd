import { readFileSync } from 'node:fs';
import type Stripe from 'stripe';
import {
  applyCode,
  type Completion,
  completeSession,
  leaveConfirmation,
  memoryOf,
  removeCode,
} from '../checkout.ts';
import { attachMethod, cardByNumber, checkSecurityCode, createCardMethod, readExpiry } from '../customers.ts';
import type { WireRequest, WireResponse } from '../http.ts';
import { change, type World } from '../store.ts';
import type { StripeState } from '../stripe-api.ts';
import { hasEnded, itemIn } from '../subscription-object.ts';
import { updateSubscription } from '../subscriptions.ts';
import { badRequest, StripeFailure } from '../wire.ts';
import {
  checkoutPage,
  closedPage,
  confirmationPage,
  html,
  invoicePage,
  isWaiting,
  type Markup,
  pageOf,
  portalPage,
  type Refusal,
  receiptPage,
  switchPage,
} from './pages.ts';

/** A card as it was typed; throws in Stripe's words when something about it is wrong. */
export function typedCard(world: World, form: URLSearchParams, email: string | null) {
  const card = cardByNumber(form.get('number') ?? '');
  const expiry = readExpiry(form.get('expiry') ?? '', world.now());
  checkSecurityCode(form.get('securityCode') ?? '');
  return createCardMethod(world, card, expiry, { email, name: form.get('name')?.trim() || null });
}

function payTyped(world: World, id: string, form: URLSearchParams): Completion {
  const email = form.get('email')?.trim() ?? '';
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw badRequest('email', 'email', 'email_missing');
  const session = world.store.get('checkout.session', id);
  const hasCard = form.has('number');
  const method = hasCard || session.amount_total !== 0 ? typedCard(world, form, email) : null;
  const owner = { email, name: form.get('name')?.trim() || null };
  return completeSession(world, id, { method, owner }, { onSession: true });
}

function confirmPayment(world: World, id: string): Completion {
  const { waiting } = memoryOf(world, id);
  if (!waiting) throw badRequest('Nothing waits for a confirmation.');
  const method = world.store.get('payment_method', waiting.method);
  const owner = { email: waiting.email, name: method.billing_details.name };
  return completeSession(world, id, { method, owner }, { onSession: true, hasConfirmed: true });
}

/** What a click on the checkout page does. Gives where the session stands afterwards. */
export function runCheckoutAction(
  world: World,
  id: string,
  form: URLSearchParams,
): Completion['status'] | 'open' {
  const session = world.store.get('checkout.session', id);
  switch (form.get('action')) {
    case 'code':
      applyCode(world, session, form.get('code') ?? '');
      return 'open';
    case 'remove_code':
      removeCode(world, session);
      return 'open';
    case 'confirm':
      return confirmPayment(world, id).status;
    case 'refuse':
      leaveConfirmation(world, id);
      return 'open';
    default:
      return payTyped(world, id, form).status;
  }
}

function ownSubscription(
  world: World,
  session: Stripe.BillingPortal.Session,
  id: string,
): Stripe.Subscription {
  const subscription = world.store.get('subscription', id);
  if (subscription.customer !== session.customer) throw badRequest(`No such subscription: '${id}'`);
  return subscription;
}

function changeCard(world: World, session: Stripe.BillingPortal.Session, form: URLSearchParams): void {
  const customer = world.store.get('customer', session.customer);
  const method = attachMethod(world, typedCard(world, form, customer.email), customer.id);
  change(world, 'customer.updated', customer, {
    invoice_settings: { ...customer.invoice_settings, default_payment_method: method.id },
  });
  for (const subscription of world.store.all('subscription', (one) => !hasEnded(one), customer.id)) {
    change(world, 'customer.subscription.updated', subscription, { default_payment_method: method.id });
  }
}

/** What a click in the portal does. */
export function runPortalAction(
  world: World,
  session: Stripe.BillingPortal.Session,
  form: URLSearchParams,
): void {
  const action = form.get('action');
  if (action === 'card') {
    changeCard(world, session, form);
    return;
  }
  const subscription = ownSubscription(world, session, form.get('subscription') ?? '');
  if (action === 'cancel') updateSubscription(world, subscription.id, { cancel_at_period_end: true });
  if (action === 'keep') updateSubscription(world, subscription.id, { cancel_at_period_end: false });
}

export type PlannedSwitch = { subscription: Stripe.Subscription; price: Stripe.Price; quantity: number };

/** The change that a session was opened for; undefined when it is for the whole portal, or the change was made already. */
export function plannedSwitch(
  world: World,
  { flow }: Stripe.BillingPortal.Session,
): PlannedSwitch | undefined {
  const wanted = flow?.subscription_update_confirm;
  const [item] = wanted?.items ?? [];
  if (!wanted || !item?.price) return undefined;
  const subscription = world.store.get('subscription', wanted.subscription);
  if (hasEnded(subscription) || itemIn(subscription).price.id === item.price) return undefined;
  return { subscription, price: world.store.get('price', item.price), quantity: item.quantity ?? 1 };
}

/** The invoice that a planned change would bring, without bringing it. */
export function rehearseSwitch(
  world: World,
  { subscription, price, quantity }: PlannedSwitch,
): Stripe.Invoice | undefined {
  return world.store.rehearse(() => {
    const changed = updateSubscription(world, subscription.id, {
      items: [{ id: itemIn(subscription).id, price: price.id, quantity }],
      proration_behavior: 'always_invoice',
    });
    const isNew = changed.latest_invoice !== subscription.latest_invoice;
    return isNew ? world.store.find('invoice', String(changed.latest_invoice)) : undefined;
  });
}

/** Another price from today on: what is left of the old period is taken off, and the rest is paid now or nothing happens. */
function confirmSwitch(world: World, { subscription, price, quantity }: PlannedSwitch): void {
  updateSubscription(world, subscription.id, {
    items: [{ id: itemIn(subscription).id, price: price.id, quantity }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'error_if_incomplete',
  });
}

const assets: Readonly<Record<string, string>> = { 'shop.css': 'text/css', 'shop.js': 'text/javascript' };

/** What the pages load, read at each request so that an edit shows at once. */
function assetAt(path: string): { type: string; body: string } | undefined {
  const name = path.startsWith('/assets/') ? path.slice('/assets/'.length) : '';
  const type = Object.hasOwn(assets, name) ? assets[name] : undefined;
  if (!type) return undefined;
  return { type: `${type}; charset=utf-8`, body: readFileSync(new URL(name, import.meta.url), 'utf8') };
}

// No form-action: a paid form leads back to the shop, whose address browsers would hold against it.
const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
};

function page({ world }: StripeState, title: string, body: Markup, status = 200): WireResponse {
  const type = { 'content-type': 'text/html; charset=utf-8' };
  return { status, headers: { ...headers, ...type }, body: pageOf(world.account.name, title, body) };
}

const redirect = (location: string): WireResponse => ({ status: 303, headers: { ...headers, location } });

function notFound(state: StripeState): WireResponse {
  return page(
    state,
    'This page is closed',
    html`<div class="narrow"><h1>There is nothing here.</h1></div>`,
    404,
  );
}

function refusalOf(error: unknown, isCode: boolean): Refusal {
  if (!(error instanceof StripeFailure)) throw error;
  if (error.details.code === 'email_missing')
    return { text: 'Enter an e-mail address, such as name@example.dk.' };
  return { text: error.message, isCode };
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
  session: Stripe.Checkout.Session,
  form?: URLSearchParams,
  refusal?: Refusal,
): WireResponse {
  const { world } = state;
  if (session.status !== 'open')
    return page(state, 'This page is closed', closedPage(state.world.account.name, session));
  if (isWaiting(world, session))
    return page(state, 'Confirm the payment', confirmationPage(state.world.account.name, session));
  const typed = Object.fromEntries(
    ['email', 'name', 'code'].flatMap((name) => (form?.has(name) ? [[name, form.get(name)]] : [])),
  );
  const body = checkoutPage(world, session, typed, refusal);
  return page(state, session.mode === 'subscription' ? 'Subscribe' : 'Pay', body, refusal ? 402 : 200);
}

function checkout(state: StripeState, request: WireRequest, id: string): WireResponse {
  state.catchUp();
  const { store } = state.world;
  if (!store.find('checkout.session', id)) return notFound(state);
  const form = new URLSearchParams(request.method === 'POST' ? request.body.toString('utf8') : '');
  const current = () => store.get('checkout.session', id);
  if (request.method !== 'POST' || current().status !== 'open') return showCheckout(state, current());
  try {
    const status = perform(state, () => runCheckoutAction(state.world, id, form));
    const { success_url: success } = current();
    if (status === 'complete') return redirect((success ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id));
    if (form.get('action') !== 'refuse') return redirect(request.path);
    return showCheckout(state, current(), form, {
      text: 'We could not authenticate your card. Please try again or use another card.',
    });
  } catch (error) {
    const isCode = form.get('action') === 'code';
    return showCheckout(state, current(), form, refusalOf(error, isCode));
  }
}

function showSwitch(
  state: StripeState,
  request: WireRequest,
  session: Stripe.BillingPortal.Session,
  planned: PlannedSwitch,
): WireResponse {
  const { world } = state;
  const show = (failure?: string) => {
    const said = { invoice: rehearseSwitch(world, planned), failure, returnUrl: session.return_url };
    const body = switchPage(world, planned, said);
    return page(state, 'Your plan and payments', body, failure ? 402 : 200);
  };
  if (request.method !== 'POST') return show();
  try {
    perform(state, () => confirmSwitch(world, planned));
    return redirect(session.flow?.after_completion.redirect?.return_url ?? `${request.path}?saved=1`);
  } catch (error) {
    return show(refusalOf(error, false).text);
  }
}

function portal(state: StripeState, request: WireRequest, id: string): WireResponse {
  state.catchUp();
  const session = state.world.store.find('billing_portal.session', id);
  if (!session) return notFound(state);
  const planned = plannedSwitch(state.world, session);
  if (planned) return showSwitch(state, request, session, planned);
  const show = (said: { failure?: string; note?: string }) => {
    const body = portalPage(state.world, session, said);
    return page(state, 'Your plan and payments', body, said.failure ? 402 : 200);
  };
  if (request.method !== 'POST') return show(request.query.has('saved') ? { note: 'Saved.' } : {});
  try {
    const form = new URLSearchParams(request.body.toString('utf8'));
    perform(state, () => runPortalAction(state.world, session, form));
    return redirect(`${request.path}?saved=1`);
  } catch (error) {
    return show({ failure: refusalOf(error, false).text });
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
  const invoice = state.world.store.find('invoice', id);
  if (kind === 'invoices' && invoice) return page(state, 'Receipt', invoicePage(invoice));
  const charge = state.world.store.find('charge', id);
  if (kind === 'receipts' && charge) return page(state, 'Receipt', receiptPage(charge));
  return notFound(state);
}
