import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { Car } from '#core/car/car.ts';
import { completeCar } from '#core/car/stored-car.ts';
import type { LiveMessage } from '#core/contract/live.ts';
import { isOver, type Job, statusOf } from '#core/import/job.ts';
import { freePlan, type Plan } from '#core/plan/access.ts';
import { lockedAmong } from '#functions/_adapters/dynamodb/cars.ts';
import { type JobOwner, listOwners } from '#functions/_adapters/dynamodb/import-owners.ts';
import { toJob } from '#functions/_adapters/dynamodb/job-item.ts';
import { userIdOf } from '#functions/_adapters/dynamodb/keys.ts';
import { toOwnedPlan } from '#functions/_adapters/dynamodb/plans.ts';
import type { Item } from '#functions/_adapters/dynamodb/table.ts';
import { publishEvents } from '#functions/_adapters/event-bus.ts';
import { closeSocket, sendToPerson } from '#functions/_adapters/sockets.ts';
import { log } from '#functions/_runtime/log.ts';
import { readViewer } from '#functions/use-cases/cars/read-viewer.ts';
import { eventOfRunDiscoveries, eventsOfCar, eventsOfSearch, messagesOfInbox } from './changes.ts';

type Image = NonNullable<DynamoDBRecord['dynamodb']>['NewImage'];
const itemOf = (image: Image): Item | null => (image ? (unmarshall(image as never) as Item) : null);

const readyIn = (before: Job | null, after: Job) =>
  [...after.done].filter((carId) => !before?.done.has(carId));

/**
 * What changed in a job, as messages to one person: each car that became ready, and its status. A car that is locked for
 * them counts and has no name.
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
  // An hourly run ends like any other, but who follows its link hears of what was found and not of how it went.
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

/** `after` is null when the car was taken out: nobody is told. */
async function publishCar(before: Car | null, after: Car | null): Promise<void> {
  if (after) await publishEvents(eventsOfCar(before, after));
}

/** Every open page of the person unlocks (or locks) at once, and the bus knows. */
async function publishPlan(before: Plan, { userId, plan }: { userId: string; plan: Plan }): Promise<void> {
  await sendToPerson(userId, () => [{ type: 'plan_changed' }]);
  const { type: to, status, cancelAtPeriodEnd } = plan;
  await publishEvents([
    { type: 'plan.changed', ownerId: userId, from: before.type, to, status, cancelAtPeriodEnd },
  ]);
}

async function publishInbox(before: Item | null, after: Item): Promise<void> {
  const messages = messagesOfInbox(before, after);
  if (messages.length > 0) await sendToPerson(userIdOf(after), () => messages);
}

async function publishRecord(record: DynamoDBRecord): Promise<void> {
  const after = itemOf(record.dynamodb?.NewImage);
  const before = itemOf(record.dynamodb?.OldImage);
  // A socket lives as long as its record: whoever ends a session deletes that.
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
      return publishEvents([eventOfRunDiscoveries(after)]);
    case 'AUTOSEARCH':
      return publishEvents(eventsOfSearch(before, after));
    case 'NOTE':
    case 'INBOX':
      return publishInbox(before, after);
  }
}

/** The only place where a change of the table becomes an event or a push: never a write and a push side by side. */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  for (const record of event.Records) {
    try {
      await publishRecord(record);
    } catch (error) {
      log.failure('a change was not published', error);
      // Order matters within the stream: what follows this record comes again with it.
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] };
    }
  }
  return { batchItemFailures: [] };
}
