import { Failure } from '#core/failure.ts';
import { isEnded, type Job } from '#core/import/job.ts';
import { unauthenticated } from '#functions/_runtime/caller.ts';
import { unlessErased } from './guards.ts';
import { historyItem, listHistory } from './history.ts';
import { getJob, jobItem, jobTtl } from './jobs.ts';
import { jobKey, jobOwnerKey, linkKey, userKeys } from './keys.ts';
import { linkTtl } from './links.ts';
import { failedCondition, getItem, type Item, put, type TransactItem, transact, update } from './table.ts';

/** What a person asks for when they start an import. Ids are made by the caller. */
export type ImportRequest = {
  userId: string;
  job: Pick<Job, 'id' | 'kind' | 'href' | 'linkHash' | 'privateTo'>;
  historyId: string;
  scrapeType: 'manual' | 'page';
  /** The month the charge is counted in, and the limit it must stay below; null: not counted. */
  charge: { month: string; limit: number } | null;
  idempotencyKey: string | null;
  /** How many imports of theirs may be under way at once; as many as they like when left out. */
  mostUnfinished?: number;
  now: Date;
};

export type StartedImport = { historyId: string; jobId: string };

const limitReached = () =>
  new Failure(
    403,
    'limit_reached',
    "You've reached your scrape limit! Upgrade to Premium for unlimited scrapes.",
    { reason: 'limit_reached' },
  );
const idempotencySeconds = 86_400;
const attempts = 5;

/** The transaction's steps by name, so that a condition that fails is read by name and not by position. */
type Steps = [name: 'erased' | 'usage' | 'link' | 'owner' | 'job' | 'key' | 'row', item: TransactItem][];

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
        historyItem(userId, {
          id: historyId,
          search_url: request.job.href,
          status: 'started',
          scraped_at: now.toISOString(),
          cars_added_count: 0,
          error_message: null,
          error_code: null,
          scrape_type: request.scrapeType,
          jobId,
        }),
      ),
    ],
    ['row', put({ ...userKeys.status(userId), kind: 'STATUS', jobId })],
  ];
  if (charge)
    steps.push([
      'usage',
      update(userKeys.usage(userId, charge.month), {
        UpdateExpression: 'SET kind = :kind ADD scrapes_count :one',
        ConditionExpression: 'attribute_not_exists(scrapes_count) OR scrapes_count < :limit',
        ExpressionAttributeValues: { ':kind': 'USAGE', ':one': 1, ':limit': charge.limit },
      }),
    ]);
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

async function answeredBefore(request: ImportRequest): Promise<StartedImport | null> {
  if (!request.idempotencyKey) return null;
  const item = await getItem(userKeys.idempotency(request.userId, request.idempotencyKey));
  return item ? { historyId: String(item.historyId), jobId: String(item.jobId) } : null;
}

/** The link's run that has not ended, whoever started it. */
async function runOf(request: ImportRequest): Promise<{ running: Job | null; endedJobId: string | null }> {
  if (request.job.kind === 'page') return { running: null, endedJobId: null };
  const link = await getItem(linkKey(request.job.linkHash));
  const jobId = (link?.jobId as string | undefined) ?? null;
  const job = jobId ? await getJob(jobId) : null;
  return job && !isEnded(job) ? { running: job, endedJobId: null } : { running: null, endedJobId: jobId };
}

/** Whoever has several imports under way waits for one of them, so that others need not. @throws Failure 429 */
async function requireRoom({ userId, mostUnfinished }: ImportRequest): Promise<void> {
  if (mostUnfinished === undefined) return;
  const rows = await listHistory(userId);
  const unfinished = rows.filter(({ status, jobId }) => status === 'started' && jobId !== null);
  if (unfinished.length < mostUnfinished) return;
  throw new Failure(
    429,
    'too_many_imports',
    'Your earlier imports are still under way. Start the next when one of them has ended.',
    { retryAfterSeconds: 60 },
  );
}

/**
 * Starts an import or joins the run that is already visiting the same link, in one transaction with its charge, its
 * history row and the answer kept for a repeated click: none of them without the others.
 * @throws Failure 401 for an account that was erased meanwhile, 403 limit_reached, 429 too_many_imports
 */
export async function startImport(request: ImportRequest): Promise<StartedImport> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const before = await answeredBefore(request);
    if (before) return before;
    const { running, endedJobId } = await runOf(request);
    const jobId = running?.id ?? request.job.id;
    if (running) {
      const mine = await getItem(jobOwnerKey(running.id, request.userId));
      if (mine) return { historyId: String(mine.historyId), jobId };
    }
    if (!running) await requireRoom(request);
    const steps: Steps = [
      ['erased', unlessErased(request.userId)],
      ...(running ? joinSteps(jobId) : newJobSteps(request, endedJobId)),
      ...personSteps(request, jobId),
    ];
    try {
      await transact(steps.map(([, item]) => item));
      return { historyId: request.historyId, jobId };
    } catch (error) {
      const failed = failedCondition(error);
      if (failed === null) throw error;
      if (steps[failed]![0] === 'erased') throw unauthenticated();
      if (steps[failed]![0] === 'usage') throw limitReached();
      // Somebody else was faster: the link has a run now, it ended meanwhile, or the same click came twice. Look again.
    }
  }
  throw new Failure(409, 'conflict', 'Please try again.');
}
