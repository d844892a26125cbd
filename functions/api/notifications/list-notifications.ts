import { typeOfKind } from '#core/notification/kinds.ts';
import { readAtOf } from '#core/notification/notification.ts';
import { getReadMark, listNotifications } from '#functions/_adapters/dynamodb/notifications.ts';
import { requireSelf } from '#functions/_runtime/caller.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { readWords } from './reader.ts';

const defaultPageSize = 10;

export const handler = endpoint('GET /api/notifications/{id}', async ({ params, query }, caller) => {
  requireSelf(caller, params.id);
  const [all, mark] = await Promise.all([listNotifications(caller.id), getReadMark(caller.id)]);
  const { type = 'all', since, unreadOnly } = query;
  const fitting = all.filter(
    (each) =>
      (type === 'all' || typeOfKind[each.alert.kind] === type) &&
      (unreadOnly !== 'true' || readAtOf(each, mark) === null) &&
      (since === undefined || Date.parse(each.createdAt) >= Date.parse(since)),
  );
  const pageSize = query.pageSize ?? defaultPageSize;
  const totalPages = Math.max(1, Math.ceil(fitting.length / pageSize));
  const page = Math.min(query.page ?? 1, totalPages);
  const shown = fitting.slice((page - 1) * pageSize, page * pageSize);
  const notifications = (await readWords(caller, shown, query.language)).map(({ notification, words }) => {
    const readAt = readAtOf(notification, mark);
    return {
      id: notification.id,
      kind: notification.alert.kind,
      type: typeOfKind[notification.alert.kind],
      title: words.title,
      message: words.message,
      is_read: readAt !== null,
      read_at: readAt,
      created_at: notification.createdAt,
      car_id: words.carId,
      path: words.path,
    };
  });
  return {
    success: true,
    notifications,
    pagination: { page, pageSize, totalCount: fitting.length, totalPages },
  };
});
