import { randomBytes } from 'node:crypto';
import { isWanted } from '#core/notification/alert-settings.ts';
import { alertsOf, type Find } from '#core/notification/find.ts';
import { type Notification, notificationId } from '#core/notification/notification.ts';
import { hasPremium } from '#core/plan/access.ts';
import { getAlertSettings } from '#functions/_adapters/dynamodb/alert-settings.ts';
import { type DueFinds, listDueFinds, tell, trimInbox } from '#functions/_adapters/dynamodb/alerts.ts';
import { getPlan } from '#functions/_adapters/dynamodb/people.ts';
import { getSearch } from '#functions/_adapters/dynamodb/searches.ts';
import { log } from '#functions/_runtime/log.ts';

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

/** Tells a person everything that is due, as notifications. */
export async function tellPerson(userId: string, now: Date): Promise<void> {
  for (;;) {
    const due = firstBatch(await listDueFinds(userId, now.toISOString()));
    if (due.length === 0) return;
    const [plan, { settings }, finds] = await Promise.all([
      getPlan(userId),
      getAlertSettings(userId),
      keepCurrent(
        userId,
        due.flatMap((each) => each.finds),
      ),
    ]);
    const told = alertsOf(finds, hasPremium(plan, now)).map((alert) => ({
      id: newNotificationId(now),
      alert,
    }));
    const notifications: Notification[] = told
      .filter(({ alert }) => isWanted(settings, alert.kind, 'in_app'))
      .map(({ id, alert }) => ({ id, alert, createdAt: now.toISOString(), readAt: null }));
    // Somebody else tells the same at this moment: what is left shows in the next look.
    if (!(await tell({ userId, due, notifications }))) continue;
    log.info('a person was told', { finds: finds.length, notifications: notifications.length });
    await trimInbox(userId);
  }
}
