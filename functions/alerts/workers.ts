import { busEvent, isMailEvent, readDomainEvent, readMailRefusal } from '#core/contract/messages.ts';
import { clock } from '#functions/platform/clock.ts';
import { log } from '#functions/platform/log.ts';
import { queueHandler } from '#functions/platform/records.ts';
import { blockMails } from './store.ts';
import { deliverWaiting, tellOfEvent } from './tell.ts';

/** Runs every minute. */
export const deliverWaitingWorker = (): Promise<void> => deliverWaiting();

/** Tells people about domain events. */
export const notifyWorker = queueHandler(busEvent, async (message) => {
  const refusal = readMailRefusal(message);
  if (refusal) {
    log.warn('a mailbox refuses our mails', { block: refusal.block });
    return blockMails(refusal.userId, refusal.block);
  }
  // Such as of a mail with a code: whoever typed the address may not own it.
  if (isMailEvent(message)) return log.warn('a mail was refused, and nobody’s mails are stopped for it');
  const event = readDomainEvent(message);
  if (event) await tellOfEvent(event, clock.now());
});
