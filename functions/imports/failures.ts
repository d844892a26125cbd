import * as z from 'zod/mini';
import {
  identifyMessage,
  laneMessage,
  mailEventTypes,
  messageId,
  notifyMessage,
  type ParkedMessage,
  type PipelineMessage,
  rateAdsMessage,
  rateMessage,
  scrapeMessage,
  toldEvents,
} from '#core/contract/messages.ts';
import { isEnded } from '#core/imports/job.ts';
import { type PageFailure, retryPolicy, unreadPageKey } from '#core/marketplaces/marketplace.ts';
import type { MarketplaceId } from '#core/marketplaces/marketplace-id.ts';
import { studyCopy } from '#core/marketplaces/page/study-copy.ts';
import { readEnded } from '#functions/accounts/store.ts';
import { clock } from '#functions/platform/clock.ts';
import { countMetric, log, setLogContext } from '#functions/platform/log.ts';
import { forgetParkedOf, parkMessage } from '#functions/platform/parked-messages.ts';
import { listDrafts } from './draft-store.ts';
import { failImport, finishIfComplete } from './finish-import.ts';
import { addToJob, changeJobState, getJob } from './job-store.ts';

/** Gives up the cars of which only the feed is known; cars further along continue. */
async function giveUpVisit(jobId: string): Promise<void> {
  const job = await getJob(jobId);
  if (!job || isEnded(job)) return;
  if (job.found.size === 0) return failImport(jobId, 'internal');
  const now = clock.now().toISOString();
  const drafts = await listDrafts(jobId);
  const unread = drafts.filter(({ stage, carId }) => stage === 'listed' && job.found.has(carId));
  await changeJobState(jobId, ['scraping'], 'working', now, 'internal');
  await finishIfComplete(await addToJob(jobId, { failed: unread.map(({ carId }) => carId) }, now));
}

/**
 * Ends the work of a message that failed all its tries. A car is given up and its import goes on without it; an import
 * without a search result fails and is refunded.
 */
export async function giveUpMessage(message: PipelineMessage): Promise<void> {
  // Replaced by a new one every minute.
  if (message.type === 'lane') return;
  // The sweep sends the cars on.
  if (message.type === 'rate-ads') return;
  if (message.type === 'scrape') return giveUpVisit(message.jobId);
  const job = await getJob(message.jobId);
  if (!job || isEnded(job) || job.done.has(message.carId)) return;
  await finishIfComplete(await addToJob(job.id, { failed: [message.carId] }, clock.now().toISOString()));
}

/** An id that cannot be a key of the table names nobody. */
const ownedEvent = z.object({ detail: z.object({ ownerId: messageId }) });
const ofPeople = z.object({ people: z.array(messageId) });
const knownTypes: readonly string[] = [...toldEvents, ...mailEventTypes, 'deliver', 'serve', 'match'];
const deadMessage = z.union([scrapeMessage, identifyMessage, rateMessage, rateAdsMessage, laneMessage]);

function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Parks an event that was not told, or a message that cannot be read, for an operator. */
async function park(letter: ParkedMessage, content: unknown): Promise<string> {
  await parkMessage(letter, clock.now());
  // Checked after the write: an erasure that began meanwhile either deletes the parked message or is seen here.
  const owner = ownedEvent.safeParse(content).data?.detail.ownerId;
  const people = owner ? [owner] : (ofPeople.safeParse(content).data?.people ?? []);
  for (const person of people) if ((await readEnded(person)).isErased) await forgetParkedOf(person);
  const message = notifyMessage.safeParse(content).data;
  const named = message && ('type' in message ? message.type : message['detail-type']);
  // The type of an unknown event is not logged: it may hold any text.
  const type = knownTypes.find((known) => known === named) ?? 'unreadable';
  log.error('a message was given up: it is parked, and "npm run ops -- replay" sends it again', {
    type,
    messageId: letter.id,
  });
  return type;
}

/**
 * Ends the work of a dead letter. A car is given up and its import goes on without it; an import without a search result
 * fails and is refunded. Everything else is parked for two weeks.
 * @throws when that cannot be done now
 */
export async function failDeadLetter({ id, body, sentAt }: ParkedMessage): Promise<void> {
  setLogContext({});
  const content = readJson(body);
  const message = deadMessage.safeParse(content);
  if (!message.success)
    return countMetric('DeadLetters', 1, { type: await park({ id, body, sentAt }, content) });
  const { type, requestId } = message.data;
  setLogContext({ requestId, ...('jobId' in message.data && { jobId: message.data.jobId }) });
  await giveUpMessage(message.data);
  log.error('a message was given up', { type });
  countMetric('DeadLetters', 1, { type });
}

/**
 * Stores a copy of a page that the parser did not understand. Null when there is none or storing failed, which never fails
 * the import.
 */
async function keep(source: MarketplaceId, { class: failure, page }: PageFailure): Promise<string | null> {
  if (page === undefined) return null;
  const key = unreadPageKey(source, failure, clock.now());
  try {
    // Imported on use: it loads an SDK client that hardly any visit needs.
    const { keepUnreadPage } = await import('#functions/marketplaces/keep-unread-page.ts');
    await keepUnreadPage(key, studyCopy(page));
    return key;
  } catch (error) {
    log.failure('an unreadable page could not be stored', error);
    return null;
  }
}

/**
 * Reports a page that the parser did not understand: a metric for the alarm, and a log line with the evidence and the key of
 * its copy.
 */
export async function tellOperator(source: MarketplaceId, failure: PageFailure): Promise<void> {
  if (!retryPolicy[failure.class].isAlarm) return;
  countMetric('PagesNotUnderstood', 1);
  const kept = await keep(source, failure);
  log.warn('a page was not understood', { class: failure.class, evidence: failure.evidence, kept });
}
