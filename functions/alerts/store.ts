import {
  type Alert,
  type Happening,
  mostNotifications,
  type Notification,
  type NotificationKind,
  type ReadMark,
  toDrop,
} from '#core/alerts/alert.ts';
import { type AlertSettings, completeSettings, type MailBlock } from '#core/alerts/settings.ts';
import { userKeys } from '#functions/platform/keys.ts';
import {
  changeExisting,
  changeIf,
  changeItem,
  deleteItem,
  failedStep,
  getItem,
  getItems,
  type Item,
  put,
  putItem,
  queryAll,
  remove,
  type TransactItem,
  transact,
  transactIf,
  update,
} from '#functions/platform/table.ts';
import { unlessErased, waiting } from '#functions/platform/table-conditions.ts';

/** A person's alert settings with the state the service keeps for them. */
export type StoredSettings = {
  settings: AlertSettings;
  mailBlock: MailBlock | null;
  /** Signs webhook deliveries until the webhook is removed or the person requests a new secret. */
  webhookSecret: string | null;
  webhookFailures: number;
};

const toStored = (item: Item | null): StoredSettings => ({
  settings: completeSettings((item?.settings as Partial<AlertSettings> | undefined) ?? null),
  mailBlock: (item?.mailBlock as MailBlock | undefined) ?? null,
  webhookSecret: (item?.webhookSecret as string | undefined) ?? null,
  webhookFailures: Number(item?.webhookFailures ?? 0),
});

export async function getAlertSettings(userId: string): Promise<StoredSettings> {
  return toStored(await getItem(userKeys.alertSettings(userId)));
}

/**
 * Stores new settings. `newWebhookSecret` null keeps the current one. `wantsMails`: the person switched mails on again,
 * which lifts any block.
 */
export async function saveAlertSettings(
  userId: string,
  settings: AlertSettings,
  { newWebhookSecret, wantsMails }: { newWebhookSecret: string | null; wantsMails: boolean },
): Promise<StoredSettings> {
  const item = await changeItem(userKeys.alertSettings(userId), {
    set: { kind: 'ALERTSETTINGS', settings, webhookSecret: newWebhookSecret ?? undefined },
    remove: ['webhookFailures', ...(wantsMails ? ['mailBlock'] : [])],
  });
  return toStored(item);
}

/** Stops mails to a person. Writes nothing for an account that was erased meanwhile. */
export async function blockMails(userId: string, block: MailBlock): Promise<void> {
  await transactIf([
    unlessErased(userId),
    update(userKeys.alertSettings(userId), { set: { kind: 'ALERTSETTINGS', mailBlock: block } }),
  ]);
}

/** Takes an unsubscribe back; a mailbox that bounced or complained stays blocked. */
export async function resubscribe(userId: string): Promise<void> {
  await changeIf(userKeys.alertSettings(userId), {
    remove: ['mailBlock'],
    condition: 'mailBlock = :unsubscribed',
    values: { ':unsubscribed': 'unsubscribed' satisfies MailBlock },
  });
}

/** Counts consecutive webhook failures; a success resets the count. */
export async function countWebhookFailure(userId: string, isTaken: boolean): Promise<void> {
  await changeItem(userKeys.alertSettings(userId), {
    ...(isTaken ? { remove: ['webhookFailures'] } : { add: { webhookFailures: 1 } }),
    condition: 'attribute_exists(pk)',
  });
}

const toNotification = (item: Item): Notification => ({
  id: String(item.id),
  createdAt: String(item.createdAt),
  readAt: (item.readAt as string | undefined) ?? null,
  alert: item.alert as Notification['alert'],
});

/** Newest first. */
export async function listNotifications(userId: string): Promise<Notification[]> {
  const items = await queryAll(userKeys.partition(userId), userKeys.notificationPrefix, {
    newestFirst: true,
  });
  return items.map(toNotification);
}

/** The newest notification when everything was marked as read; null when that never happened. */
export async function getReadMark(userId: string): Promise<ReadMark | null> {
  const item = await getItem(userKeys.inbox(userId));
  return (item?.readMark as ReadMark | undefined) ?? null;
}

/** Marks everything up to the newest one as read: one write, whatever their number. */
export async function markAllRead(userId: string, at: string): Promise<void> {
  const [newest] = await queryAll(userKeys.partition(userId), userKeys.notificationPrefix, {
    newestFirst: true,
    ProjectionExpression: 'id',
  });
  if (!newest) return;
  const readMark: ReadMark = { upToId: String(newest.id), at };
  await changeItem(userKeys.inbox(userId), { set: { kind: 'INBOX', readMark } });
}

/** Marks one as read and keeps the first time. False when it does not exist. */
export const markRead = (userId: string, id: string, at: string): Promise<boolean> =>
  changeExisting(userKeys.notification(userId, id), { setOnce: { readAt: at } });

/** Deletes one. False when it does not exist. Its dedupe key remains, so that it is not told again. */
export const deleteNotification = (userId: string, id: string): Promise<boolean> =>
  transactIf([remove(userKeys.notification(userId, id), 'attribute_exists(pk)'), countKept(userId, -1)]);

/** Changes the number of notifications. */
const countKept = (userId: string, by: number): TransactItem =>
  update(userKeys.inbox(userId), { set: { kind: 'INBOX' }, add: { kept: by } });

/** Alerts to be sent by mail, push and webhook. They are stored whole, because their notification may be deleted. */
export type Outgoing = {
  userId: string;
  id: string;
  alerts: { id: string; at: string; alert: Alert }[];
  dueAt: string;
  /** Channels already served. */
  done: string[];
  attempts: number;
};

export function outgoingItem({ userId, id, alerts, dueAt, done, attempts: tried }: Outgoing): Item {
  return {
    ...userKeys.outgoing(userId, id),
    ...waiting(userId, dueAt),
    kind: 'OUTGOING',
    ...{ id, alerts, dueAt, done, attempts: tried },
  };
}

/** Leases a person's due deliveries for `leaseMs`; if the sender dies, the next run takes them again after that. */
export async function takeDueOutgoing(userId: string, now: Date, leaseMs: number): Promise<Outgoing[]> {
  const items = await queryAll(userKeys.partition(userId), userKeys.outgoingPrefix);
  const due = items.filter(({ dueAt }) => String(dueAt) <= now.toISOString());
  const until = new Date(now.getTime() + leaseMs).toISOString();
  const taken = await Promise.all(due.map((item) => takeOutgoing(userId, item, until)));
  return taken.filter((each) => each !== null);
}

const toOutgoing = (userId: string, item: Item): Outgoing => ({
  userId,
  id: String(item.id),
  alerts: item.alerts as Outgoing['alerts'],
  dueAt: String(item.dueAt),
  done: item.done as string[],
  attempts: Number(item.attempts),
});

/** Makes a person's deliveries that nobody has begun due at another time. */
export async function rescheduleOutgoing(
  userId: string,
  dueFrom: (kinds: NotificationKind[]) => Date,
): Promise<void> {
  const items = await queryAll(userKeys.partition(userId), userKeys.outgoingPrefix);
  const waitingOnes = items.map((item) => toOutgoing(userId, item)).filter((each) => each.attempts === 0);
  await Promise.all(
    waitingOnes.map((outgoing) => {
      const dueAt = dueFrom(outgoing.alerts.map(({ alert }) => alert.kind)).toISOString();
      return changeOutgoing(outgoing, dueAt, 'dueAt = :seen', { ':seen': outgoing.dueAt });
    }),
  );
}

async function takeOutgoing(userId: string, item: Item, until: string): Promise<Outgoing | null> {
  const seen = toOutgoing(userId, item);
  const outgoing = { ...seen, attempts: seen.attempts + 1 };
  const isTaken = await changeOutgoing(outgoing, until, 'dueAt = :seen', { ':seen': outgoing.dueAt });
  return isTaken ? outgoing : null;
}

/** Stores which channels were served and when the rest is due. False when the condition no longer holds. */
export async function changeOutgoing(
  { userId, id, done, attempts: tried }: Outgoing,
  dueAt: string,
  condition = 'attribute_exists(pk)',
  values?: Record<string, unknown>,
): Promise<boolean> {
  const { gsi2sk } = waiting(userId, dueAt);
  return changeIf(userKeys.outgoing(userId, id), {
    set: { dueAt, gsi2sk, done, attempts: tried },
    condition,
    values,
  });
}

export const dropOutgoing = ({ userId, id }: Outgoing): Promise<void> =>
  deleteItem(userKeys.outgoing(userId, id));

/** A happening with its dedupe key (core/alerts/alert.ts). */
export type NamedHappening = {
  key: string;
  happening: Happening;
  /** Dedupe keys of the same happening from when its car had other ids. */
  formerKeys?: readonly string[];
};

/** TTL of a dedupe key: longer than any ad lives. */
const seenSeconds = 365 * 86_400;
/** A transaction holds at most a hundred items. */
export const mostAtOnce = 90;
const attempts = 6;

async function unseen(
  userId: string,
  distinct: readonly NamedHappening[],
): Promise<readonly NamedHappening[]> {
  const keysOf = ({ key, formerKeys = [] }: NamedHappening) => [key, ...formerKeys];
  const keys = [...new Set(distinct.flatMap(keysOf))];
  const items = await getItems(keys.map((key) => userKeys.seen(userId, key)));
  const known = new Set(items.map((item) => item.sk));
  return distinct.filter((each) => !keysOf(each).some((key) => known.has(userKeys.seen(userId, key).sk)));
}

/**
 * The person, when the happening may be told (ISO), and the id of the pending item; the TTL of the dedupe key starts at
 * `nowMs`.
 */
export type Remembering = { userId: string; dueAt: string; newId: () => string; nowMs: number };

async function rememberSome(
  happenings: readonly NamedHappening[],
  { userId, dueAt, newId, nowMs }: Remembering,
): Promise<void> {
  const ttl = Math.floor(nowMs / 1000) + seenSeconds;
  const distinct = [...new Map(happenings.map((each) => [each.key, each])).values()];
  for (let attempt = 0; attempt < attempts; attempt++) {
    // Most happenings are new: existing keys are read only when the write fails, or when former keys must be compared.
    const isPlain = !distinct.some(({ formerKeys = [] }) => formerKeys.length > 0);
    const fresh = attempt === 0 && isPlain ? distinct : await unseen(userId, distinct);
    if (fresh.length === 0) return;
    const pending: Item = {
      ...userKeys.pending(userId, dueAt, newId()),
      ...waiting(userId, dueAt),
      kind: 'PENDING',
      finds: fresh.map(({ happening }) => happening),
    };
    const failed = await failedStep([
      unlessErased(userId),
      ...fresh.map(({ key }) =>
        put({ ...userKeys.seen(userId, key), kind: 'SEEN', ttl }, 'attribute_not_exists(pk)'),
      ),
      put(pending),
    ]);
    // Written, or the account was erased. Otherwise a concurrent delivery of the same event has written some: read what is
    // left.
    if (failed === null || failed === 0) return;
  }
  throw new Error('Too many conflicts while happenings were stored.');
}

/**
 * Stores what a person is to be told from `dueAt` on, each happening only once. Dedupe key and pending item are written in
 * one transaction, so that nothing is lost or told twice.
 */
export async function rememberHappenings(
  happenings: readonly NamedHappening[],
  how: Remembering,
): Promise<void> {
  for (let from = 0; from < happenings.length; from += mostAtOnce)
    await rememberSome(happenings.slice(from, from + mostAtOnce), how);
}

/** A person's due happenings, each with the item that holds them. */
export type DueHappenings = { item: Item; happenings: Happening[] }[];

export async function listDueHappenings(userId: string, now: string): Promise<DueHappenings> {
  const items = await queryAll(userKeys.partition(userId), userKeys.pendingPrefix);
  const isDue = ({ gsi2sk }: Item) => String(gsi2sk).slice(0, now.length) <= now;
  return items.filter(isDue).map((item) => ({ item, happenings: item.finds as Happening[] }));
}

export type Telling = {
  userId: string;
  due: DueHappenings;
  notifications: Notification[];
  outgoing: Outgoing | null;
};

/** Turns due happenings into notifications and deliveries in one transaction. False when a concurrent run did so. */
export async function tell({ userId, due, notifications, outgoing }: Telling): Promise<boolean> {
  const steps: TransactItem[] = [
    ...due.map(({ item }) => remove({ pk: item.pk, sk: item.sk }, 'attribute_exists(pk)')),
    ...notifications.map(({ id, createdAt, alert }) =>
      put({ ...userKeys.notification(userId, id), kind: 'NOTE', id, createdAt, alert }),
    ),
  ];
  if (notifications.length > 0) steps.push(countKept(userId, notifications.length));
  if (outgoing) steps.push(put(outgoingItem(outgoing)));
  return transactIf(steps);
}

/** Deletes the oldest notifications beyond the limit. */
export async function trimInbox(userId: string): Promise<void> {
  const [inbox] = await getItems([userKeys.inbox(userId)]);
  if (Number(inbox?.kept ?? 0) <= mostNotifications) return;
  const [all, mark] = await Promise.all([listNotifications(userId), getReadMark(userId)]);
  const dropped = toDrop(all, mark);
  for (let from = 0; from < dropped.length; from += mostAtOnce)
    await transact(
      dropped.slice(from, from + mostAtOnce).map(({ id }) => remove(userKeys.notification(userId, id))),
    );
  await changeExisting(userKeys.inbox(userId), { set: { kept: all.length - dropped.length } });
}

/** A browser that takes pushes (RFC 8030 subscription). */
export type PushDevice = {
  id: string;
  endpoint: string;
  keys: { p256dh: string; auth: string };
  label: string;
  createdAt: string;
};

export async function listPushDevices(userId: string): Promise<PushDevice[]> {
  const items = await queryAll(userKeys.partition(userId), userKeys.pushDevicePrefix);
  return items.map(({ id, endpoint, keys, label, createdAt }) => ({
    id: String(id),
    endpoint: String(endpoint),
    keys: keys as PushDevice['keys'],
    label: String(label),
    createdAt: String(createdAt),
  }));
}

export async function savePushDevice(userId: string, device: PushDevice): Promise<void> {
  await putItem({ ...userKeys.pushDevice(userId, device.id), kind: 'PUSHDEVICE', ...device });
}

export const removePushDevice = (userId: string, id: string): Promise<void> =>
  deleteItem(userKeys.pushDevice(userId, id));
