import { busEvent, readDomainEvent, readMailRefusal } from '#core/contract/messages.ts';
import { isToldAtOnce } from '#core/notification/find.ts';
import { hasPremium } from '#core/plan/access.ts';
import { hourOf, hourStart } from '#core/search-subscription/hour.ts';
import { blockMails } from '#functions/_adapters/dynamodb/alert-settings.ts';
import { rememberFinds } from '#functions/_adapters/dynamodb/alerts.ts';
import { getPlan } from '#functions/_adapters/dynamodb/people.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';
import { queueHandler } from '#functions/_runtime/records.ts';
import { findsOfEvent, type PersonFinds } from '#functions/use-cases/notifications/finds-of-event.ts';
import { sendOutgoing } from '#functions/use-cases/notifications/send-outgoing.ts';
import { newNotificationId, tellPerson } from '#functions/use-cases/notifications/tell-person.ts';

/** Notes what a person is to be told now and what with the next hour, then tells them what is due. */
async function tellOf({ userId, finds, until }: PersonFinds, now: Date): Promise<void> {
  const isPremium = hasPremium(await getPlan(userId), now);
  const nextHour = hourStart(hourOf(now) + 1);
  const later = until !== undefined && until < nextHour ? until : nextHour;
  const dueOf = (isNow: boolean) => (isNow ? now.toISOString() : later);
  for (const isNow of [true, false]) {
    const some = finds.filter(({ find }) => isToldAtOnce(find, isPremium) === isNow);
    await rememberFinds(userId, some, dueOf(isNow), () => newNotificationId(now), now.getTime());
  }
  // The minute's look tells the rest when its hour has come.
  if (!finds.some(({ find }) => isToldAtOnce(find, isPremium))) return;
  if (await tellPerson(userId, now)) await sendOutgoing(userId, now);
}

/** What happened becomes what people are told. The same event twice tells nothing twice. */
export const handler = queueHandler(busEvent, async (message) => {
  const refusal = readMailRefusal(message);
  if (refusal) {
    log.warn('a mailbox refuses our mails', { block: refusal.block });
    return blockMails(refusal.userId, refusal.block);
  }
  const event = readDomainEvent(message);
  if (!event) return;
  const now = clock.now();
  for (const person of await findsOfEvent(event, now)) await tellOf(person, now);
});
