import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { Failure } from '#core/failure.ts';
import { PaymentConflict, PaymentUnavailable } from '#core/payments/provider.ts';

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

const isOver = (error: unknown) => isMissing(error) || isRefused(error);

/** Errors that mean "somebody else was faster" become a `PaymentConflict`. */
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

/** What it names is gone or over already: that is what was wanted. */
export async function unlessOver(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!isOver(error)) throw error;
  }
}

/** A signature may be this old: replays beyond it are refused, and what is younger is caught by its event's id. */
const oldestSeconds = 300;
/** Clocks differ a little; Stripe's own check accepts any time in the future. */
const futureSeconds = 30;

/** What an event says that we go by: the objects themselves are read anew. */
export type SignedEvent = {
  id: string;
  type: string;
  customerId: string | null;
  /** Set when the event names a payment and no customer (disputes, refunds). */
  paymentId: string | null;
};

const stripeId = z.string().check(z.regex(/^\w{1,255}$/));
const reference = z.union([stripeId, z.object({ id: stripeId })]);

/** What every event has. Stripe's own checks stop at the signature. */
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
 * The event of a body that Stripe signed. Real time decides, never the domain's clock.
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

/** The id that a field holds or whose object it holds; null for everything that no object of Stripe's is called. */
function idIn(field: unknown): string | null {
  const read = reference.safeParse(field);
  if (!read.success) return null;
  return typeof read.data === 'string' ? read.data : read.data.id;
}

/**
 * Stripe sends again for three days what is not answered 2xx. What is no event at all never comes from Stripe, so that it
 * may be refused; an event whose object names nobody in a form that we know is taken as one of nobody.
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
