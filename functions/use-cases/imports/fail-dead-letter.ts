import * as z from 'zod/mini';
import {
  busEvent,
  identifyMessage,
  laneMessage,
  mailEventTypes,
  messageId,
  rateMessage,
  scrapeMessage,
  toldEvents,
} from '#core/contract/messages.ts';
import type { ParkedMessage } from '#core/contract/parked-message.ts';
import { readEnded } from '#functions/_adapters/dynamodb/ended-sessions.ts';
import { forgetParkedOf, parkMessage } from '#functions/_adapters/dynamodb/parked-messages.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log, setLogContext } from '#functions/_runtime/log.ts';
import { countMetric } from '#functions/_runtime/metrics.ts';
import { giveUpMessage } from './give-up-message.ts';

/** What could be no key of the table names nobody. */
const ownedEvent = z.object({ detail: z.object({ ownerId: messageId }) });
const knownTypes: readonly string[] = [...toldEvents, ...mailEventTypes];
const deadMessage = z.union([scrapeMessage, identifyMessage, rateMessage, laneMessage]);

function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** An event that nobody was told of, or what nobody can read: there is nothing to end, and it waits for an operator. */
async function park(letter: ParkedMessage, content: unknown): Promise<string> {
  await parkMessage(letter, clock.now());
  // Looked at afterwards: an erasure that began meanwhile has either taken it along or is seen here.
  const owner = ownedEvent.safeParse(content).data?.detail.ownerId;
  if (owner && (await readEnded(owner)).isErased) await forgetParkedOf(owner);
  const event = busEvent.safeParse(content);
  // What is no event of ours may say anything.
  const type = knownTypes.find((known) => known === event.data?.['detail-type']) ?? 'unreadable';
  log.error('a message was given up: it is parked, and "npm run ops -- replay" sends it again', {
    type,
    messageId: letter.id,
  });
  return type;
}

/**
 * Ends what a message was for that failed each time. A car is given up and the import goes on without it; an import that
 * never got its search is failed and its charge given back. All else is parked for two weeks.
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
