import * as z from 'zod/mini';
import { notificationKinds, notificationTypes } from '#core/alerts/alert.ts';
import { eachChannel } from '#core/alerts/settings.ts';
import { changes, done, queryInteger, rows } from '#core/contract/route.ts';
import { languages } from '#core/shared.ts';

const userId = z.optional(z.string().check(z.maxLength(128)));
const language = z.optional(z.enum(languages));
const success = z.object({ success: z.literal(true) });

const notification = z.object({
  id: z.string(),
  type: z.enum(notificationTypes),
  /** What happened; finer than the type. */
  kind: z.enum(notificationKinds),
  title: z.string(),
  message: z.string(),
  is_read: z.boolean(),
  read_at: z.nullable(z.string()),
  created_at: z.string(),
  /** The car that it is about; null if there is none or the reader may not see it. */
  car_id: z.nullable(z.string()),
  /** The path in the web app that a click opens; null if there is none. */
  path: z.nullable(z.string()),
  /** The car, or the best of several, if the reader may see it. */
  cars: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      /** As a sentence, like the message. */
      price: z.string(),
      /** Its price compared with the market; null if unknown or not visible to the reader. */
      gap: z.nullable(z.string()),
      /** Year, mileage and town; null if unknown. */
      facts: z.nullable(z.string()),
      /** The most important finding to check. */
      warning: z.nullable(z.string()),
      image_url: z.nullable(z.string()),
      path: z.string(),
    }),
  ),
});

const channels = z.object(eachChannel(z.boolean()));
const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
export const webhookFormats = ['json', 'ntfy', 'discord', 'slack'] as const;
const webhook = z.object({
  url: z.string().check(z.maxLength(1000)),
  /** `json`: a signed JSON document; `ntfy`: text with ntfy's headers; the others: what these services' webhooks take. */
  format: z.enum(webhookFormats),
});

export const notificationSettings = z.object({
  kinds: z.record(z.enum(notificationKinds), channels),
  /** Copenhagen time; mails, pushes and webhooks wait until the hours are over. Null: no quiet hours. */
  quiet_hours: z.nullable(z.object({ from: clockTime, to: clockTime })),
  /** Copenhagen time of one delivery a day of all news of cars, by mail, push and webhook. Null: each goes at once. */
  daily_digest: z.nullable(clockTime),
  /** Automated searches without alerts; their cars are still added to the discoveries. */
  muted_searches: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(50)),
  webhook: z.nullable(webhook),
});
export type NotificationSettingsWire = z.infer<typeof notificationSettings>;

const settingsAnswer = z.object({
  settings: notificationSettings,
  /**
   * `premium_only`: only news of purchases is mailed, because other mails are part of premium; `bounced`, `complained`: the
   * mailbox refused our mails.
   */
  email_state: z.enum(['ok', 'premium_only', 'bounced', 'complained', 'unsubscribed']),
  /** The secret that signs the webhook's documents; null without a webhook. */
  webhook_secret: z.nullable(z.string()),
  webhook_state: z.enum(['none', 'ok', 'failing']),
  /** The result of a requested test: the HTTP status of the address; 0 if there was no answer. */
  webhook_test: z.optional(z.object({ status: z.number(), is_taken: z.boolean() })),
  push: z.object({
    /** The applicationServerKey for PushManager.subscribe(). */
    public_key: z.string(),
    devices: z.array(z.object({ id: z.string(), label: z.string(), created_at: z.string() })),
  }),
});

export const notificationRoutes = rows('alerts', {
  'GET /api/notifications/{id}': {
    name: 'list-notifications',
    auth: 'user',
    needs: ['table:read'],
    summary:
      'Notifications of the user {id}, newest first; with `since`, what was missed from that moment on.',
    query: z.object({
      page: z.optional(queryInteger(1, 99_999)),
      pageSize: z.optional(queryInteger(1, 100)),
      unreadOnly: z.optional(z.enum(['true', 'false'])),
      type: z.optional(z.enum([...notificationTypes, 'all'])),
      since: z.optional(z.iso.datetime()),
      language,
    }),
    response: z.object({
      success: z.literal(true),
      notifications: z.array(notification),
      pagination: z.object({
        page: z.number(),
        pageSize: z.number(),
        totalCount: z.number(),
        totalPages: z.number(),
      }),
    }),
  },
  'GET /api/notifications/{id}/stats': {
    name: 'get-notification-stats',
    auth: 'user',
    needs: ['table:read'],
    summary: 'How many notifications the user {id} has, and how many are unread.',
    response: z.object({
      success: z.literal(true),
      stats: z.object({ totalNotifications: z.number(), unreadNotifications: z.number() }),
    }),
  },
  'PUT /api/notifications/{id}/read-all': {
    name: 'read-all-notifications',
    auth: 'user',
    needs: ['table:write'],
    summary: 'Mark every notification of the user {id} as read.',
    body: z.object({ userId }),
    response: success,
  },
  'PUT /api/notifications/{id}/read': {
    name: 'read-notification',
    auth: 'user',
    needs: ['table:write'],
    summary: 'Mark the notification {id} as read.',
    body: z.object({ userId }),
    response: success,
  },
  'DELETE /api/notifications/{id}': {
    name: 'delete-notification',
    auth: 'user',
    needs: ['table:write'],
    summary: 'Delete the notification {id}; the same thing is not told again.',
    query: z.object({ userId }),
    body: z.object({ userId }),
    response: success,
  },
  'GET /api/notification-settings': {
    name: 'get-notification-settings',
    auth: 'user',
    needs: ['table:read', 'push-secret:read'],
    summary: 'What the caller is told and on which channels.',
    response: settingsAnswer,
  },
  'PUT /api/notification-settings': {
    name: 'change-notification-settings',
    auth: 'user',
    needs: ['table:write', 'push-secret:read'],
    summary:
      'Change what the caller is told; what is left out stays as it is. A webhook keeps its signing secret, whatever its address, until it is removed or a new one is asked for.',
    /** An app that was opened before a deployment leaves out the newest setting, kind or channel. */
    body: z.extend(z.partial(notificationSettings), {
      kinds: z.partialRecord(z.enum(notificationKinds), z.partial(channels)),
      /** Resumes mails, whatever stopped them. */
      resume_mails: z.optional(z.literal(true)),
      renew_webhook_secret: z.optional(z.literal(true)),
      /** Sends a test to the webhook after saving. */
      test_webhook: z.optional(z.literal(true)),
    }),
    response: settingsAnswer,
  },
  'POST /api/push-subscriptions': {
    name: 'add-push-subscription',
    auth: 'user',
    needs: ['table:write'],
    summary: 'Let this browser receive pushes: what PushManager.subscribe() answered, as JSON.',
    body: z.object({
      endpoint: z.string().check(z.maxLength(1000)),
      keys: z.object({
        p256dh: z.string().check(z.regex(/^[\w-]{86,88}=?$/)),
        auth: z.string().check(z.regex(/^[\w-]{21,24}={0,2}$/)),
      }),
      /** The device's name as the person may know it, "Firefox on Windows". */
      label: z.optional(z.string().check(z.trim(), z.maxLength(60))),
    }),
    response: z.object({ id: z.string() }),
    status: 201,
  },
  'DELETE /api/push-subscriptions/{id}': {
    name: 'remove-push-subscription',
    ...changes,
    summary: 'Push no more to this device.',
  },
  'POST /api/unsubscribe': {
    name: 'unsubscribe-mails',
    refuses: [404],
    bodyIsOptional: true,
    auth: 'public',
    needs: ['table:write', 'push-secret:read'],
    summary:
      'One click of a mail program (RFC 8058): no more mails to who holds this link; with `undo`, mails again.',
    query: z.object({ token: z.string().check(z.maxLength(300)), undo: z.optional(z.literal('1')) }),
    body: 'raw',
    response: done,
  },
});
