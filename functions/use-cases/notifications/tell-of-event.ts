import { hourOf, hourStart } from '#core/automated-search/hour.ts';
import type { DomainEvent } from '#core/contract/messages.ts';
import { isToldAtOnce } from '#core/notification/happening.ts';
import { hasPremium } from '#core/plan/access.ts';
import { rememberHappenings } from '#functions/_adapters/dynamodb/pending-happenings.ts';
import { getPlan } from '#functions/_adapters/dynamodb/people.ts';
import { happeningsOfEvent, type PersonHappenings } from './happenings-of-event.ts';
import { sendOutgoing } from './send-outgoing.ts';
import { newNotificationId, tellPerson } from './tell-person.ts';

/** Notes what a person is to be told now and what with the next hour, then tells them what is due. */
async function tellOf({ userId, happenings, until }: PersonHappenings, now: Date): Promise<void> {
  const isPremium = hasPremium(await getPlan(userId), now);
  const nextHour = hourStart(hourOf(now) + 1);
  const later = until !== undefined && until < nextHour ? until : nextHour;
  const dueOf = (isNow: boolean) => (isNow ? now.toISOString() : later);
  for (const isNow of [true, false]) {
    const some = happenings.filter(({ happening }) => isToldAtOnce(happening, isPremium) === isNow);
    await rememberHappenings(some, {
      userId,
      dueAt: dueOf(isNow),
      newId: () => newNotificationId(now),
      nowMs: now.getTime(),
    });
  }
  // The minute's look tells the rest when its hour has come.
  if (!happenings.some(({ happening }) => isToldAtOnce(happening, isPremium))) return;
  if (await tellPerson(userId, now)) await sendOutgoing(userId, now);
}

/** Tells everybody whom an event concerns. The same event twice tells nothing twice. */
export async function tellOfEvent(event: DomainEvent, now: Date): Promise<void> {
  for (const person of await happeningsOfEvent(event, now)) await tellOf(person, now);
}
