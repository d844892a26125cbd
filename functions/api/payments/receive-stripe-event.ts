import type { PaymentProvider } from '#core/payment/provider.ts';
import { getPayer } from '#functions/_adapters/dynamodb/payers.ts';
import { isEventApplied } from '#functions/_adapters/dynamodb/plans.ts';
import { configuredSecret, withPayments } from '#functions/_adapters/stripe/payment-service.ts';
import { readSignedEvent, type SignedEvent } from '#functions/_adapters/stripe/signed-event.ts';
import { env } from '#functions/_runtime/env.ts';
import { log } from '#functions/_runtime/log.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { syncPlan } from '#functions/use-cases/payments/sync-plan.ts';

/** The person an event is about; null for events of other kinds and of customers that are none of ours any more. */
async function payerOf(payments: PaymentProvider, event: SignedEvent) {
  const { customerId, paymentId } = event;
  const customer = customerId ?? (paymentId === null ? null : await payments.customerOfPayment(paymentId));
  const userId = customer === null ? null : await getPayer(customer);
  return customer === null || userId === null ? null : { customerId: customer, userId };
}

/**
 * Whatever happened, the answer is the same: look at what Stripe holds now. An event that fails is answered with an error,
 * so that Stripe sends it again; one that was applied is not looked at twice.
 */
export const handler = endpoint('POST /api/payments/webhook', async ({ body }, _caller, request) => {
  const secret = await configuredSecret(env('STRIPE_WEBHOOK_SECRET_ARN'));
  const event = await readSignedEvent(body, request.headers['stripe-signature'], secret);
  const outcome = (await isEventApplied(event.id))
    ? 'applied before'
    : await withPayments(async (payments) => {
        const payer = await payerOf(payments, event);
        return payer ? syncPlan(payments, payer, event.id) : 'of nobody';
      });
  log.info('an event of Stripe’s was received', { event: event.id, type: event.type, outcome });
  return { received: true };
});
