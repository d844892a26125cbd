import { readAtOf } from '#core/notification/notification.ts';
import { getReadMark, listNotifications } from '#functions/_adapters/dynamodb/notifications.ts';
import { requireSelf } from '#functions/_runtime/caller.ts';
import { endpoint } from '#functions/api/endpoint.ts';

/** Counted anew each time: a person has a few hundred at most, and a counter of its own could drift. */
export const handler = endpoint('GET /api/notifications/{id}/stats', async ({ params }, caller) => {
  requireSelf(caller, params.id);
  const [all, mark] = await Promise.all([listNotifications(caller.id), getReadMark(caller.id)]);
  const unreadNotifications = all.filter((each) => readAtOf(each, mark) === null).length;
  return { success: true, stats: { totalNotifications: all.length, unreadNotifications } };
});
