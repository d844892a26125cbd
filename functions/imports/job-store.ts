import type { ImportFailureClass } from '#core/contract/routes/imports.ts';
import { isCharged, isEnded, isOver, type Job, type PaidHour, readFailure } from '#core/imports/job.ts';
import { type Charge, chargeStep } from '#functions/accounts/store.ts';
import {
  jobKey,
  jobOwnerKey,
  jobOwnerPrefix,
  jobPartition,
  linkKey,
  openIndex,
  openJobsPartition,
  userKeys,
} from '#functions/platform/keys.ts';
import {
  changedItem,
  changeExisting,
  changeIf,
  changeItem,
  deleteUnchanged,
  failedStep,
  getItem,
  getItems,
  type Item,
  put,
  queryAll,
  readIndex,
  type TransactItem,
  transactIf,
  update,
} from '#functions/platform/table.ts';
import { guardStep, readGuard, unlessErased } from '#functions/platform/table-conditions.ts';
import { linkTtl } from '#functions/searches/store.ts';
import { historyItem, outcomeOf, startedRow } from './history-store.ts';
import { beginPaidHour } from './visit-store.ts';

const asSet = (value: unknown): ReadonlySet<string> =>
  value instanceof Set ? (value as Set<string>) : new Set();

export function toJob(item: Item): Job {
  return {
    id: String(item.id),
    kind: item.jobKind as Job['kind'],
    href: String(item.href),
    linkHash: String(item.linkHash),
    privateTo: (item.privateTo as string | undefined) ?? null,
    sentBy: (item.sentBy as Job['sentBy'] | undefined) ?? null,
    agreedPhotos: asSet(item.agreedPhotos),
    isRatedFirst: item.isRatedFirst === true,
    state: item.state as Job['state'],
    found: asSet(item.found),
    identified: asSet(item.identified),
    done: asSet(item.done),
    failed: asSet(item.failed),
    added: asSet(item.added),
    leftOut: asSet(item.leftOut),
    failure: readFailure(item.failure),
    isSettled: item.gsi2pk === undefined,
    startedAt: String(item.startedAt),
    beginsAt: String(item.beginsAt ?? item.startedAt),
    isAutomatic: item.isAutomatic === true,
    hasOwners: item.isAutomatic !== true || item.hasOwners === true,
    updatedAt: String(item.updatedAt),
    nudgedAt: (item.nudgedAt as string | undefined) ?? null,
    nudges: String(item.nudgedAt ?? '') > String(item.updatedAt) ? Number(item.nudges ?? 1) : 0,
  };
}

/**
 * Imports are deleted after this: they tell what somebody searched for. Their cars stay with the people and in the catalog.
 */
const keptSeconds = 30 * 86_400;
/** The `ttl` of an import that began at `at`, and of its owners' items. */
export const jobTtl = (at: string): number => Math.floor(Date.parse(at) / 1000) + keptSeconds;
/** Nobody needs an hourly run after a week. */
const automaticKeptSeconds = 7 * 86_400;

/** The fields of an hourly run, whose visit starts later than its hour. */
export const automaticRun = (beginsAt: string) => ({
  isAutomatic: true,
  beginsAt,
  ttl: Math.floor(Date.parse(beginsAt) / 1000) + automaticKeptSeconds,
});

export type NewJob = Pick<Job, 'id' | 'kind' | 'href' | 'linkHash' | 'privateTo'> &
  Partial<Pick<Job, 'sentBy' | 'isRatedFirst'>>;

/** A new import as an item, in the index of open jobs until it is settled. */
export function jobItem(job: NewJob, now: string): Item {
  return {
    ...jobKey(job.id),
    kind: 'JOB',
    id: job.id,
    jobKind: job.kind,
    href: job.href,
    linkHash: job.linkHash,
    ...(job.privateTo !== null && { privateTo: job.privateTo }),
    ...(job.sentBy && { sentBy: job.sentBy }),
    ...(job.isRatedFirst && { isRatedFirst: true }),
    state: 'queued',
    startedAt: now,
    updatedAt: now,
    gsi2pk: openJobsPartition,
    gsi2sk: `${now}#${job.id}`,
    ttl: jobTtl(now),
  };
}

/**
 * Takes the lease of a job, so that one worker at a time visits the marketplace for it. It is renewed during the work and
 * expires when the worker dies. False when another worker holds it, or the job was erased with its owner.
 */
export async function takeLease(
  jobId: string,
  holder: string,
  nowMs: number,
  leaseMs: number,
): Promise<boolean> {
  return changeIf(jobKey(jobId), {
    set: { leaseUntilMs: nowMs + leaseMs, leaseHolder: holder },
    condition:
      'attribute_exists(pk) AND (attribute_not_exists(leaseUntilMs) OR leaseUntilMs < :now OR leaseHolder = :holder)',
    values: { ':now': nowMs, ':holder': holder },
  });
}

export async function dropLease(jobId: string): Promise<void> {
  await changeExisting(jobKey(jobId), {
    remove: ['leaseUntilMs', 'leaseHolder'],
  });
}

export async function getJob(jobId: string): Promise<Job | null> {
  const item = await getItem(jobKey(jobId));
  return item ? toJob(item) : null;
}

/** As many as one call reads. */
const mostAtOnce = 100;

/** Jobs not yet ended or not yet settled, oldest first, a hundred at a time: all of them may not fit into memory. */
export async function* eachOpenJobs(): AsyncGenerator<Job[]> {
  const open = await readIndex(openIndex, openJobsPartition);
  for (let from = 0; from < open.length; from += mostAtOnce) {
    const some = open.slice(from, from + mostAtOnce);
    const items = new Map((await getItems(some)).map((item) => [item.pk, item]));
    yield some.flatMap(({ pk }) => items.get(pk) ?? []).map(toJob);
  }
}

type SetName = 'found' | 'identified' | 'done' | 'failed' | 'added' | 'leftOut';

/** Adds ids to the job's sets (to `leftOut`: marks) and returns the updated job. Idempotent. */
export async function addToJob(
  jobId: string,
  sets: Partial<Record<SetName, string[]>>,
  now: string,
): Promise<Job> {
  const item = await changeItem(jobKey(jobId), {
    set: { updatedAt: now },
    add: Object.fromEntries(Object.entries(sets).map(([name, ids]) => [name, new Set(ids)])),
    condition: 'attribute_exists(pk)',
  });
  return toJob(item);
}

/** Removes cars from a job: they were merged into one that is counted itself. */
export async function takeFromJob(jobId: string, carIds: readonly string[], now: string): Promise<Job> {
  const item = await changeItem(jobKey(jobId), {
    set: { updatedAt: now },
    take: { found: new Set(carIds), identified: new Set(carIds) },
    condition: 'attribute_exists(pk)',
  });
  return toJob(item);
}

/** The condition that a job is in one of these states. */
const isInState = (states: readonly Job['state'][]) => ({
  condition: `#state IN (${states.map((state) => `:${state}`).join(', ')})`,
  values: Object.fromEntries(states.map((state) => [`:${state}`, state])),
});

/** Changes a job's state if it is in one of the given states; null when it is not. */
export async function changeJobState(
  jobId: string,
  from: readonly Job['state'][],
  to: Job['state'],
  now: string,
  failure: ImportFailureClass | null = null,
): Promise<Job | null> {
  const item = await changedItem(jobKey(jobId), {
    set: { state: to, updatedAt: now, failure: failure ?? undefined },
    ...isInState(from),
  });
  return item && toJob(item);
}

/** Counts that a job's messages were sent again. */
export async function nudgeJob(job: Job, now: string): Promise<void> {
  await changeItem(jobKey(job.id), {
    set: { nudgedAt: now, nudges: job.nudges + 1 },
    condition: 'attribute_exists(pk)',
  });
}

/** Removes a settled job from the index of open jobs, unless it was erased with its owner. */
export async function closeJob(jobId: string): Promise<void> {
  await changeExisting(jobKey(jobId), { remove: ['gsi2pk', 'gsi2sk'] });
}

/** A person's request to start an import. The caller makes the ids. */
export type ImportRequest = {
  userId: string;
  job: NewJob;
  historyId: string;
  scrapeType: 'manual' | 'page';
  /** Null: not counted. */
  charge: Charge | null;
  idempotencyKey: string | null;
  /** Sent by the Bilfund button: the charge covers an hour of uses. */
  isByButton?: boolean;
  /** How many unfinished imports the person may have; unlimited when absent. */
  mostUnfinished?: number;
  now: Date;
};

export type StartedImport = { historyId: string; jobId: string };

const idempotencySeconds = 86_400;

/** The transaction's steps by name, so that a failed condition is identified by name instead of position. */
type Steps = [
  name: 'erased' | 'usage' | 'guard' | 'hour' | 'link' | 'owner' | 'job' | 'key' | 'row',
  item: TransactItem,
][];

/** The steps of every start: the charge, the history row, the status, and the answer for a repeated click. */
function personSteps(request: ImportRequest, jobId: string): Steps {
  const { userId, historyId, charge, now } = request;
  const steps: Steps = [
    [
      'owner',
      put(
        {
          ...jobOwnerKey(jobId, userId),
          kind: 'OWNER',
          userId,
          historyId,
          ttl: jobTtl(now.toISOString()),
          ...(charge && { chargedMonth: charge.month }),
        },
        'attribute_not_exists(pk)',
      ),
    ],
    [
      'row',
      put(
        historyItem(
          userId,
          startedRow(
            { id: historyId, search_url: request.job.href, scrape_type: request.scrapeType, jobId },
            now,
          ),
        ),
      ),
    ],
    ['row', put({ ...userKeys.status(userId), kind: 'STATUS', jobId })],
  ];
  if (charge) steps.push(['usage', chargeStep(userId, charge)]);
  if (request.idempotencyKey) {
    const ttl = Math.floor(now.getTime() / 1000) + idempotencySeconds;
    const item: Item = {
      ...userKeys.idempotency(userId, request.idempotencyKey),
      kind: 'IDEM',
      historyId,
      jobId,
      ttl,
    };
    steps.push(['key', put(item, 'attribute_not_exists(pk)')]);
  }
  return steps;
}

function newJobSteps(request: ImportRequest, endedJobId: string | null): Steps {
  const { job, now } = request;
  const steps: Steps = [['job', put(jobItem(job, now.toISOString()), 'attribute_not_exists(pk)')]];
  if (job.kind === 'scrape')
    steps.push([
      'link',
      update(linkKey(job.linkHash), {
        set: { kind: 'LINK', jobId: job.id, href: job.href, ttl: linkTtl(now.toISOString()) },
        condition: endedJobId === null ? 'attribute_not_exists(jobId)' : 'jobId = :ended',
        values: endedJobId === null ? {} : { ':ended': endedJobId },
      }),
    ]);
  return steps;
}

/** Fails once the run has ended, because its owners may already be settled. */
const joinSteps = (jobId: string): Steps => [
  [
    'job',
    update(jobKey(jobId), {
      set: { hasOwners: true },
      ...isInState(['queued', 'scraping', 'working']),
    }),
  ],
];

/** The stored answer to an earlier request with this idempotency key; null for the first. */
export async function findAnswer({ userId, idempotencyKey }: ImportRequest): Promise<StartedImport | null> {
  if (!idempotencyKey) return null;
  const item = await getItem(userKeys.idempotency(userId, idempotencyKey));
  return item ? { historyId: String(item.historyId), jobId: String(item.jobId) } : null;
}

/** Replaces the person's paid hour of the button by a new one that begins with this charge. */
function hourSteps(
  { userId, isByButton, charge, now }: ImportRequest,
  jobId: string,
  found: PaidHour | null,
): Steps {
  if (!isByButton || !charge) return [];
  return [['hour', beginPaidHour(userId, { jobId, startedAt: now.toISOString() }, found)]];
}

/** The guard that counts a person's started imports; `writeStart` fails if it has changed. */
export const readImportGuard = (userId: string): Promise<number> => readGuard(userKeys.importGuard(userId));

/** Makes only one of several concurrent starts succeed when the limit leaves room for one. Null: no limit applies. */
const guardSteps = ({ userId }: ImportRequest, seen: number | null): Steps =>
  seen === null ? [] : [['guard', guardStep(userKeys.importGuard(userId), seen)]];

/** A link's runs: the unfinished one, whoever started it, or the last ended one. */
export type LinkRuns = { running: Job | null; endedJobId: string | null };

export async function findRuns({ kind, linkHash }: ImportRequest['job']): Promise<LinkRuns> {
  if (kind === 'page') return { running: null, endedJobId: null };
  const link = await getItem(linkKey(linkHash));
  const jobId = (link?.jobId as string | undefined) ?? null;
  const job = jobId ? await getJob(jobId) : null;
  return job && !isEnded(job) ? { running: job, endedJobId: null } : { running: null, endedJobId: jobId };
}

/** The person's item in an unfinished run; null when they have none. */
export async function findOwnPart(jobId: string, userId: string): Promise<StartedImport | null> {
  const mine = await getItem(jobOwnerKey(jobId, userId));
  return mine ? { historyId: String(mine.historyId), jobId } : null;
}

/**
 * Writes a new import, or the person's item in the run under way, in one transaction with the charge, the history row and
 * the answer for a repeated click. `outrun`: a concurrent start won, the run ended, the person started another import since
 * `guardSeen`, or the same request came twice.
 */
export async function writeStart(
  request: ImportRequest,
  { running, endedJobId }: LinkRuns,
  foundHour: PaidHour | null = null,
  guardSeen: number | null = null,
): Promise<'written' | 'erased' | 'limit reached' | 'outrun'> {
  const jobId = running?.id ?? request.job.id;
  const steps: Steps = [
    ['erased', unlessErased(request.userId)],
    ...(running ? joinSteps(jobId) : newJobSteps(request, endedJobId)),
    ...guardSteps(request, guardSeen),
    ...hourSteps(request, jobId, foundHour),
    ...personSteps(request, jobId),
  ];
  const failed = await failedStep(steps.map(([, item]) => item));
  if (failed === null) return 'written';
  const [name] = steps[failed]!;
  return name === 'erased' ? 'erased' : name === 'usage' ? 'limit reached' : 'outrun';
}

export type JobOwner = { userId: string; historyId: string; chargedMonth: string | null; isSettled: boolean };

export async function listOwners(jobId: string): Promise<JobOwner[]> {
  const items = await queryAll(jobPartition(jobId), jobOwnerPrefix);
  return items.map((item) => ({
    userId: String(item.userId),
    historyId: String(item.historyId),
    chargedMonth: (item.chargedMonth as string | undefined) ?? null,
    isSettled: item.settledAt !== undefined,
  }));
}

/** Ends the history row, marks the owner as settled and refunds the import, in one transaction. */
function settleSteps(job: Job, owner: JobOwner, carsAdded: number, now: string): TransactItem[] {
  const steps = [
    update(jobOwnerKey(job.id, owner.userId), {
      set: { settledAt: now },
      // An update would create a missing item: an erased owner's must not come back.
      condition: 'attribute_exists(pk) AND attribute_not_exists(settledAt)',
    }),
    update(userKeys.history(owner.userId, owner.historyId), {
      set: outcomeOf(job, carsAdded),
      condition: 'attribute_exists(pk)',
    }),
  ];
  if (owner.chargedMonth && !isCharged(job))
    steps.push(
      update(userKeys.usage(owner.userId, owner.chargedMonth), {
        add: { scrapes_count: -1 },
        condition: 'scrapes_count > :zero',
        values: { ':zero': 0 },
      }),
    );
  return steps;
}

/** Settles an owner. Does nothing when another delivery has done so, or when the account is erased. */
export async function settleOwner(job: Job, owner: JobOwner, carsAdded: number, now: string): Promise<void> {
  await transactIf(settleSteps(job, owner, carsAdded, now));
}

/** The import in a person's status: the last they started. Null when it was cleared or there is none. */
export async function getShownJob(userId: string): Promise<Job | null> {
  const item = await getItem(userKeys.status(userId));
  return item ? getJob(String(item.jobId)) : null;
}

/**
 * Clears the person's status once its import has ended; false while it runs. If they started another import meanwhile, that
 * one stays.
 */
export async function clearEndedStatus(userId: string): Promise<boolean> {
  const key = userKeys.status(userId);
  const item = await getItem(key);
  if (!item) return true;
  const job = await getJob(String(item.jobId));
  if (job && !isOver(job)) return false;
  return deleteUnchanged(key, 'attribute_not_exists(pk) OR jobId = :jobId', { ':jobId': item.jobId });
}
