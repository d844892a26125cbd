import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Notification, readAtOf, typeOfKind } from '#core/alerts/alert.ts';
import { type AlertWords, alertWords } from '#core/alerts/alert-words.ts';
import { type AlertSettings, type MailBlock, sentFrom, withChosen } from '#core/alerts/settings.ts';
import type { Output } from '#core/contract/table.ts';
import { Failure } from '#core/failure.ts';
import type { Language } from '#core/shared.ts';
import { getLanguage } from '#functions/accounts/store.ts';
import { readViewer } from '#functions/cars/read-car.ts';
import { endpoint } from '#functions/endpoint.ts';
import { type Caller, requireSelf } from '#functions/platform/caller.ts';
import { clock } from '#functions/platform/clock.ts';
import { hashLink } from '#functions/searches/change-searches.ts';
import { readUnsubscribeToken, requirePublicHttps, testWebhook } from './channels.ts';
import { readPushKey } from './push-message.ts';
import { alertReader } from './send.ts';
import {
  blockMails,
  deleteNotification,
  getAlertSettings,
  getReadMark,
  listNotifications,
  listPushDevices,
  markAllRead,
  markRead,
  removePushDevice,
  rescheduleOutgoing,
  resubscribe,
  type StoredSettings,
  saveAlertSettings,
  savePushDevice,
} from './store.ts';

const mostDevices = 10;

/** Subscribing the same browser again updates the same device. */
export const addPushSubscriptionRoute = endpoint('POST /api/push-subscriptions', async ({ body }, caller) => {
  requirePublicHttps(body.endpoint);
  const id = hashLink(body.endpoint);
  const others = (await listPushDevices(caller.id)).filter((device) => device.id !== id);
  if (others.length >= mostDevices)
    throw new Failure(
      403,
      'too_many_devices',
      `Pushes go to ${mostDevices} devices at most. Remove one first.`,
    );
  const createdAt = clock.now().toISOString();
  await savePushDevice(caller.id, {
    id,
    endpoint: body.endpoint,
    keys: body.keys,
    label: body.label ?? '',
    createdAt,
  });
  return { id };
});

function emailState(isPremium: boolean, block: MailBlock | null) {
  return block ?? (isPremium ? 'ok' : 'premium_only');
}

function webhookState({ settings, webhookFailures }: StoredSettings) {
  if (!settings.webhook) return 'none';
  return webhookFailures > 0 ? 'failing' : 'ok';
}

/** What a person is told, with the state of each channel. */
export async function settingsAnswer(
  userId: string,
  stored: StoredSettings,
): Promise<Output<'GET /api/notification-settings'>> {
  const [viewer, key, devices] = await Promise.all([
    readViewer({ id: userId }),
    readPushKey(),
    listPushDevices(userId),
  ]);
  return {
    settings: stored.settings,
    email_state: emailState(viewer.isPremium, stored.mailBlock),
    webhook_secret: stored.settings.webhook && stored.webhookSecret,
    webhook_state: webhookState(stored),
    push: {
      public_key: key.publicKey.toString('base64url'),
      devices: devices.map(({ id, label, createdAt }) => ({ id, label, created_at: createdAt })),
    },
  };
}

const whenSent = ({ daily_digest, quiet_hours }: AlertSettings) => [daily_digest, quiet_hours];

export const changeNotificationSettingsRoute = endpoint(
  'PUT /api/notification-settings',
  async ({ body }, caller) => {
    if (body.webhook) requirePublicHttps(body.webhook.url);
    const before = await getAlertSettings(caller.id);
    const {
      resume_mails: wantsMails = false,
      renew_webhook_secret: wantsNewSecret = false,
      test_webhook: wantsTest = false,
      ...changed
    } = body;
    const settings = {
      ...before.settings,
      ...changed,
      kinds: withChosen(before.settings.kinds, changed.kinds),
    };
    // Deliveries carry a signature and never the secret, so changing the address keeps the secret and a receiver that moved
    // continues to work. Somebody who shared the secret with a former receiver can request a new one.
    const hasSecret = before.settings.webhook !== null && before.webhookSecret !== null;
    const isNew = settings.webhook !== null && (wantsNewSecret || !hasSecret);
    const newWebhookSecret = isNew ? randomBytes(24).toString('base64url') : null;
    const stored = await saveAlertSettings(caller.id, settings, { newWebhookSecret, wantsMails });
    if (!isDeepStrictEqual(whenSent(before.settings), whenSent(settings)))
      await rescheduleOutgoing(caller.id, (kinds) => sentFrom(clock.now(), kinds, settings));
    const status = wantsTest ? await testWebhook(stored, (await getLanguage(caller.id)) ?? 'en') : null;
    return {
      ...(await settingsAnswer(caller.id, stored)),
      ...(status !== null && { webhook_test: status }),
    };
  },
);

export const deleteNotificationRoute = endpoint(
  'DELETE /api/notifications/{id}',
  async ({ params }, caller) => {
    if (!(await deleteNotification(caller.id, params.id)))
      throw new Failure(404, 'not_found', 'This notification no longer exists.');
    return { success: true };
  },
);

export const getNotificationSettingsRoute = endpoint('GET /api/notification-settings', async (_, caller) =>
  settingsAnswer(caller.id, await getAlertSettings(caller.id)),
);

/** Counted on each request: a person has a few hundred at most, and a stored counter could drift. */
export const getNotificationStatsRoute = endpoint(
  'GET /api/notifications/{id}/stats',
  async ({ params }, caller) => {
    requireSelf(caller, params.id);
    const [all, mark] = await Promise.all([listNotifications(caller.id), getReadMark(caller.id)]);
    const unreadNotifications = all.filter((each) => readAtOf(each, mark) === null).length;
    return { success: true, stats: { totalNotifications: all.length, unreadNotifications } };
  },
);

/** Renders notifications in this caller's language, leaving out what they may not see. */
export async function readWords(
  caller: Caller,
  notifications: readonly Notification[],
  asked: Language | undefined,
): Promise<{ notification: Notification; words: AlertWords }[]> {
  const language = asked ?? (await getLanguage(caller.id)) ?? 'en';
  const alerts = notifications.map(({ alert }) => alert);
  const reader = await alertReader(await readViewer(caller), language, alerts, clock.now());
  return notifications.map((notification) => ({
    notification,
    words: alertWords(notification.alert, reader),
  }));
}

const defaultPageSize = 10;

export const listNotificationsRoute = endpoint(
  'GET /api/notifications/{id}',
  async ({ params, query }, caller) => {
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
        cars: words.cars.map(({ id, title, price, gap, facts, warning, smallPhoto, path }) => ({
          ...{ id, title, price, gap, facts, warning, path },
          image_url: smallPhoto,
        })),
      };
    });
    return {
      success: true,
      notifications,
      pagination: { page, pageSize, totalCount: fitting.length, totalPages },
    };
  },
);

export const readAllNotificationsRoute = endpoint(
  'PUT /api/notifications/{id}/read-all',
  async ({ params }, caller) => {
    requireSelf(caller, params.id);
    await markAllRead(caller.id, clock.now().toISOString());
    return { success: true };
  },
);

export const readNotificationRoute = endpoint(
  'PUT /api/notifications/{id}/read',
  async ({ params }, caller) => {
    if (!(await markRead(caller.id, params.id, clock.now().toISOString())))
      throw new Failure(404, 'not_found', 'This notification no longer exists.');
    return { success: true };
  },
);

export const removePushSubscriptionRoute = endpoint(
  'DELETE /api/push-subscriptions/{id}',
  async ({ params }, caller) => {
    await removePushDevice(caller.id, params.id);
    return { ok: true };
  },
);

export const unsubscribeMailsRoute = endpoint('POST /api/unsubscribe', async ({ query }) => {
  const userId = await readUnsubscribeToken(query.token);
  if (userId === null) throw new Failure(404, 'not_found', 'This link is not one of ours.');
  await (query.undo ? resubscribe(userId) : blockMails(userId, 'unsubscribed'));
  return { ok: true };
});
