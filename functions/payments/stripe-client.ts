import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { Failure } from '#core/failure.ts';
import { PaymentConflict, PaymentUnavailable } from '#core/payments/provider.ts';

/** Leaves time for a second try within the request's timeout. */
const timeoutMs = 10_000;

/**
 * Stripe's client, loaded on first use because of its size. `address`: another server that speaks Stripe's protocol; null
 * for Stripe itself.
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

/** Stripe refused the request itself: its object is gone, completed or in another state. */
export const isRefused = (error: unknown): boolean =>
  isStripeFault(error) && error.type === 'StripeInvalidRequestError';

export const isMissing = (error: unknown): boolean =>
  isStripeFault(error) && error.code === 'resource_missing';

/** The idempotency key is in use by a concurrent request, or was used with other parameters. */
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

/** Runs a call; an unreachable Stripe or an invalid key becomes `PaymentUnavailable`. */
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
 * The idempotency key of an intent within the current hour. Stripe repeats its first answer for a day, even a failure; a new
 * key each hour keeps people from being locked out that long.
 */
export const keyFor = (intent: string): { idempotencyKey: string } => ({
  idempotencyKey: `${intent}-${Math.floor(Date.now() / keptMs)}`,
});

const isOver = (error: unknown) => isMissing(error) || isRefused(error);

/** Turns errors caused by a concurrent request into `PaymentConflict`. */
export async function orConflict<T>(
  isConflict: (error: unknown) => boolean,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (isConflict(error)) throw new PaymentConflict(error instanceof Error ? error.message : '');
    throw error;
  }
}

/** Ignores the error that the object is already gone or completed, since that is the goal. */
export async function unlessOver(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!isOver(error)) throw error;
  }
}

/** Oldest valid signature: against replays; younger replays are caught by the event's id. */
const oldestSeconds = 300;
/** Allowed clock difference; Stripe's own check accepts any time in the future. */
const futureSeconds = 30;

/** The parts of an event that are used; the objects themselves are read anew. */
export type SignedEvent = {
  id: string;
  type: string;
  customerId: string | null;
  /** Set when the event names a payment but no customer (disputes, refunds). */
  paymentId: string | null;
};

const stripeId = z.string().check(z.regex(/^\w{1,255}$/));
const reference = z.union([stripeId, z.object({ id: stripeId })]);

/** The fields of every event. Stripe's library checks only the signature. */
const eventBody = z.object({
  id: z.string().check(z.regex(/^evt_\w{1,200}$/)),
  type: z.string().check(z.maxLength(200)),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});

const refused = () => new Failure(400, 'invalid_input', 'The signature is not valid.');

function signedAtSeconds(header: string): number {
  const times = header.split(',').filter((part) => part.startsWith('t='));
  return times.length === 1 ? Number(times[0]!.slice(2)) : Number.NaN;
}

/**
 * The event of a body with Stripe's signature, checked in real time, never domain time.
 * @throws Failure 400 for everything else
 */
export async function readSignedEvent(
  body: Uint8Array,
  signature: string | undefined,
  secret: string,
): Promise<SignedEvent> {
  const { default: StripeClient } = await import('stripe');
  const header = signature ?? '';
  if (!(signedAtSeconds(header) <= Date.now() / 1000 + futureSeconds)) throw refused();
  let sent: unknown;
  try {
    sent = StripeClient.webhooks.constructEvent(Buffer.from(body), header, secret, oldestSeconds);
  } catch {
    throw refused();
  }
  return readEvent(sent);
}

/** The id in a field, whether it holds an id or an expanded object; null for anything that is not a Stripe id. */
function idIn(field: unknown): string | null {
  const read = reference.safeParse(field);
  if (!read.success) return null;
  return typeof read.data === 'string' ? read.data : read.data.id;
}

/**
 * Stripe resends events for three days unless the answer is 2xx. A body that is no event never comes from Stripe and is
 * refused; an event whose object names nobody in a known form counts as concerning nobody.
 * @throws Failure 400 for what is no event
 */
function readEvent(sent: unknown): SignedEvent {
  const event = eventBody.safeParse(sent);
  if (!event.success) throw new Failure(400, 'invalid_input', 'The body is no event.');
  const { id, type, data } = event.data;
  const { object } = data;
  return {
    id,
    type,
    customerId: idIn(object.object === 'customer' ? object.id : object.customer),
    paymentId: idIn(object.payment_intent),
  };
}
