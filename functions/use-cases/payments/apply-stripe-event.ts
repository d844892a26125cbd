import type { PaymentProvider } from '#core/payment/provider.ts';
import { getPayer } from '#functions/_adapters/dynamodb/payers.ts';
import { isEventApplied } from '#functions/_adapters/dynamodb/plans.ts';
import { withPayments } from '#functions/_adapters/stripe/payment-service.ts';
import type { SignedEvent } from '#functions/_adapters/stripe/signed-event.ts';
import { syncPlan } from './sync-plan.ts';

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
