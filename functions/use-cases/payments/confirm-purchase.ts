import { Failure } from '#core/failure.ts';
import type { PaymentProvider } from '#core/payment/provider.ts';
import type { ProductKey } from '#core/plan/plans.ts';
import { getCustomerId } from '#functions/_adapters/dynamodb/payers.ts';
import { getPlan } from '#functions/_adapters/dynamodb/people.ts';
import { withPayments } from '#functions/_adapters/stripe/payment-service.ts';
import { syncPlan } from './sync-plan.ts';

type Payer = { userId: string; customerId: string };
/** Whether it is paid, and what it is; null for a checkout that names no product of ours. */
type Confirmed = { isPaid: boolean; product: ProductKey | null };

/** Applies a checkout that is paid. Somebody else's is none: not even its state is told. */
async function confirmCheckout(
  payments: PaymentProvider,
  sessionId: string,
  payer: Payer,
): Promise<Confirmed> {
  const checkout = await payments.readCheckout(sessionId);
  if (checkout?.customerId !== payer.customerId) throw new Failure(404, 'not_found', 'Not found');
  if (checkout.isPaid) await syncPlan(payments, payer);
  return { isPaid: checkout.isPaid, product: checkout.product };
}

/** A change to another plan has no checkout: it is done when Stripe says that this is the plan. */
async function confirmChange(
  payments: PaymentProvider,
  planType: ProductKey | undefined,
  payer: Payer,
): Promise<Confirmed> {
  await syncPlan(payments, payer);
  return { isPaid: (await getPlan(payer.userId)).type === planType, product: planType ?? null };
}

/** A person comes back from paying, with their checkout's id or with the plan that they changed to. */
export type Return = { sessionId?: string | undefined; planType?: ProductKey | undefined };

/** Whether it is paid; then the plan says so. @throws Failure 404 for somebody else's checkout, 503 */
export async function confirmPurchase(userId: string, { sessionId, planType }: Return): Promise<Confirmed> {
  const customerId = await getCustomerId(userId);
  if (customerId === null) throw new Failure(404, 'not_found', 'Not found');
  const payer = { userId, customerId };
  return withPayments((payments) =>
    sessionId !== undefined
      ? confirmCheckout(payments, sessionId, payer)
      : confirmChange(payments, planType, payer),
  );
}
