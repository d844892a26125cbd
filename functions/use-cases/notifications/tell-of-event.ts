import { hourOf, hourStart } from '#core/automated-search/hour.ts';
import type { DomainEvent } from '#core/contract/messages.ts';
import { isToldAtOnce } from '#core/notification/find.ts';
import { hasPremium } from '#core/plan/access.ts';
import { rememberFinds } from '#functions/_adapters/dynamodb/pending-finds.ts';
import { getPlan } from '#functions/_adapters/dynamodb/people.ts';
import { findsOfEvent, type PersonFinds } from './finds-of-event.ts';
import { sendOutgoing } from './send-outgoing.ts';
import { newNotificationId, tellPerson } from './tell-person.ts';

/** Notes what a person is to be told now and what with the next hour, then tells them what is due. */
async function tellOf({ userId, finds, until }: PersonFinds, now: Date): Promise<void> {
  const isPremium = hasPremium(await getPlan(userId), now);
  const nextHour = hourStart(hourOf(now) + 1);
  const later = until !== undefined && until < nextHour ? until : nextHour;
  const dueOf = (isNow: boolean) => (isNow ? now.toISOString() : later);
  for (const isNow of [true, false]) {
    const some = finds.filter(({ find }) => isToldAtOnce(find, isPremium) === isNow);
    await rememberFinds(some, {
      userId,
      dueAt: dueOf(isNow),
      newId: () => newNotificationId(now),
      nowMs: now.getTime(),
    });
  }
  // The minute's look tells the rest when its hour has come.
  if (!finds.some(({ find }) => isToldAtOnce(find, isPremium))) return;
  if (await tellPerson(userId, now)) await sendOutgoing(userId, now);
}

/** Tells everybody whom an event concerns. The same event twice tells nothing twice. */
export async function tellOfEvent(event: DomainEvent, now: Date): Promise<void> {
  for (const person of await findsOfEvent(event, now)) await tellOf(person, now);
}
