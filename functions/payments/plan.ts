import { purchasesPerPerson } from '#core/accounts/rate-limits.ts';
import type { SubscriptionWire } from '#core/contract/routes/payments.ts';
import { Failure } from '#core/failure.ts';
import { planWire } from '#core/payments/plan.ts';
import { PaymentConflict, type PaymentProvider } from '#core/payments/provider.ts';
import {
  type Chore,
  choresOf,
  offerFor,
  openSubscription,
  planFromStripe,
  type StripeFacts,
} from '#core/payments/stripe.ts';
import { takePermit } from '#functions/accounts/limits.ts';
import { readAccount } from '#functions/accounts/pool.ts';
import { getPlan, markErased } from '#functions/accounts/store.ts';
import { clock } from '#functions/platform/clock.ts';
import { countMetric, log, withLogContext } from '#functions/platform/log.ts';
import {
  getCustomerId,
  getPayer,
  isEventApplied,
  listPayers,
  markChecked,
  readPlanRecord,
  writePlan,
} from './store.ts';
import { withPayments } from './stripe.ts';
import type { SignedEvent } from './stripe-client.ts';

const attempts = 8;

async function doChore(payments: PaymentProvider, chore: Chore): Promise<void> {
  log.warn('something is put right at Stripe', { kind: chore.kind, why: chore.why });
  countMetric('PaymentChores', 1, { Kind: chore.kind, Why: chore.why });
  if (chore.kind === 'refund') await payments.refund(chore.paymentId);
  else await payments.endSubscription(chore.subscriptionId);
}

/** Expires an open checkout whose product can no longer be bought, so that nobody pays for what they own. */
async function closeStaleCheckouts(
  payments: PaymentProvider,
  customerId: string,
  facts: StripeFacts,
): Promise<void> {
  const { open } = await payments.readCheckouts(customerId);
  for (const { id, product } of open) {
    if (product === null || offerFor(product, facts).kind === 'checkout') continue;
    try {
      await payments.expireCheckout(id);
    } catch (error) {
      // It was paid at this very moment; its own event follows.
      if (!(error instanceof PaymentConflict)) throw error;
    }
  }
}

/** What Stripe holds after necessary corrections were made there. */
async function settledFacts(payments: PaymentProvider, customerId: string): Promise<StripeFacts> {
  const facts = await payments.readFacts(customerId);
  await closeStaleCheckouts(payments, customerId, facts);
  const chores = choresOf(facts);
  if (chores.length === 0) return facts;
  for (const chore of chores) await doChore(payments, chore);
  return payments.readFacts(customerId);
}

/**
 * Makes a person's stored plan match Stripe's objects. The plan's version is read first; a write that lost to a concurrent
 * one is recomputed from Stripe, so the last writer has seen the latest state.
 */
export async function syncPlan(
  payments: PaymentProvider,
  payer: { userId: string; customerId: string },
  eventId: string | null = null,
): Promise<'changed' | 'same' | 'applied before' | 'erased'> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const before = await readPlanRecord(payer.userId);
    const plan = planFromStripe(await settledFacts(payments, payer.customerId));
    const now = clock.now();
    const outcome = await writePlan({ userId: payer.userId, before, plan, eventId, now });
    if (outcome === 'outdated') continue;
    if (outcome === 'changed') log.info('a plan changed', { plan: plan.type, status: plan.status });
    return outcome;
  }
  throw new Error('the plan was changed too often to store it');
}

const noSubscription = () =>
  new Failure(409, 'no_subscription', 'You have no subscription that could be changed.');

/** Cancels the caller's subscription at the end of its period, or resumes it. Idempotent. @throws Failure 409, 429, 503 */
export async function changeSubscription(
  userId: string,
  endsWithPeriod: boolean,
): Promise<{ success: true; subscription: SubscriptionWire }> {
  await takePermit(purchasesPerPerson, userId);
  const customerId = await getCustomerId(userId);
  if (customerId === null) throw noSubscription();
  await withPayments(async (payments) => {
    const subscription = openSubscription(await payments.readFacts(customerId));
    if (!subscription) throw noSubscription();
    if ((subscription.endsAt !== null) !== endsWithPeriod)
      await payments.setEndsWithPeriod(subscription.id, endsWithPeriod);
    await syncPlan(payments, { userId, customerId });
  });
  return { success: true, subscription: planWire(await getPlan(userId), clock.now()) };
}

/** The person an event concerns; null for other kinds of events and for customers that are not ours. */
async function payerOf(payments: PaymentProvider, event: SignedEvent) {
  const { customerId, paymentId } = event;
  const customer = customerId ?? (paymentId === null ? null : await payments.customerOfPayment(paymentId));
  const userId = customer === null ? null : await getPayer(customer);
  return customer === null || userId === null ? null : { customerId: customer, userId };
}

/**
 * Handles every event the same way: reads what Stripe holds now. An event that was applied is skipped. Returns the outcome.
 */
export async function applyStripeEvent(event: SignedEvent): Promise<string> {
  if (await isEventApplied(event.id)) return 'applied before';
  return withPayments(async (payments) => {
    const payer = await payerOf(payments, event);
    return payer ? syncPlan(payments, payer, event.id) : 'of nobody';
  });
}

/** Ends a minute before the function's timeout; those left over come first the next night. */
const budgetMs = 4 * 60_000;
/** People compared in parallel: about fifteen calls a second of the twenty-five that Stripe allows a test account. */
const lanes = 4;

export type Report = { checked: number; repaired: number; failed: number; left: number };

/**
 * Accounts that their owners deleted in the user pool (possible with an access token) are erased here too. If more than this
 * many are missing in one night, the pool is the likelier fault, and an operator must look first.
 */
const mostDeleted = 3;

async function checkPayer(userId: string): Promise<'repaired' | 'right' | 'gone' | 'deleted'> {
  const customerId = await getCustomerId(userId);
  if (customerId === null) return 'gone';
  if ((await readAccount(userId)) === null) return 'deleted';
  const outcome = await withPayments((payments) => syncPlan(payments, { userId, customerId }));
  await markChecked(userId, clock.now().toISOString());
  return outcome === 'changed' ? 'repaired' : 'right';
}

/** Marks the accounts as erased; the hourly job runs the steps. */
async function eraseDeleted(userIds: readonly string[]): Promise<void> {
  if (userIds.length > mostDeleted)
    return log.error('the user pool knows many payers no more', { count: userIds.length });
  for (const userId of userIds) {
    const customerId = await getCustomerId(userId);
    await markErased({ userId, customerId, erasedAt: clock.now().toISOString() });
    log.info('an account that was deleted in the user pool is erased');
  }
}

/** Compares every plan with Stripe's objects, longest unchecked first, and repairs it. */
export async function reconcilePayments(): Promise<Report> {
  const startedMs = Date.now();
  const payers = await listPayers();
  const report: Report = { checked: 0, repaired: 0, failed: 0, left: payers.length };
  const deleted: string[] = [];
  const check = async (userId: string) => {
    try {
      const outcome = await checkPayer(userId);
      if (outcome === 'deleted') deleted.push(userId);
      if (outcome === 'repaired') {
        report.repaired++;
        log.error('a plan differed from what Stripe holds and was repaired');
      }
      report.checked++;
    } catch (error) {
      report.failed++;
      log.failure('a plan could not be compared with Stripe', error);
    }
    report.left--;
  };
  const waiting = payers.values();
  const lane = async () => {
    for (const userId of waiting) {
      await withLogContext({ userId }, () => check(userId));
      if (Date.now() - startedMs > budgetMs) break;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  await eraseDeleted(deleted);
  return report;
}
