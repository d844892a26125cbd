import { isEnded, type Job } from '#core/import/job.ts';
import type { PaidHour } from '#core/import/paid-hour.ts';
import { guardStep, readGuard, unlessErased } from './guards.ts';
import { historyItem, startedRow } from './history.ts';
import { jobItem, jobTtl, type NewJob } from './job-item.ts';
import { getJob } from './jobs.ts';
import { jobKey, jobOwnerKey, linkKey, userKeys } from './keys.ts';
import { linkTtl } from './links.ts';
import { beginPaidHour } from './paid-hours.ts';
import { failedCondition, getItem, type Item, put, type TransactItem, transact, update } from './table.ts';
import { type Charge, chargeStep } from './usage.ts';

/** What a person asks for when they begin an import. Ids are made by the caller. */
export type ImportRequest = {
  userId: string;
  job: NewJob;
  historyId: string;
  scrapeType: 'manual' | 'page';
  /** Null: not counted. */
  charge: Charge | null;
  idempotencyKey: string | null;
  /** Handed over by the button: what is charged pays for an hour of presses. */
  isByButton?: boolean;
  /** How many imports of theirs may be under way at once; as many as they like when left out. */
  mostUnfinished?: number;
  now: Date;
};

export type StartedImport = { historyId: string; jobId: string };

const idempotencySeconds = 86_400;

/** The transaction's steps by name, so that a condition that fails is read by name and not by position. */
type Steps = [
  name: 'erased' | 'usage' | 'guard' | 'hour' | 'link' | 'owner' | 'job' | 'key' | 'row',
  item: TransactItem,
][];

/** The steps that every start shares: the charge, the history row, the status, the answer kept for a repeated click. */
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
        UpdateExpression: 'SET jobId = :job, href = :href, kind = :kind, #ttl = :ttl',
        ConditionExpression: endedJobId === null ? 'attribute_not_exists(jobId)' : 'jobId = :ended',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: {
          ':job': job.id,
          ':ttl': linkTtl(now.toISOString()),
          ':href': job.href,
          ':kind': 'LINK',
          ...(endedJobId !== null && { ':ended': endedJobId }),
        },
      }),
    ]);
  return steps;
}

/** Joining is refused once the run has ended: its owners may already be settled. */
const joinSteps = (jobId: string): Steps => [
  [
    'job',
    update(jobKey(jobId), {
      UpdateExpression: 'SET hasOwners = :yes',
      ConditionExpression: '#state IN (:queued, :scraping, :working)',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: {
        ':yes': true,
        ':queued': 'queued',
        ':scraping': 'scraping',
        ':working': 'working',
      },
    }),
  ],
];

/** The answer to an earlier click with the same key; null for the first. */
export async function findAnswer({ userId, idempotencyKey }: ImportRequest): Promise<StartedImport | null> {
  if (!idempotencyKey) return null;
  const item = await getItem(userKeys.idempotency(userId, idempotencyKey));
  return item ? { historyId: String(item.historyId), jobId: String(item.jobId) } : null;
}

/** The hour that begins with a charge for the button, in place of the one that the person had. */
function hourSteps(
  { userId, isByButton, charge, now }: ImportRequest,
  jobId: string,
  found: PaidHour | null,
): Steps {
  if (!isByButton || !charge) return [];
  return [['hour', beginPaidHour(userId, { jobId, startedAt: now.toISOString() }, found)]];
}

/** How many imports a person has begun, as `writeStart` must find it again. */
export const readImportGuard = (userId: string): Promise<number> => readGuard(userKeys.importGuard(userId));

/** Of starts side by side that found room for one more each, one is written. Null: no room was asked for. */
const guardSteps = ({ userId }: ImportRequest, seen: number | null): Steps =>
  seen === null ? [] : [['guard', guardStep(userKeys.importGuard(userId), seen)]];

/** A link's runs: the one that has not ended, whoever started it, or the one that has. */
export type LinkRuns = { running: Job | null; endedJobId: string | null };

export async function findRuns({ kind, linkHash }: ImportRequest['job']): Promise<LinkRuns> {
  if (kind === 'page') return { running: null, endedJobId: null };
  const link = await getItem(linkKey(linkHash));
  const jobId = (link?.jobId as string | undefined) ?? null;
  const job = jobId ? await getJob(jobId) : null;
  return job && !isEnded(job) ? { running: job, endedJobId: null } : { running: null, endedJobId: jobId };
}

/** The person's part in a run that is under way; null when they have none. */
export async function findOwnPart(jobId: string, userId: string): Promise<StartedImport | null> {
  const mine = await getItem(jobOwnerKey(jobId, userId));
  return mine ? { historyId: String(mine.historyId), jobId } : null;
}

/**
 * Writes a new import, or the person's part in the run that is under way, in one transaction with its charge, its history
 * row and the answer kept for a repeated click: none of them without the others. `outrun`: somebody else was faster, the
 * run ended meanwhile, the person began another import since \`guardSeen\`, or the same click came twice.
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
  try {
    await transact(steps.map(([, item]) => item));
    return 'written';
  } catch (error) {
    const failed = failedCondition(error);
    if (failed === null) throw error;
    const [name] = steps[failed]!;
    return name === 'erased' ? 'erased' : name === 'usage' ? 'limit reached' : 'outrun';
  }
}
