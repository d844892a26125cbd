import { busEvent, readDomainEvent } from '#core/contract/messages.ts';
import { isToldAtOnce } from '#core/notification/find.ts';
import { hasPremium } from '#core/plan/access.ts';
import { hourOf, hourStart } from '#core/search-subscription/hour.ts';
import { rememberFinds } from '#functions/_adapters/dynamodb/alerts.ts';
import { getPlan } from '#functions/_adapters/dynamodb/people.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { queueHandler } from '#functions/_runtime/records.ts';
import { findsOfEvent, type PersonFinds } from './finds-of-event.ts';
import { newNotificationId, tellPerson } from './tell-person.ts';

/** Notes what a person is to be told now and what with the next hour, then tells them what is due. */
async function tellOf({ userId, finds }: PersonFinds, now: Date): Promise<void> {
  const isPremium = hasPremium(await getPlan(userId), now);
  const dueOf = (isNow: boolean) => (isNow ? now.toISOString() : hourStart(hourOf(now) + 1));
  for (const isNow of [true, false]) {
    const some = finds.filter(({ find }) => isToldAtOnce(find, isPremium) === isNow);
    await rememberFinds(userId, some, dueOf(isNow), () => newNotificationId(now), now.getTime());
  }
  await tellPerson(userId, now);
}

/** What happened becomes what people are told. The same event twice tells nothing twice. */
export const handler = queueHandler(busEvent, async (message) => {
  const event = readDomainEvent(message);
  if (!event) return;
  const now = clock.now();
  for (const person of await findsOfEvent(event, now)) await tellOf(person, now);
});
