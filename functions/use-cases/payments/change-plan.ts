import { purchasesPerPerson } from '#core/account/rate-limits.ts';
import type { SubscriptionWire } from '#core/contract/routes/payments.ts';
import { Failure } from '#core/failure.ts';
import { openSubscription } from '#core/payment/stripe-facts.ts';
import { planWire } from '#core/plan/plan-wire.ts';
import { getCustomerId } from '#functions/_adapters/dynamodb/payers.ts';
import { getPlan } from '#functions/_adapters/dynamodb/people.ts';
import { takePermit } from '#functions/_adapters/dynamodb/permits.ts';
import { withPayments } from '#functions/_adapters/stripe/payment-service.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { syncPlan } from './sync-plan.ts';

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
