import { configuredSecret } from '#functions/_adapters/stripe/payment-service.ts';
import { readSignedEvent } from '#functions/_adapters/stripe/signed-event.ts';
import { env } from '#functions/_runtime/env.ts';
import { log } from '#functions/_runtime/log.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { applyStripeEvent } from '#functions/use-cases/payments/apply-stripe-event.ts';

/** An event that fails is answered with an error, so that Stripe sends it again. */
export const handler = endpoint('POST /api/payments/webhook', async ({ body }, _caller, request) => {
  const secret = await configuredSecret(env('STRIPE_WEBHOOK_SECRET_ARN'));
  const event = await readSignedEvent(body, request.headers['stripe-signature'], secret);
  const outcome = await applyStripeEvent(event);
  log.info('an event of Stripe’s was received', { event: event.id, type: event.type, outcome });
  return { received: true };
});
