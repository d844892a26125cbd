import { codesPerPerson, purchasesPerPerson } from '#core/accounts/rate-limits.ts';
import { Failure } from '#core/failure.ts';
import {
  estimatesRefusal,
  type Plan,
  planWire,
  premiumRefusal,
  scrapeLimit,
  searchLimit,
  usageMonth,
  usagePeriodEnd,
} from '#core/payments/plan.ts';
import { runningCount } from '#core/searches/automated-search.ts';
import { takePermit } from '#functions/accounts/limits.ts';
import { getPlan, getScrapesUsed } from '#functions/accounts/store.ts';
import { endpoint } from '#functions/endpoint.ts';
import { clock } from '#functions/platform/clock.ts';
import { log } from '#functions/platform/log.ts';
import { env, freeScrapes } from '#functions/platform/settings.ts';
import { listSearches } from '#functions/searches/store.ts';
import { beginCheckout, confirmPurchase, redeemCodeFor } from './checkout.ts';
import { applyStripeEvent, changeSubscription } from './plan.ts';
import { getCustomerId } from './store.ts';
import { configuredSecret, requirePaymentsOn, withPayments } from './stripe.ts';
import { readSignedEvent } from './stripe-client.ts';

export const cancelPlanRoute = endpoint('POST /api/payments/cancel-subscription', async (_, caller) =>
  changeSubscription(caller.id, true),
);

async function readPlan(userId: string): Promise<Plan | null> {
  try {
    return await getPlan(userId);
  } catch (error) {
    log.failure('a plan could not be read', error);
    return null;
  }
}

/** False on any error (docs/spec.md 6); the reason tells whether that is the plan or an unknown. */
export const checkPremiumRoute = endpoint('GET /api/payments/check-premium', async (_, caller) => {
  const plan = await readPlan(caller.id);
  const now = clock.now();
  const reason = plan ? premiumRefusal(plan, now) : 'database_error';
  const estimatesReason = plan ? estimatesRefusal(plan, now) : 'database_error';
  return {
    hasPremium: reason === null,
    seesEstimates: estimatesReason === null,
    reason,
    estimatesReason,
  };
});

export const confirmCheckoutRoute = endpoint(
  'POST /api/payments/confirm-checkout',
  async ({ body }, caller) => {
    await takePermit(purchasesPerPerson, caller.id);
    const { isPaid, product } = await confirmPurchase(caller.id, body);
    return { isPaid, product, subscription: planWire(await getPlan(caller.id), clock.now()) };
  },
);

export const createMicrotransactionCheckoutRoute = endpoint(
  'POST /api/payments/create-microtransaction-checkout',
  async ({ body }, caller) => beginCheckout(caller.id, body.transactionType, body.language),
);

export const createSubscriptionCheckoutRoute = endpoint(
  'POST /api/payments/create-subscription-checkout',
  async ({ body }, caller) => beginCheckout(caller.id, body.planType, body.language),
);

export const getSubscriptionRoute = endpoint('GET /api/payments/subscription', async (_, caller) =>
  planWire(await getPlan(caller.id), clock.now()),
);

export const getUsageRoute = endpoint('GET /api/payments/usage', async (_, caller) => {
  const now = clock.now();
  const [plan, used, searches] = await Promise.all([
    getPlan(caller.id),
    getScrapesUsed(caller.id, usageMonth(now)),
    listSearches(caller.id),
  ]);
  return {
    scrapes_used: used,
    scrapes_limit: scrapeLimit(plan, now, freeScrapes()),
    subscriptions_used: runningCount(searches, now),
    subscriptions_limit: searchLimit(plan, now),
    period_end: usagePeriodEnd(now).toISOString(),
  };
});

export const listPaymentsRoute = endpoint('GET /api/payments/history', async ({ query }, caller) => {
  const customerId = await getCustomerId(caller.id);
  if (customerId === null) return [];
  return withPayments((payments) => payments.readHistory(customerId, query.limit));
});

export const openPortalRoute = endpoint('POST /api/payments/portal', async ({ body }, caller) => {
  const customerId = await getCustomerId(caller.id);
  if (customerId === null)
    throw new Failure(
      409,
      'no_purchases',
      'You have not bought anything yet, so there is nothing to manage.',
    );
  const { language = 'en' } = body;
  const url = await withPayments((payments) =>
    payments.portalUrl({ customerId, language, origin: env('PUBLIC_ORIGIN') }),
  );
  return { url };
});

export const reactivatePlanRoute = endpoint('POST /api/payments/reactivate-subscription', async (_, caller) =>
  changeSubscription(caller.id, false),
);

/** A failed event is answered with an error, so that Stripe sends it again. */
export const receiveStripeEventRoute = endpoint(
  'POST /api/payments/webhook',
  async ({ body }, _caller, request) => {
    const secret = await configuredSecret(env('STRIPE_WEBHOOK_SECRET_ARN'));
    const event = await readSignedEvent(body, request.headers['stripe-signature'], secret);
    const outcome = await applyStripeEvent(event);
    log.info('an event of Stripe’s was received', { event: event.id, type: event.type, outcome });
    return { received: true };
  },
);

export const redeemCodeRoute = endpoint('POST /api/payments/redeem-code', async ({ body }, caller) => {
  requirePaymentsOn();
  await takePermit(codesPerPerson, caller.id);
  await redeemCodeFor('unlock_price', caller.id, body.code);
  return { success: true, subscription: planWire(await getPlan(caller.id), clock.now()) };
});
