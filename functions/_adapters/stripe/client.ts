import type Stripe from 'stripe';
import { PaymentUnavailable } from '#core/payment/provider.ts';

/** Leaves time for a second try within a request's own limit. */
const timeoutMs = 10_000;

/**
 * Stripe's client, loaded when it is first used: it is large, and most functions never pay.
 * `address` is another server that speaks Stripe's protocol; null for Stripe itself.
 */
export async function createClient(secretKey: string, address: string | null): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe');
  const url = address === null ? null : new URL(address);
  return new StripeClient(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(url && {
      host: url.hostname,
      port: url.port || (url.protocol === 'https:' ? 443 : 80),
      protocol: url.protocol === 'https:' ? 'https' : 'http',
    }),
  });
}

type StripeFault = Error & { type?: string; statusCode?: number; code?: string };

const isStripeFault = (error: unknown): error is StripeFault =>
  error instanceof Error && typeof (error as StripeFault).type === 'string';

/** Stripe refused the request itself: what it names is gone, over or not as it should be. */
export const isRefused = (error: unknown): boolean =>
  isStripeFault(error) && error.type === 'StripeInvalidRequestError';

export const isMissing = (error: unknown): boolean =>
  isStripeFault(error) && error.code === 'resource_missing';

/** The same idempotency key is at work elsewhere, or was used for something else. */
export const isKeyTaken = (error: unknown): boolean =>
  isStripeFault(error) &&
  (error.type === 'StripeIdempotencyError' || error.code === 'idempotency_key_in_use');

const unavailableTypes = [
  'StripeConnectionError',
  'StripeAPIError',
  'StripeRateLimitError',
  'StripeAuthenticationError',
  'StripePermissionError',
];

/** Runs a call; that Stripe cannot be reached or does not know our key is no fault of the caller's. */
export async function asking<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (isStripeFault(error) && unavailableTypes.includes(error.type ?? ''))
      throw new PaymentUnavailable(`${error.type}: ${error.message}`);
    throw error;
  }
}

const keptMs = 3600_000;

/**
 * An idempotency key for what is asked now. Stripe answers a key for a day with whatever it answered first, its own failures
 * included: from one hour to the next a key is another one, so that nobody is locked out until tomorrow.
 */
export const keyFor = (intent: string): { idempotencyKey: string } => ({
  idempotencyKey: `${intent}-${Math.floor(Date.now() / keptMs)}`,
});
