import type { Language } from '#core/language.ts';
import { type AlertReader, type AlertWords, alertWords } from '#core/notification/alert-words.ts';
import { carOf, type Notification } from '#core/notification/notification.ts';
import { lockedAmong } from '#functions/_adapters/dynamodb/cars.ts';
import { getLanguage } from '#functions/_adapters/dynamodb/people.ts';
import type { Caller } from '#functions/_runtime/caller.ts';
import { readViewer } from '#functions/use-cases/cars/read-viewer.ts';

/** Puts notifications into the words that this caller may read, in their language. */
export async function readWords(
  caller: Caller,
  notifications: readonly Notification[],
  asked: Language | undefined,
): Promise<{ notification: Notification; words: AlertWords }[]> {
  const viewer = await readViewer(caller);
  const reader: AlertReader = {
    viewer,
    language: asked ?? (await getLanguage(caller.id)) ?? 'en',
    // An alert written before must not tell what is locked today.
    lockedCarIds: await lockedAmong(
      notifications.flatMap(({ alert }) => carOf(alert)?.id ?? []),
      viewer,
    ),
  };
  return notifications.map((notification) => ({
    notification,
    words: alertWords(notification.alert, reader),
  }));
}
