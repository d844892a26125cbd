import { type Chore, choresOf } from '#core/payment/chores.ts';
import { offerFor } from '#core/payment/offer.ts';
import { planFromStripe } from '#core/payment/plan-from-stripe.ts';
import { PaymentConflict, type PaymentProvider } from '#core/payment/provider.ts';
import type { StripeFacts } from '#core/payment/stripe-facts.ts';
import { readPlanRecord, writePlan } from '#functions/_adapters/dynamodb/plans.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';
import { countMetric } from '#functions/_runtime/metrics.ts';

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
