import * as z from 'zod/mini';
import { planTypes, purchaseProducts, purchaseTurns } from '#core/payments/plan.ts';
import { importFailureClasses, type ScrapeStatusWire } from './routes/imports.ts';

const longestId = 200;

/**
 * A lone surrogate, which JSON can contain and no store accepts, is not a valid id, and neither is a text longer than any
 * key: such a message is not retried.
 */
export const messageId = z
  .string()
  .check(z.refine((text) => text.length > 0 && text.length <= longestId && text.isWellFormed()));

/** What travels on the queues: ids only, never personal data. `requestId` links a browser's request to the logs of all workers. */
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
  /** Whether the car was rated before: its photos were copied afterwards and are added to it, with a plate if one was read. */
  isAgain: z.optional(z.literal(true)),
});
/** The new cars of a page are rated by their ads alone, before their photos are searched for plates. */
export const rateAdsMessage = z.object({
  type: z.literal('rate-ads'),
  jobId: messageId,
  requestId: messageId,
});

/** The message of a lane (decision 5): it takes one hourly run from the queue and is sent again. */
export const laneMessage = z.object({
  type: z.literal('lane'),
  lane: z.int().check(z.gte(0), z.lt(1000)),
  /** Identifies the one current message of a lane. */
  ticket: messageId,
  requestId: messageId,
});

export type ScrapeMessage = z.infer<typeof scrapeMessage>;
export type IdentifyMessage = z.infer<typeof identifyMessage>;
export type RateMessage = z.infer<typeof rateMessage>;
export type RateAdsMessage = z.infer<typeof rateAdsMessage>;
export type LaneMessage = z.infer<typeof laneMessage>;
export type PipelineMessage = ScrapeMessage | IdentifyMessage | RateMessage | RateAdsMessage | LaneMessage;

/** `ownerId`: of a car from a person's own pages, of which nobody else is told; missing for a car of the catalog. */
const carOfEvent = { carId: z.string(), ownerId: z.optional(z.string()) };

/** Domain events on the bus: `detail-type` → detail. */
const details = {
  'import.finished': z.object({
    jobId: z.string(),
    ownerId: z.string(),
    status: z.enum(['completed', 'failed']),
    carsAdded: z.number(),
  }),
  /** A run of an automated search showed somebody these cars for the first time. */
  'cars.discovered': z.object({
    ownerId: z.string(),
    searchId: z.string(),
    jobId: z.string(),
    carIds: z.array(z.string()),
  }),
  /** A page of a search that its owner's browser read should have shown these cars of theirs, and did not. */
  'cars.missed': z.object({
    ownerId: z.string(),
    /** Missing in older messages. */
    searchId: z.optional(z.string()),
    carIds: z.array(z.string()),
    at: z.string(),
  }),
  'deal.found': z.object(carOfEvent),
  'price.dropped': z.object({ ...carOfEvent, fromDkk: z.number(), toDkk: z.number() }),
  /** A car changed in a way that a search's rule may report; `at` names the moment (core/cars/moments.ts). */
  'car.moved': z.object({ ...carOfEvent, at: z.string() }),
  'car.gone': z.object({ ...carOfEvent, isSold: z.boolean() }),
  'car.back': z.object(carOfEvent),
  /** A car without an estimate was rated, and is no amazing deal. */
  'car.rated': z.object(carOfEvent),
  /** The marketplace refused a search so often that it is paused until its owner extends it. */
  'search.paused': z.object({
    ownerId: z.string(),
    searchId: z.string(),
    failure: z.enum(importFailureClasses),
    at: z.string(),
  }),
  'plan.changed': z.object({
    ownerId: z.string(),
    /** The plan types before and after; equal if only the end, status or an unlock changed. */
    from: z.enum(planTypes),
    to: z.enum(planTypes),
    status: z.string(),
    cancelAtPeriodEnd: z.boolean(),
    /** Numbers the changes of a person's plan; a repeated event has the same number. Missing in older messages. */
    version: z.optional(z.number()),
    /** What happened to purchases in this change. Missing in older messages. */
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
  'search.ending': z.object({ ownerId: z.string(), searchId: z.string(), endTime: z.string() }),
  'search.expired': z.object({ ownerId: z.string(), searchId: z.string(), endTime: z.string() }),
} as const;

type Details = typeof details;
export type DomainEvent = {
  [T in keyof Details]: { type: T } & z.infer<Details[T]>;
}[keyof Details];

export const eventSource = 'bilfund';

export const toldEvents: readonly DomainEvent['type'][] = [
  'cars.discovered',
  'cars.missed',
  'deal.found',
  'price.dropped',
  'car.moved',
  'car.gone',
  'car.back',
  'car.rated',
  'search.paused',
  'search.ending',
  'search.expired',
  'plan.changed',
];

/** How many people one invocation serves; for more, one message is sent for each group of this size (decision 17). */
export const peopleAtOnce = 100;
const somePeople = z.array(messageId).check(z.maxLength(peopleAtOnce));

/** Alerts that wait for these people are due. */
const deliverMessage = z.object({ type: z.literal('deliver'), people: somePeople });
/** These followers get what a run of their link brought. */
const serveMessage = z.object({
  type: z.literal('serve'),
  people: somePeople,
  jobId: messageId,
  /** The run's cars that these people have not been given. Sent along, because by then the link may have had another run. */
  carIds: z.array(messageId),
  /** Whether the run paused the link. */
  isPaused: z.boolean(),
  at: z.string(),
});
export type ServeMessage = z.infer<typeof serveMessage>;
/** These followers of a search of the list get the cars that fit it for them. */
const matchMessage = z.object({
  type: z.literal('match'),
  people: somePeople,
  linkHash: messageId,
  hour: z.int(),
  /** Changed cars that match for some reader. Sent along, because the search's next run reads only later changes. */
  carIds: z.array(messageId),
  at: z.string(),
});
export type MatchMessage = z.infer<typeof matchMessage>;

/**
 * An event as the bus delivers it to a queue. `people`: the group of those whom it concerns that this message tells; without
 * it, all of them.
 */
export const busEvent = z.object({
  'detail-type': z.string(),
  detail: z.unknown(),
  people: z.optional(somePeople),
});
/** The messages of the alerts' queue. */
export const notifyMessage = z.union([deliverMessage, serveMessage, matchMessage, busEvent]);
export type PeopleMessage = z.infer<typeof notifyMessage> & { people: string[] };

/** Null for an event that this version does not know. */
export function readDomainEvent(event: z.infer<typeof busEvent>): DomainEvent | null {
  const type = event['detail-type'] as keyof Details;
  if (!Object.hasOwn(details, type)) return null;
  return { type, ...details[type].parse(event.detail) } as DomainEvent;
}

/** Events of SES about our mails, on the account's bus. `tags.person` is the recipient's id. */
export const mailEventTypes = ['Email Bounced', 'Email Complaint Received'] as const;
export const isMailEvent = (event: z.infer<typeof busEvent>): boolean =>
  (mailEventTypes as readonly string[]).includes(event['detail-type']);
const mailEvent = z.object({
  mail: z.object({ tags: z.object({ person: z.array(z.string().check(z.regex(/^[\w-]{1,128}$/))) }) }),
  bounce: z.optional(z.object({ bounceType: z.string() })),
});

/** Whose mailbox permanently refuses our mails, and why; null for other events. */
export function readMailRefusal(
  event: z.infer<typeof busEvent>,
): { userId: string; block: 'bounced' | 'complained' } | null {
  const type = event['detail-type'] as (typeof mailEventTypes)[number];
  const parsed = isMailEvent(event) ? mailEvent.safeParse(event.detail) : null;
  const userId = parsed?.success ? parsed.data.mail.tags.person[0] : undefined;
  if (!parsed?.success || !userId) return null;
  if (type === 'Email Complaint Received') return { userId, block: 'complained' };
  // A full mailbox is temporary.
  return parsed.data.bounce?.bounceType === 'Permanent' ? { userId, block: 'bounced' } : null;
}

/**
 * The messages pushed over /live. The web app treats each as a hint to refresh; none carries data that is not available
 * otherwise.
 */
export type LiveMessage =
  | { type: 'scrape_status'; status: ScrapeStatusWire }
  | { type: 'scrape_status_removed' }
  /** A car of an import is ready; null if it is locked for the receiver. */
  | { type: 'car'; jobId: string; carId: string | null; catalogVersion: string }
  | { type: 'plan_changed' }
  | { type: 'notification'; notificationId: string }
  /** Some notifications were read or deleted, on this device or another. */
  | { type: 'notifications_changed' }
  | { type: 'pong' };

/** The partition of dead letters: written by functions, sent again by an operator's command. */
export const parkedPartition = 'PARKED';

export type ParkedMessage = {
  /** The message id of SQS. */
  id: string;
  /** ISO 8601 instant of the first sending. */
  sentAt: string;
  body: string;
};

/**
 * The pattern of every text that a client sends: no control characters except tab and line breaks, because they corrupt
 * logs, mails and downloads. Written as ranges, so that generators in other languages understand it.
 */
export const sentTextPattern = '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$';
const sentText = new RegExp(sentTextPattern);

// A lone surrogate cannot be stored. JSON can contain one, and no portable pattern excludes it.
const isPlain = (text: string): boolean => text.isWellFormed() && sentText.test(text);

/**
 * The path of the first field in a JSON value whose text or name is not plain (`[]` for the value itself); null if all are
 * plain. `value` must not be nested too deeply for recursion.
 */
export function pathOfIllFormedText(value: unknown): string[] | null {
  if (typeof value === 'string') return isPlain(value) ? null : [];
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, child] of Object.entries(value)) {
    // The field's name cannot be sent back to the client, so the path ends at its parent.
    if (!isPlain(name)) return [];
    const path = pathOfIllFormedText(child);
    if (path) return [name, ...path];
  }
  return null;
}

/** Retries of messages: used by the infrastructure, by the workers' frame and by tests (decision 20). */

/**
 * A message becomes a dead letter after five tries: a new account runs only ten functions at once, and a throttled try
 * counts too.
 */
export const maxReceives = 5;

/** The visibility timeout of a queue: AWS recommends six times the consumer's timeout. */
export const visibilitySeconds = (consumerTimeoutSeconds: number): number => 6 * consumerTimeoutSeconds;

/** The visibility timeout of an hourly run; its lane extends it repeatedly while it works. */
export const hourlyHiddenSeconds = 120;

/**
 * Seconds until a failed message is tried again; after its last try it becomes a dead letter at once. All tries fit into the
 * four minutes after which the sweep treats the message as lost.
 */
export const retryWaitSeconds = (receiveCount: number): number =>
  receiveCount >= maxReceives ? 0 : Math.min(90, 15 * 2 ** (receiveCount - 1));
