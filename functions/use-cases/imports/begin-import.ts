import { randomBytes } from 'node:crypto';
import { mostUnfinishedImports } from '#core/account/rate-limits.ts';
import { Failure } from '#core/failure.ts';
import { isPaidFor } from '#core/import/paid-hour.ts';
import type { Sender } from '#core/import/witness.ts';
import { scrapeLimit } from '#core/plan/access.ts';
import { usageMonth } from '#core/plan/usage-period.ts';
import { listHistory, newHistoryId } from '#functions/_adapters/dynamodb/history.ts';
import {
  findAnswer,
  findOwnPart,
  findRuns,
  type ImportRequest,
  readImportGuard,
  type StartedImport,
  writeStart,
} from '#functions/_adapters/dynamodb/import-starts.ts';
import { getJob } from '#functions/_adapters/dynamodb/jobs.ts';
import { findPaidHour } from '#functions/_adapters/dynamodb/paid-hours.ts';
import { getPlan } from '#functions/_adapters/dynamodb/people.ts';
import { type Caller, unauthenticated } from '#functions/_runtime/caller.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { rateFactor } from '#functions/_runtime/rate-factor.ts';
import type { RequestInfo } from '#functions/_runtime/route-handler.ts';
import { freeScrapes } from '#functions/_runtime/settings.ts';
import { hashLink } from '#functions/use-cases/searches/hash-link.ts';
import { limitReached } from './limit-reached.ts';

/** Of starts side by side each is outrun by those before it, at most so often as may begin at once. */
const attempts = 12;

/**
 * Whoever has several imports under way waits for one of them, so that others need not. Returns what must be unchanged when
 * the import is written, null where nothing is counted. @throws Failure 429
 */
async function requireRoom({ userId, mostUnfinished }: ImportRequest): Promise<number | null> {
  if (mostUnfinished === undefined) return null;
  // The guard first: an import that begins between the two reads is met by the write.
  const seen = await readImportGuard(userId);
  const rows = await listHistory(userId);
  const unfinished = rows.filter(({ status, jobId }) => status === 'started' && jobId !== null);
  if (unfinished.length < mostUnfinished) return seen;
  throw new Failure(
    429,
    'too_many_imports',
    'Your earlier imports are still under way. Start the next when one of them has ended.',
    { retryAfterSeconds: 60 },
  );
}

/** What a press of the button costs: nothing within an hour that was paid for. `found` is the hour before, paid or not. */
async function priceOf({ userId, charge, isByButton, now }: ImportRequest) {
  const found = isByButton && charge ? await findPaidHour(userId) : null;
  const isPaid = found !== null && isPaidFor(found, await getJob(found.jobId), now);
  return { charge: isPaid ? null : charge, found };
}

/**
 * Begins an import, or joins the run that is already visiting the same link. The same click twice is one import.
 * @throws Failure 401 for an account that was erased meanwhile, 403 limit_reached, 429 too_many_imports
 */
export async function beginImport(request: ImportRequest): Promise<StartedImport> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const before = await findAnswer(request);
    if (before) return before;
    const runs = await findRuns(request.job);
    const mine = runs.running && (await findOwnPart(runs.running.id, request.userId));
    if (mine) return mine;
    const seen = runs.running ? null : await requireRoom(request);
    const { charge, found } = await priceOf(request);
    const outcome = await writeStart({ ...request, charge }, runs, found, seen);
    if (outcome === 'written')
      return { historyId: request.historyId, jobId: runs.running?.id ?? request.job.id };
    if (outcome === 'erased') throw unauthenticated();
    if (outcome === 'limit reached') throw limitReached();
  }
  throw new Failure(409, 'conflict', 'Please try again.');
}

const random = (bytes: number) => randomBytes(bytes).toString('base64url');

/**
 * Begins (or joins) an import for the caller, charged against the month's limit unless they are premium.
 * @throws Failure 403 limit_reached
 */
export async function beginCallersImport(
  caller: Caller,
  request: RequestInfo,
  link: { href: string; kind: 'scrape' | 'page'; isByButton?: boolean; sentBy?: Sender | null },
) {
  const now = clock.now();
  const limit = scrapeLimit(await getPlan(caller.id), now, freeScrapes());
  const key = request.headers['idempotency-key'];
  const ask: ImportRequest = {
    userId: caller.id,
    job: {
      id: random(15),
      kind: link.kind,
      href: link.href,
      linkHash: hashLink(link.href),
      privateTo: link.kind === 'page' ? caller.id : null,
      sentBy: link.sentBy ?? null,
    },
    historyId: newHistoryId(now.getTime(), random(6)),
    scrapeType: link.kind === 'page' ? 'page' : 'manual',
    charge: limit === null ? null : { month: usageMonth(now), limit },
    idempotencyKey: key && /^[\w-]{8,64}$/.test(key) ? key : null,
    isByButton: link.isByButton ?? false,
    mostUnfinished: mostUnfinishedImports * rateFactor(),
    now,
  };
  return beginImport(ask);
}
