import { unmarshall } from '@aws-sdk/util-dynamodb';
import type {
  APIGatewayProxyWebsocketEventV2,
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
} from 'aws-lambda';
import { hasEnded } from '#core/accounts/cookies.ts';
import type { Car } from '#core/cars/car.ts';
import { isOffered } from '#core/cars/listing-life.ts';
import { newsBetween, stepsOf } from '#core/cars/moments.ts';
import { newPriceCut } from '#core/cars/price-drop.ts';
import { completeCar } from '#core/cars/stored-car.ts';
import type { DomainEvent, LiveMessage } from '#core/contract/messages.ts';
import type { ImportFailureClass } from '#core/contract/routes/imports.ts';
import { isOver, type Job, statusOf } from '#core/imports/job.ts';
import { freePlan, type Plan, purchaseNews } from '#core/payments/plan.ts';
import { readEnded } from '#functions/accounts/store.ts';
import { readViewer } from '#functions/cars/read-car.ts';
import { lockedAmong } from '#functions/cars/store.ts';
import { type JobOwner, listOwners, toJob } from '#functions/imports/job-store.ts';
import { type OwnedPlan, toOwnedPlan } from '#functions/payments/store.ts';
import { clock } from '#functions/platform/clock.ts';
import { userIdOf } from '#functions/platform/keys.ts';
import { log } from '#functions/platform/log.ts';
import { publishEvents } from '#functions/platform/queues.ts';
import type { Item } from '#functions/platform/table.ts';
import { addSocket, closeSocket, removeSocket, sendToPerson, sendToSocket } from './sockets.ts';
import { spendTicket } from './store.ts';

type ConnectEvent = APIGatewayProxyWebsocketEventV2 & { queryStringParameters?: Record<string, string> };

export async function liveConnectWorker(event: ConnectEvent): Promise<{ statusCode: number }> {
  const ticket = event.queryStringParameters?.ticket ?? '';
  const holder = /^[\w-]{20,64}$/.test(ticket) ? await spendTicket(ticket, clock.now()) : null;
  if (holder === null) return { statusCode: 401 };
  const { userId, session } = holder;
  const { connectionId } = event.requestContext;
  await addSocket(userId, connectionId, clock.now().getTime(), session.id);
  // Checked after the socket is stored: a session that ends from now on closes it.
  if (hasEnded(session, await readEnded(userId))) {
    await removeSocket(connectionId);
    return { statusCode: 401 };
  }
  log.info('a socket was opened');
  return { statusCode: 200 };
}

export async function liveDisconnectWorker(
  event: APIGatewayProxyWebsocketEventV2,
): Promise<{ statusCode: number }> {
  await removeSocket(event.requestContext.connectionId);
  return { statusCode: 200 };
}

/** Browsers send pings, because API Gateway closes a socket that is silent for ten minutes. */
export async function liveMessageWorker(
  event: APIGatewayProxyWebsocketEventV2,
): Promise<{ statusCode: number }> {
  await sendToSocket(event.requestContext.connectionId, { type: 'pong' });
  return { statusCode: 200 };
}

/** Whether a car is rated, and not as an amazing deal, of which there is an event of its own. */
const isRatedOpen = ({ rating }: Car) => rating.deal === 'fair' || rating.deal === 'poor';

/** The domain events of a change to a car, of the catalog or of one person's own pages. */
export function eventsOfCar(before: Car | null, after: Car): DomainEvent[] {
  if (!before) return [];
  const car = { carId: after.id, ...(after.ownerId !== null && { ownerId: after.ownerId }) };
  const [wasOffered, isStillOffered] = [isOffered(before.availability), isOffered(after.availability)];
  // Nothing is compared with a rating by the ad alone.
  const wasRated = before.registerState !== 'unread';
  const events: DomainEvent[] = [];
  const drop = isStillOffered ? newPriceCut(after, before.scrapedAt) : null;
  if (drop) events.push({ type: 'price.dropped', ...car, ...drop });
  if (wasRated && before.rating.deal !== 'amazing' && after.rating.deal === 'amazing' && isStillOffered)
    events.push({ type: 'deal.found', ...car });
  if (wasRated && before.rating.deal === 'no_estimate' && isRatedOpen(after) && isStillOffered)
    events.push({ type: 'car.rated', ...car });
  // Own cars that a page misses are told together, by the reading of that page.
  const isMissed = after.ownerId !== null && after.availability === 'unseen';
  // Nobody knew whether a car that was not seen any more was sold.
  const isSoldAfterAll = before.availability === 'unseen' && after.availability === 'sold';
  if ((wasOffered && !isStillOffered && !isMissed) || isSoldAfterAll)
    events.push({ type: 'car.gone', ...car, isSold: after.availability === 'sold' });
  if (!wasOffered && isStillOffered) events.push({ type: 'car.back', ...car });
  const step = stepsOf(after.moments).at(-1);
  if (step && step.after.at !== before.moments.at(-1)?.at && newsBetween(step.before, step.after).length > 0)
    events.push({ type: 'car.moved', ...car, at: step.after.at });
  return events;
}

export function eventsOfSearch(before: Item | null, after: Item): DomainEvent[] {
  const ids = { ownerId: userIdOf(after), searchId: String(after.id) };
  const events: DomainEvent[] = [];
  if (after.pausedAt && after.pausedAt !== before?.pausedAt)
    events.push({
      type: 'search.paused',
      ...ids,
      failure: after.pausedFor as ImportFailureClass,
      at: String(after.pausedAt),
    });
  if (after.endingAt && after.endingAt !== before?.endingAt)
    events.push({ type: 'search.ending', ...ids, endTime: String(after.endingAt) });
  if (after.expiredAt && after.expiredAt !== before?.expiredAt)
    events.push({ type: 'search.expired', ...ids, endTime: String(after.endTime) });
  return events;
}

export const eventOfFound = (found: Item): DomainEvent => ({
  ...{ type: 'cars.discovered', ownerId: userIdOf(found), carIds: found.carIds as string[] },
  searchId: String(found.searchId),
  jobId: found.sk.slice('FOUND#'.length),
});

/** The domain event of what a page of a search no longer shows. */
export const eventOfMissed = (missed: Item): DomainEvent => ({
  ...{ type: 'cars.missed', ownerId: userIdOf(missed), carIds: missed.carIds as string[] },
  searchId: String(missed.searchId),
  at: String(missed.readAt),
});

/** The live messages about a change in a person's inbox. */
export function messagesOfInbox(before: Item | null, after: Item): LiveMessage[] {
  if (after.kind === 'NOTE')
    return before
      ? [{ type: 'notifications_changed' }]
      : [{ type: 'notification', notificationId: String(after.id) }];
  const isFewer = Number(after.kept ?? 0) < Number(before?.kept ?? 0);
  const isRead = JSON.stringify(after.readMark) !== JSON.stringify(before?.readMark);
  return isFewer || isRead ? [{ type: 'notifications_changed' }] : [];
}

type Image = NonNullable<DynamoDBRecord['dynamodb']>['NewImage'];
const itemOf = (image: Image): Item | null => (image ? (unmarshall(image as never) as Item) : null);

const readyIn = (before: Job | null, after: Job) =>
  [...after.done].filter((carId) => !before?.done.has(carId));

/**
 * A job's changes as messages to one person: each car that became ready, and the job's status. A car locked for them is
 * counted without its id.
 */
function messagesOf(after: Job, ready: readonly string[], locked: ReadonlySet<string>): LiveMessage[] {
  return [
    ...ready.map((id): LiveMessage => {
      const carId = locked.has(id) ? null : id;
      return { type: 'car', jobId: after.id, carId, catalogVersion: after.updatedAt };
    }),
    { type: 'scrape_status', status: statusOf(after) },
  ];
}

async function tellBus(job: Job, owners: readonly JobOwner[]): Promise<void> {
  const status = job.state === 'failed' ? 'failed' : 'completed';
  await publishEvents(
    owners.map(({ userId }) => ({
      type: 'import.finished',
      jobId: job.id,
      ownerId: userId,
      status,
      carsAdded: job.added.size,
    })),
  );
}

async function publishJob(before: Job | null, after: Job): Promise<void> {
  // Followers of an hourly run's link hear what it found, but not its progress.
  if (!after.hasOwners) return;
  const owners = await listOwners(after.id);
  const ready = readyIn(before, after);
  for (const { userId } of owners)
    await sendToPerson(userId, async () => {
      const locked = ready.length > 0 && (await lockedAmong(ready, await readViewer({ id: userId })));
      return messagesOf(after, ready, locked || new Set());
    });
  if (isOver(after) && !(before && isOver(before))) await tellBus(after, owners);
}

/** `after` is null when the car was removed: nobody is told. */
async function publishCar(before: Car | null, after: Car | null): Promise<void> {
  if (after) await publishEvents(eventsOfCar(before, after));
}

/** Publishes a plan change: open pages unlock or lock at once, and an event is sent. */
async function publishPlan(before: Plan, { userId, plan, version }: OwnedPlan): Promise<void> {
  await sendToPerson(userId, () => [{ type: 'plan_changed' }]);
  const { type: to, status, cancelAtPeriodEnd } = plan;
  const news = purchaseNews(before, plan, clock.now());
  await publishEvents([
    {
      type: 'plan.changed',
      ownerId: userId,
      from: before.type,
      to,
      status,
      cancelAtPeriodEnd,
      version,
      news,
    },
  ]);
}

async function publishInbox(before: Item | null, after: Item): Promise<void> {
  const messages = messagesOfInbox(before, after);
  if (messages.length > 0) await sendToPerson(userIdOf(after), () => messages);
}

async function publishRecord(record: DynamoDBRecord): Promise<void> {
  const after = itemOf(record.dynamodb?.NewImage);
  const before = itemOf(record.dynamodb?.OldImage);
  // A socket lives as long as its item: ending a session deletes the item.
  if (!after && before?.kind === 'SOCKET') return closeSocket(String(before.connectionId));
  if (!after) return;
  switch (after.kind) {
    case 'JOB':
      return publishJob(before && toJob(before), toJob(after));
    case 'PLAN':
      return publishPlan(before ? toOwnedPlan(before).plan : freePlan, toOwnedPlan(after));
    case 'CAR':
      return publishCar(completeCar(before?.car), completeCar(after.car));
    case 'FOUND':
      return publishEvents([eventOfFound(after)]);
    case 'MISSED':
      return publishEvents([eventOfMissed(after)]);
    case 'AUTOSEARCH':
      return publishEvents(eventsOfSearch(before, after));
    case 'NOTE':
    case 'INBOX':
      return publishInbox(before, after);
  }
}

/**
 * The only place where a change of the table becomes an event or a push, so that a write and its push can never disagree.
 */
export async function publishWorker(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  for (const [place, record] of event.Records.entries()) {
    try {
      await publishRecord(record);
    } catch (error) {
      log.failure('a change was not published', error);
      // Lambda halves a batch that breaks off, so that a change that fails again and again comes alone and is given up alone.
      if (place === 0 && event.Records.length > 1) throw error;
      // The records after this one are delivered again, which keeps their order.
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] };
    }
  }
  return { batchItemFailures: [] };
}
