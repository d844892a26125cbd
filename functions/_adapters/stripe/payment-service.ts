import { Failure } from '#core/failure.ts';
import { type PaymentProvider, PaymentUnavailable } from '#core/payment/provider.ts';
import { createClient } from '#functions/_adapters/stripe/client.ts';
import { createStripeProvider } from '#functions/_adapters/stripe/provider.ts';
import { env, setting } from '#functions/_runtime/env.ts';
import { log } from '#functions/_runtime/log.ts';
import { countMetric } from '#functions/_runtime/metrics.ts';
import { readSetSecret } from '#functions/_runtime/secret.ts';
import { replaced } from '#functions/_runtime/services.ts';

/** A secret that an operator has set. @throws Failure 503 while it holds its placeholder */
export async function configuredSecret(arn: string): Promise<string> {
  const value = await readSetSecret(arn);
  if (value === null) throw new Failure(503, 'not_configured', 'Payments are not configured.');
  return value;
}

/** The switch that stops new purchases; what was bought goes on. @throws Failure 503 */
export function requirePaymentsOn(): void {
  if (setting('PAYMENTS_ENABLED') === 'false')
    throw new Failure(503, 'unavailable', 'Payments are switched off at the moment. Please try again later.');
}

let kept: { key: string; provider: PaymentProvider } | undefined;

async function getPayments(): Promise<PaymentProvider> {
  if (replaced.payments) return replaced.payments();
  const key = await configuredSecret(env('STRIPE_SECRET_ARN'));
  // A replaced key arrives with the secret; the client keeps its connections until then.
  if (kept?.key !== key)
    kept = { key, provider: createStripeProvider(await createClient(key, setting('STRIPE_API_URL'))) };
  return kept.provider;
}

/** Asks the payment service for a person who waits. @throws Failure 503 when it cannot be reached or is not set up */
export async function withPayments<T>(ask: (payments: PaymentProvider) => Promise<T>): Promise<T> {
  try {
    return await ask(await getPayments());
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error;
    log.failure('the payment service did not answer', error);
    countMetric('PaymentsUnavailable', 1);
    throw new Failure(
      503,
      'unavailable',
      'The payment service is not available right now. Please try again.',
    );
  }
}
