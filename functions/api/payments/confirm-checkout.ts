import { purchasesPerPerson } from '#core/account/rate-limits.ts';
import { Failure } from '#core/failure.ts';
import type { PaymentProvider } from '#core/payment/provider.ts';
import { planWire } from '#core/plan/plan-wire.ts';
import type { ProductKey } from '#core/plan/plans.ts';
import { getCustomerId } from '#functions/_adapters/dynamodb/payers.ts';
import { getPlan } from '#functions/_adapters/dynamodb/people.ts';
import { takePermit } from '#functions/_adapters/dynamodb/permits.ts';
import { withPayments } from '#functions/_adapters/stripe/payment-service.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { syncPlan } from '#functions/use-cases/payments/sync-plan.ts';

type Payer = { userId: string; customerId: string };

/** Applies a checkout that is paid. Somebody else's is none: not even its state is told. */
async function confirmCheckout(payments: PaymentProvider, sessionId: string, payer: Payer): Promise<boolean> {
  const checkout = await payments.readCheckout(sessionId);
  if (checkout?.customerId !== payer.customerId) throw new Failure(404, 'not_found', 'Not found');
  if (checkout.isPaid) await syncPlan(payments, payer);
  return checkout.isPaid;
}

/** A change to another plan has no checkout: it is done when Stripe says that this is the plan. */
async function confirmChange(
  payments: PaymentProvider,
  planType: ProductKey | undefined,
  payer: Payer,
): Promise<boolean> {
  await syncPlan(payments, payer);
  return (await getPlan(payer.userId)).type === planType;
}

export const handler = endpoint('POST /api/payments/confirm-checkout', async ({ body }, caller) => {
  await takePermit(purchasesPerPerson, caller.id);
  const customerId = await getCustomerId(caller.id);
  if (customerId === null) throw new Failure(404, 'not_found', 'Not found');
  const payer = { userId: caller.id, customerId };
  const isPaid = await withPayments((payments) =>
    body.sessionId !== undefined
      ? confirmCheckout(payments, body.sessionId, payer)
      : confirmChange(payments, body.planType, payer),
  );
  return { isPaid, subscription: planWire(await getPlan(caller.id), clock.now()) };
});
