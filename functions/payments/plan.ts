import { purchasesPerPerson } from '#core/accounts/rate-limits.ts';
import type { SubscriptionWire } from '#core/contract/routes/payments.ts';
import { Failure } from '#core/failure.ts';
import { offerFor } from '#core/payments/offer.ts';
import { planWire } from '#core/payments/plan.ts';
import { PaymentConflict, type PaymentProvider } from '#core/payments/provider.ts';
import {
  type Chore,
  choresOf,
  openSubscription,
  planFromStripe,
  type StripeFacts,
} from '#core/payments/stripe.ts';
import { readAccount } from '#functions/accounts/account-record.ts';
import { takePermit } from '#functions/accounts/limits.ts';
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

/** A checkout that was left open is closed when what it sells is no longer to be had: nobody pays for what they own. */
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
      // Paid at this very moment: its own event follows.
      if (!(error instanceof PaymentConflict)) throw error;
    }
  }
}

/** What Stripe holds once everything there is as it should be. */
async function settledFacts(payments: PaymentProvider, customerId: string): Promise<StripeFacts> {
  const facts = await payments.readFacts(customerId);
  await closeStaleCheckouts(payments, customerId, facts);
  const chores = choresOf(facts);
  if (chores.length === 0) return facts;
  for (const chore of chores) await doChore(payments, chore);
  return payments.readFacts(customerId);
}

/**
 * Makes a person's stored plan what Stripe's objects say now. The plan's version is read first: a write that lost against
 * another is computed again from what Stripe holds by then, so the last one to write has seen the latest.
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
  throw new Error('the plan changed faster than it could be written');
}

const noSubscription = () =>
  new Failure(409, 'no_subscription', 'You have no subscription that could be changed.');

/** Lets the caller's subscription end with its period, or go on. Asked twice it is the same. @throws Failure 409, 429, 503 */
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

/** The person an event is about; null for events of other kinds and of customers that are none of ours any more. */
async function payerOf(payments: PaymentProvider, event: SignedEvent) {
  const { customerId, paymentId } = event;
  const customer = customerId ?? (paymentId === null ? null : await payments.customerOfPayment(paymentId));
  const userId = customer === null ? null : await getPayer(customer);
  return customer === null || userId === null ? null : { customerId: customer, userId };
}

/**
 * Whatever happened, the answer is the same: look at what Stripe holds now. An event that was applied is not looked at
 * twice. Answers what came of it.
 */
export async function applyStripeEvent(event: SignedEvent): Promise<string> {
  if (await isEventApplied(event.id)) return 'applied before';
  return withPayments(async (payments) => {
    const payer = await payerOf(payments, event);
    return payer ? syncPlan(payments, payer, event.id) : 'of nobody';
  });
}

/** Ends a minute before the function's own time: who is left over is first in line the next night. */
const budgetMs = 4 * 60_000;
/** People compared side by side: some fifteen calls a second, of the twenty-five that Stripe takes of a test account. */
const lanes = 4;

export type Report = { checked: number; repaired: number; failed: number; left: number };

/**
 * Accounts that their owners deleted at the pool, which anybody with a token of theirs can: they are erased here as well. Of
 * more than these in one night the pool is in doubt and not its people, and an operator looks first.
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

/** The hourly job takes the steps of what is marked here. */
async function eraseDeleted(userIds: readonly string[]): Promise<void> {
  if (userIds.length > mostDeleted)
    return log.error('the user pool knows many payers no more', { count: userIds.length });
  for (const userId of userIds) {
    const customerId = await getCustomerId(userId);
    await markErased({ userId, customerId, erasedAt: clock.now().toISOString() });
    log.info('an account that was deleted at the pool is erased');
  }
}

/** Compares every plan with what Stripe's objects say, whoever was checked longest ago first, and repairs it. */
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
