import { randomBytes } from 'node:crypto';
import { isWanted } from '#core/notification/alert-settings.ts';
import { alertsOf, type Find } from '#core/notification/find.ts';
import { type Alert, type Notification, notificationId } from '#core/notification/notification.ts';
import { undisturbedFrom } from '#core/notification/quiet-hours.ts';
import { hasPremium } from '#core/plan/access.ts';
import { getAlertSettings, type StoredSettings } from '#functions/_adapters/dynamodb/alert-settings.ts';
import { tell, trimInbox } from '#functions/_adapters/dynamodb/alerts.ts';
import { currentIdsOf } from '#functions/_adapters/dynamodb/cars.ts';
import type { Outgoing } from '#functions/_adapters/dynamodb/outgoing.ts';
import { type DueFinds, listDueFinds } from '#functions/_adapters/dynamodb/pending-finds.ts';
import { getPlan } from '#functions/_adapters/dynamodb/people.ts';
import { getSearch } from '#functions/_adapters/dynamodb/searches.ts';
import { log } from '#functions/_runtime/log.ts';
import { channelsOf } from './channels-of.ts';

/** Bounds what one transaction tells. */
const mostItemsAtOnce = 20;
const mostFindsAtOnce = 60;

export const newNotificationId = (now: Date): string =>
  notificationId(now.getTime(), randomBytes(6).toString('base64url'));

/** The first items that fit into one transaction: at least one. */
function firstBatch(due: DueFinds): DueFinds {
  let finds = 0;
  const fits = due.slice(0, mostItemsAtOnce).findIndex((each) => {
    finds += each.finds.length;
    return finds > mostFindsAtOnce;
  });
  return due.slice(0, fits === -1 ? mostItemsAtOnce : Math.max(1, fits));
}

/** Leaves out the finds of searches that were cancelled since. */
async function keepCurrent(userId: string, finds: readonly Find[]): Promise<Find[]> {
  const ids = [
    ...new Set(finds.flatMap((find) => ('search' in find && find.search ? [find.search.id] : []))),
  ];
  const searches = await Promise.all(ids.map((id) => getSearch(userId, id)));
  const kept = new Set(searches.map((search) => search?.id));
  return finds.filter((find) => !('search' in find && find.search) || kept.has(find.search.id));
}

/** Two finds of one kind whose cars turned out to be one before they were told are one. */
async function joinSame(finds: readonly Find[]): Promise<Find[]> {
  const idOf = (find: Find) => ('car' in find ? find.car.id : null);
  const current = await currentIdsOf(finds.flatMap((find) => idOf(find) ?? []));
  const keyOf = (find: Find) => {
    const id = idOf(find);
    return id === null ? find : `${find.kind} ${current.get(id) ?? id}`;
  };
  return [...new Map(finds.map((find) => [keyOf(find), find] as const).toReversed()).values()].toReversed();
}

/** What leaves the app, when the person may be disturbed; null when nothing is wanted on a way out that they have. */
async function outgoingOf(
  userId: string,
  told: readonly { id: string; alert: Alert }[],
  stored: StoredSettings,
  isPremium: boolean,
  now: Date,
): Promise<Outgoing | null> {
  const channels = await channelsOf(userId, stored, isPremium);
  const { settings } = stored;
  const at = now.toISOString();
  const alerts = told
    .filter(({ alert }) => channels.some((channel) => isWanted(settings, alert.kind, channel)))
    .map(({ id, alert }) => ({ id, at, alert }));
  if (alerts.length === 0) return null;
  const dueAt = undisturbedFrom(now, settings.quiet_hours).toISOString();
  return { userId, id: newNotificationId(now), alerts, dueAt, done: [], attempts: 0 };
}

/**
 * Tells a person everything that is due, as notifications and as what is then sent to them. True when some of it is to
 * leave the app.
 */
export async function tellPerson(userId: string, now: Date): Promise<boolean> {
  let isSent = false;
  for (;;) {
    const waiting = await listDueFinds(userId, now.toISOString());
    const due = firstBatch(waiting);
    if (due.length === 0) return isSent;
    const [plan, stored, finds] = await Promise.all([
      getPlan(userId),
      getAlertSettings(userId),
      keepCurrent(
        userId,
        due.flatMap((each) => each.finds),
      ),
    ]);
    const isPremium = hasPremium(plan, now);
    const told = alertsOf(await joinSame(finds), isPremium).map((alert) => ({
      id: newNotificationId(now),
      alert,
    }));
    const notifications: Notification[] = told
      .filter(({ alert }) => isWanted(stored.settings, alert.kind, 'in_app'))
      .map(({ id, alert }) => ({ id, alert, createdAt: now.toISOString(), readAt: null }));
    // Somebody else tells the same at this moment: what is left shows in the next look.
    const outgoing = await outgoingOf(userId, told, stored, isPremium, now);
    if (!(await tell({ userId, due, notifications, outgoing }))) continue;
    log.info('a person was told', { finds: finds.length, notifications: notifications.length });
    isSent ||= outgoing !== null;
    await trimInbox(userId);
    if (due.length === waiting.length) return isSent;
  }
}
