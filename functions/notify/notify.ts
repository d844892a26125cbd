import { busEvent, readDomainEvent, readMailRefusal } from '#core/contract/messages.ts';
import { blockMails } from '#functions/_adapters/dynamodb/alert-settings.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';
import { queueHandler } from '#functions/_runtime/records.ts';
import { tellOfEvent } from '#functions/use-cases/notifications/tell-of-event.ts';

/** What happened becomes what people are told. */
export const handler = queueHandler(busEvent, async (message) => {
  const refusal = readMailRefusal(message);
  if (refusal) {
    log.warn('a mailbox refuses our mails', { block: refusal.block });
    return blockMails(refusal.userId, refusal.block);
  }
  const event = readDomainEvent(message);
  if (event) await tellOfEvent(event, clock.now());
});
