import { isMailEvent, notifyMessage, readDomainEvent, readMailRefusal } from '#core/contract/messages.ts';
import { clock } from '#functions/platform/clock.ts';
import { log } from '#functions/platform/log.ts';
import { queueHandler } from '#functions/platform/records.ts';
import { matchSome, serveSome } from '#functions/searches/followers.ts';
import { blockMails } from './store.ts';
import { deliverTo, deliverWaiting, tellOfEvent } from './tell.ts';

/** Runs every minute. */
export const deliverWaitingWorker = (): Promise<void> => deliverWaiting();

/** Tells people about domain events, and does for a hundred people at a time what concerns very many. */
export const notifyWorker = queueHandler(notifyMessage, async (message) => {
  if ('type' in message)
    switch (message.type) {
      case 'serve':
        return serveSome(message);
      case 'match':
        return matchSome(message);
      case 'deliver':
        return deliverTo(message.people, clock.now());
    }
  const refusal = readMailRefusal(message);
  if (refusal) {
    log.warn('a mailbox refuses our mails', { block: refusal.block });
    return blockMails(refusal.userId, refusal.block);
  }
  // Such as of a mail with a code: whoever typed the address may not own it.
  if (isMailEvent(message)) return log.warn('a mail was refused, and nobody’s mails are stopped for it');
  const event = readDomainEvent(message);
  if (event) await tellOfEvent(event, clock.now(), message.people);
});
