import * as z from 'zod/mini';
import { planTypes, purchaseProducts } from '#core/payments/plan.ts';
import { purchaseTurns } from '#core/payments/purchase-news.ts';
import { importFailureClasses, type ScrapeStatusWire } from './routes/imports.ts';

const longestId = 200;

/**
 * Everything that travels on a queue or the bus: one union, checked by the sender's types and the receiver's schema.
 * Ids only, never personal data. `requestId` follows a request from the browser into the logs of the last worker.
 */
/**
 * Half a character, which JSON can spell and no store takes, is no id, nor is what is longer than any key: such a message is
 * given up, not tried again.
 */
export const messageId = z
  .string()
  .check(z.refine((text) => text.length > 0 && text.length <= longestId && text.isWellFormed()));

export const scrapeMessage = z.object({
  type: z.literal('scrape'),
  jobId: messageId,
  requestId: messageId,
});
export const identifyMessage = z.object({
  type: z.literal('identify'),
  jobId: messageId,
  carId: messageId,
  requestId: messageId,
});
export const rateMessage = z.object({
  type: z.literal('rate'),
  jobId: messageId,
  carId: messageId,
  requestId: messageId,
});

/** A turn of the hourly runs among the visits (decision 5): it takes one run from their queue and comes again. */
export const laneMessage = z.object({
  type: z.literal('lane'),
  lane: z.int().check(z.gte(0), z.lt(1000)),
  /** Of the one message of a lane that goes round. */
  ticket: messageId,
  requestId: messageId,
});

export type ScrapeMessage = z.infer<typeof scrapeMessage>;
export type IdentifyMessage = z.infer<typeof identifyMessage>;
export type RateMessage = z.infer<typeof rateMessage>;
export type LaneMessage = z.infer<typeof laneMessage>;
export type PipelineMessage = ScrapeMessage | IdentifyMessage | RateMessage | LaneMessage;

/** Domain events on the bus: `detail-type` → detail. */
const details = {
  'import.finished': z.object({
    jobId: z.string(),
    ownerId: z.string(),
    status: z.enum(['completed', 'failed']),
    carsAdded: z.number(),
  }),
  /** A run of somebody's automated search was the first to show them these cars. */
  'cars.discovered': z.object({
    ownerId: z.string(),
    searchId: z.string(),
    jobId: z.string(),
    carIds: z.array(z.string()),
  }),
  /** A car of the catalog has become an amazing deal. */
  'deal.found': z.object({ carId: z.string() }),
  'price.dropped': z.object({ carId: z.string(), fromDkk: z.number(), toDkk: z.number() }),
  'car.gone': z.object({ carId: z.string(), isSold: z.boolean() }),
  /** The marketplace refused the search so often that it rests until its owner extends it. */
  'search.paused': z.object({
    ownerId: z.string(),
    searchId: z.string(),
    failure: z.enum(importFailureClasses),
    at: z.string(),
  }),
  'plan.changed': z.object({
    ownerId: z.string(),
    /** The plan types before and after; equal when only its end, status or an unlock changed. */
    from: z.enum(planTypes),
    to: z.enum(planTypes),
    status: z.string(),
    cancelAtPeriodEnd: z.boolean(),
    /** Counts the changes of this person's plan: the same one bears the same number. Missing in former messages. */
    version: z.optional(z.number()),
    /** What became of purchases with this change. Missing in former messages. */
    news: z.optional(
      z.array(
        z.object({
          id: z.string(),
          product: z.enum(purchaseProducts),
          turn: z.enum(purchaseTurns),
          isKept: z.boolean(),
          until: z.nullable(z.string()),
        }),
      ),
    ),
  }),
  'search.expired': z.object({ ownerId: z.string(), searchId: z.string(), endTime: z.string() }),
} as const;

type Details = typeof details;
export type DomainEvent = {
  [T in keyof Details]: { type: T } & z.infer<Details[T]>;
}[keyof Details];

export const eventSource = 'bilfund';

/** Events that people are told of. */
export const toldEvents: readonly DomainEvent['type'][] = [
  'cars.discovered',
  'deal.found',
  'price.dropped',
  'car.gone',
  'search.paused',
  'search.expired',
  'plan.changed',
];

/** An event as the bus hands it to a queue. Null for one that this version does not know. */
export const busEvent = z.object({ 'detail-type': z.string(), detail: z.unknown() });
export function readDomainEvent(event: z.infer<typeof busEvent>): DomainEvent | null {
  const type = event['detail-type'] as keyof Details;
  if (!Object.hasOwn(details, type)) return null;
  return { type, ...details[type].parse(event.detail) } as DomainEvent;
}

/** What SES tells of our mails on the account's bus. `tags.person` is who the mail was for. */
export const mailEventTypes = ['Email Bounced', 'Email Complaint Received'] as const;
const mailEvent = z.object({
  mail: z.object({ tags: z.object({ person: z.array(z.string().check(z.regex(/^[\w-]{1,128}$/))) }) }),
  bounce: z.optional(z.object({ bounceType: z.string() })),
});

/** Whose mailbox refuses our mails for good and why; null when the event says no such thing. */
export function readMailRefusal(
  event: z.infer<typeof busEvent>,
): { userId: string; block: 'bounced' | 'complained' } | null {
  const type = event['detail-type'] as (typeof mailEventTypes)[number];
  const parsed = mailEventTypes.includes(type) ? mailEvent.safeParse(event.detail) : null;
  const userId = parsed?.success ? parsed.data.mail.tags.person[0] : undefined;
  if (!parsed?.success || !userId) return null;
  if (type === 'Email Complaint Received') return { userId, block: 'complained' };
  // A full mailbox is a passing matter.
  return parsed.data.bounce?.bounceType === 'Permanent' ? { userId, block: 'bounced' } : null;
}

/** What the server pushes over /live. The web app treats each as a hint to refresh: nothing is only told here. */
export type LiveMessage =
  | { type: 'scrape_status'; status: ScrapeStatusWire }
  | { type: 'scrape_status_removed' }
  /** A car of an import became ready; null names none: it is locked for the receiver. */
  | { type: 'car'; jobId: string; carId: string | null; catalogVersion: string }
  | { type: 'plan_changed' }
  /** A new notification. */
  | { type: 'notification'; notificationId: string }
  /** Some were read or deleted, on this device or another. */
  | { type: 'notifications_changed' }
  | { type: 'pong' };

/** Where messages lie that were given up: written by the functions, sent again by an operator's command. */
export const parkedPartition = 'PARKED';

/** A message that was given up, as it stood on its queue. */
export type ParkedMessage = {
  /** SQS's own id. */
  id: string;
  /** ISO 8601, when it was sent first. */
  sentAt: string;
  body: string;
};

/**
 * What every text that a caller sends must be: no control characters but tab and line breaks, which only serve to break
 * logs, mails and downloads. Written out as ranges, so that other people's generators can follow it.
 */
export const sentTextPattern = '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$';
const sentText = new RegExp(sentTextPattern);

// Half a surrogate pair cannot be stored. JSON can write one; no pattern that other engines know can exclude it.
const isPlain = (text: string): boolean => text.isWellFormed() && sentText.test(text);

/**
 * Where a value that was read from JSON holds a text, or names a field, that is not plain: the path of that field
 * (`[]` for the value itself). Null when everything is plain. `value` is not nested deeper than the stack reaches.
 */
export function pathOfIllFormedText(value: unknown): string[] | null {
  if (typeof value === 'string') return isPlain(value) ? null : [];
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, child] of Object.entries(value)) {
    // The name cannot be repeated to the caller; where it stands can.
    if (!isPlain(name)) return [];
    const path = pathOfIllFormedText(child);
    if (path) return [name, ...path];
  }
  return null;
}

/**
 * How often and when a message is tried again: infrastructure sets it, the frame of the workers waits by it, and tests
 * live by it (decision 20).
 */

/** A message is given up after five tries: a new account runs ten functions at once, and a throttled try counts too. */
export const maxReceives = 5;

/** How long a message is hidden while its consumer works: AWS advises six times what that may take. */
export const visibilitySeconds = (consumerTimeoutSeconds: number): number => 6 * consumerTimeoutSeconds;

/** How long a visit is hidden that the visitor took: it says again and again that it is at it, until it is killed. */
export const visitHiddenSeconds = 120;

/**
 * A message whose try failed does not wait until it is seen again by itself; after its last try it goes to the given-up ones
 * at once. All tries fit into the four minutes after which the sweep takes it for lost.
 */
export const retryWaitSeconds = (receiveCount: number): number =>
  receiveCount >= maxReceives ? 0 : Math.min(90, 15 * 2 ** (receiveCount - 1));
