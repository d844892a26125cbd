import { randomBytes } from 'node:crypto';
import { isWanted } from '#core/notification/alert-settings.ts';
import { alertsOf, type Happening } from '#core/notification/happening.ts';
import { type Alert, type Notification, notificationId } from '#core/notification/notification.ts';
import { undisturbedFrom } from '#core/notification/quiet-hours.ts';
import { hasPremium } from '#core/plan/access.ts';
import { getAlertSettings, type StoredSettings } from '#functions/_adapters/dynamodb/alert-settings.ts';
import { tell, trimInbox } from '#functions/_adapters/dynamodb/alerts.ts';
import { currentIdsOf } from '#functions/_adapters/dynamodb/cars.ts';
import type { Outgoing } from '#functions/_adapters/dynamodb/outgoing.ts';
import { type DueHappenings, listDueHappenings } from '#functions/_adapters/dynamodb/pending-happenings.ts';
import { getPlan } from '#functions/_adapters/dynamodb/people.ts';
import { getSearch } from '#functions/_adapters/dynamodb/searches.ts';
import { log } from '#functions/_runtime/log.ts';
import { channelsOf } from './channels-of.ts';

/** Bounds what one transaction tells. */
const mostItemsAtOnce = 20;
const mostHappeningsAtOnce = 60;

export const newNotificationId = (now: Date): string =>
  notificationId(now.getTime(), randomBytes(6).toString('base64url'));

/** The first items that fit into one transaction: at least one. */
function firstBatch(due: DueHappenings): DueHappenings {
  let happenings = 0;
  const fits = due.slice(0, mostItemsAtOnce).findIndex((each) => {
    happenings += each.happenings.length;
    return happenings > mostHappeningsAtOnce;
  });
  return due.slice(0, fits === -1 ? mostItemsAtOnce : Math.max(1, fits));
}

/** Leaves out the happenings of searches that were cancelled since. */
async function keepCurrent(userId: string, happenings: readonly Happening[]): Promise<Happening[]> {
  const ids = [
    ...new Set(
      happenings.flatMap((happening) =>
        'search' in happening && happening.search ? [happening.search.id] : [],
      ),
    ),
  ];
  const searches = await Promise.all(ids.map((id) => getSearch(userId, id)));
  const kept = new Set(searches.map((search) => search?.id));
  return happenings.filter(
    (happening) => !('search' in happening && happening.search) || kept.has(happening.search.id),
  );
}

/** Two happenings of one kind whose cars turned out to be one before they were told are one. */
async function joinSame(happenings: readonly Happening[]): Promise<Happening[]> {
  const idOf = (happening: Happening) => ('car' in happening ? happening.car.id : null);
  const current = await currentIdsOf(happenings.flatMap((happening) => idOf(happening) ?? []));
  const keyOf = (happening: Happening) => {
    const id = idOf(happening);
    return id === null ? happening : `${happening.kind} ${current.get(id) ?? id}`;
  };
  return [
    ...new Map(happenings.map((happening) => [keyOf(happening), happening] as const).toReversed()).values(),
  ].toReversed();
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
    const waiting = await listDueHappenings(userId, now.toISOString());
    const due = firstBatch(waiting);
    if (due.length === 0) return isSent;
    const [plan, stored, happenings] = await Promise.all([
      getPlan(userId),
      getAlertSettings(userId),
      keepCurrent(
        userId,
        due.flatMap((each) => each.happenings),
      ),
    ]);
    const isPremium = hasPremium(plan, now);
    const told = alertsOf(await joinSame(happenings), isPremium).map((alert) => ({
      id: newNotificationId(now),
      alert,
    }));
    const notifications: Notification[] = told
      .filter(({ alert }) => isWanted(stored.settings, alert.kind, 'in_app'))
      .map(({ id, alert }) => ({ id, alert, createdAt: now.toISOString(), readAt: null }));
    // Somebody else tells the same at this moment: what is left shows in the next look.
    const outgoing = await outgoingOf(userId, told, stored, isPremium, now);
    if (!(await tell({ userId, due, notifications, outgoing }))) continue;
    log.info('a person was told', { happenings: happenings.length, notifications: notifications.length });
    isSent ||= outgoing !== null;
    await trimInbox(userId);
    if (due.length === waiting.length) return isSent;
  }
}
