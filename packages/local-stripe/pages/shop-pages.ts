import { readFileSync } from 'node:fs';
import type Stripe from 'stripe';
import { plannedSwitch, runPortalAction } from '../billing-portal.ts';
import {
  applyCode,
  completeSession,
  leaveConfirmation,
  memoryOf,
  needsCard,
  removeCode,
} from '../checkout.ts';
import { livingCustomer, typedCard } from '../customers.ts';
import type { WireRequest, WireResponse } from '../http.ts';
import type { World } from '../store.ts';
import type { StripeState } from '../stripe-api.ts';
import { changePrice, switchPrice } from '../subscriptions.ts';
import { badRequest, StripeFailure } from '../wire.ts';
import {
  checkoutPage,
  closedPage,
  confirmationPage,
  html,
  invoicePage,
  type Markup,
  pageOf,
  portalPage,
  receiptPage,
  switchPage,
} from './pages.ts';

const notAuthenticated = 'We could not authenticate your card. Please try again or use another card.';

/** What a click on the checkout page does. Gives why it did not lead on, where a card was declined. */
function runCheckoutAction(world: World, id: string, form: URLSearchParams): string | undefined {
  const session = world.store.get('checkout.session', id);
  switch (form.get('action')) {
    case 'code':
      return void applyCode(world, session, form.get('code') ?? '');
    case 'remove_code':
      return void removeCode(world, session);
    case 'confirm': {
      const { waiting } = memoryOf(world, id);
      if (!waiting) throw badRequest('Nothing waits for a confirmation.');
      return completeSession(world, session, world.store.get('payment_method', waiting), 'confirmed');
    }
    case 'refuse':
      leaveConfirmation(world, id);
      return notAuthenticated;
    default: {
      const customer = livingCustomer(world, String(session.customer));
      const method = needsCard(session) ? typedCard(world, form, customer) : null;
      return completeSession(world, session, method, 'present');
    }
  }
}

const assets: Readonly<Record<string, string>> = {
  '/assets/shop.css': 'text/css',
  '/assets/shop.js': 'text/javascript',
};

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
  return { status, headers: { ...headers, ...type }, body: pageOf(world.shopName, title, body) };
}

const redirect = (location: string): WireResponse => ({ status: 303, headers: { ...headers, location } });

/** Does what a form asks for, as a whole or not at all. Gives what the person is told where it was refused. */
function attempt(state: StripeState, work: () => string | undefined): string | undefined {
  try {
    return state.perform(null, work);
  } catch (error) {
    if (error instanceof StripeFailure) return error.message;
    throw error;
  }
}

function showCheckout(
  state: StripeState,
  session: Stripe.Checkout.Session,
  form?: URLSearchParams,
  refusal?: string,
): WireResponse {
  const { world } = state;
  const { shopName: name } = world;
  if (session.status !== 'open') return page(state, 'This page is closed', closedPage(name, session));
  if (memoryOf(world, session.id).waiting)
    return page(state, 'Confirm the payment', confirmationPage(name, session));
  const body = checkoutPage(world, session, form, refusal);
  return page(state, session.mode === 'subscription' ? 'Subscribe' : 'Pay', body, refusal ? 402 : 200);
}

function checkout(state: StripeState, request: WireRequest, id: string): WireResponse {
  const current = () => state.world.store.get('checkout.session', id);
  if (request.method !== 'POST' || current().status !== 'open') return showCheckout(state, current());
  const form = new URLSearchParams(request.body.toString('utf8'));
  const refusal = attempt(state, () => runCheckoutAction(state.world, id, form));
  if (refusal !== undefined) return showCheckout(state, current(), form, refusal);
  const { status, success_url: success } = current();
  return redirect(
    status === 'complete' ? (success ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id) : request.path,
  );
}

function portal(state: StripeState, request: WireRequest, id: string): WireResponse {
  const { world } = state;
  const session = world.store.get('billing_portal.session', id);
  const planned = plannedSwitch(world, session);
  const form = new URLSearchParams(request.method === 'POST' ? request.body.toString('utf8') : '');
  const refusal =
    request.method === 'POST'
      ? attempt(state, () => {
          if (planned) switchPrice(world, planned.subscription, planned.price);
          else runPortalAction(world, session, form);
          return undefined;
        })
      : undefined;
  if (request.method === 'POST' && refusal === undefined)
    return redirect(
      (planned && session.flow?.after_completion.redirect?.return_url) ?? `${request.path}?saved=1`,
    );
  const body = planned
    ? switchPage(world, planned, {
        // What the change would bring, without bringing it.
        invoice: world.store.rehearse(() => changePrice(world, planned.subscription, planned.price)),
        refusal,
        returnUrl: session.return_url,
      })
    : portalPage(world, session, { refusal, isSaved: request.query.has('saved') });
  return page(state, 'Your plan and payments', body, refusal ? 402 : 200);
}

/** The shop's own pages: checkout, portal, invoices, receipts. Undefined for paths that are none of theirs. */
export function handlePage(state: StripeState, request: WireRequest): WireResponse | undefined {
  const { method, path } = request;
  const type = Object.hasOwn(assets, path) ? assets[path] : undefined;
  if (type) {
    const body = readFileSync(new URL(path.slice('/assets/'.length), import.meta.url), 'utf8');
    return { status: 200, headers: { ...headers, 'content-type': `${type}; charset=utf-8` }, body };
  }
  const [, kind, id = ''] = /^\/(c\/pay|p\/session|invoices|receipts)\/(\w+)$/.exec(path) ?? [];
  if (kind === undefined) return undefined;
  state.catchUp();
  const { store } = state.world;
  if (kind === 'c/pay' && store.find('checkout.session', id)) return checkout(state, request, id);
  if (kind === 'p/session' && store.find('billing_portal.session', id)) return portal(state, request, id);
  const invoice = kind === 'invoices' && method === 'GET' && store.find('invoice', id);
  if (invoice) return page(state, 'Receipt', invoicePage(invoice));
  const charge = kind === 'receipts' && method === 'GET' && store.find('charge', id);
  if (charge) return page(state, 'Receipt', receiptPage(charge));
  const nothing = html`<div class="narrow"><h1>There is nothing here.</h1></div>`;
  return page(state, 'This page is closed', nothing, 404);
}
