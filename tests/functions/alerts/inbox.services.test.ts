import { describe, expect, it } from 'vitest';
import { mostNotifications, type Notification } from '#core/alerts/alert.ts';
import {
  changeOutgoing,
  deleteNotification,
  dropOutgoing,
  getReadMark,
  listDueHappenings,
  listNotifications,
  markAllRead,
  markRead,
  type NamedHappening,
  type Outgoing,
  rememberHappenings,
  takeDueOutgoing,
  tell,
  trimInbox,
} from '#functions/alerts/store.ts';
import { erasedKey, userKeys } from '#functions/platform/keys.ts';
import { tableForEachTest } from '#tests/support/cloud-in-memory.ts';

const table = tableForEachTest();
const at = '2026-11-21T10:00:00.000Z';
const nowMs = Date.parse(at);
const later = (seconds: number) => new Date(nowMs + seconds * 1000).toISOString();
let ids = 0;
const newId = () => `id-${String(++ids).padStart(6, '0')}`;
const happeningOf = (key: string) => ({ key, happening: { key } }) as unknown as NamedHappening;
const remember = (keys: string[], dueAt = at) =>
  rememberHappenings(keys.map(happeningOf), { userId: 'anna', dueAt, newId, nowMs });
const notificationOf = (id: string) =>
  ({ id, createdAt: at, readAt: null, alert: { kind: 'any', id } }) as unknown as Notification;
const outgoingOf = (fields: Partial<Outgoing> = {}): Outgoing => ({
  ...{ userId: 'anna', id: 'out', alerts: [], dueAt: at, done: [], attempts: 0 },
  ...fields,
});
const tellThem = async (notifications: Notification[], outgoing: Outgoing | null = null) =>
  tell({ userId: 'anna', due: await listDueHappenings('anna', at), notifications, outgoing });
const keptOf = () => table.get(userKeys.inbox('anna'))?.kept;

describe('waiting discoveries', () => {
  it('stores what was found at once for a person together, due from that time on', async () => {
    await remember(['a', 'b']);
    await remember(['c'], later(1));
    expect((await listDueHappenings('anna', at)).map(({ happenings }) => happenings)).toEqual([
      [{ key: 'a' }, { key: 'b' }],
    ]);
    expect(await listDueHappenings('anna', later(-1))).toEqual([]);
    expect(await listDueHappenings('anna', later(1))).toHaveLength(2);
  });

  it('stores each discovery once and remembers it for a year', async () => {
    await remember(['a', 'a']);
    await remember(['a', 'b']);
    await remember(['a', 'b']);
    const due = (await listDueHappenings('anna', at)).flatMap(({ happenings }) => happenings);
    expect(due).toEqual([{ key: 'a' }, { key: 'b' }]);
    expect(table.get(userKeys.seen('anna', 'a'))).toMatchObject({
      kind: 'SEEN',
      ttl: nowMs / 1000 + 365 * 86_400,
    });
  });

  it('stores discoveries that exceed one transaction in several', async () => {
    await remember(Array.from({ length: 200 }, (_, n) => `happening-${n}`));
    const due = await listDueHappenings('anna', at);
    expect(due.map(({ happenings }) => happenings.length)).toEqual([90, 90, 20]);
  });

  it('stores no discoveries for an erased account', async () => {
    table.add({ ...erasedKey('anna'), kind: 'ERASED' });
    await remember(['a']);
    expect(await listDueHappenings('anna', at)).toEqual([]);
  });
});

describe('notifying a person', () => {
  it('turns due discoveries into notifications and outgoing alerts once', async () => {
    await remember(['a']);
    const due = await listDueHappenings('anna', at);
    const telling = { userId: 'anna', due, notifications: [notificationOf('n1')], outgoing: outgoingOf() };
    expect(await tell(telling)).toBe(true);
    expect(await tell({ ...telling, notifications: [notificationOf('n2')] })).toBe(false);
    expect(await listNotifications('anna')).toEqual([notificationOf('n1')]);
    expect(await takeDueOutgoing('anna', new Date(at), 0)).toHaveLength(1);
    expect(await listDueHappenings('anna', at)).toEqual([]);
    expect(table.get(userKeys.notification('anna', 'n1'))?.kind).toBe('NOTE');
    expect([keptOf(), table.get(userKeys.inbox('anna'))?.kind]).toEqual([1, 'INBOX']);
  });

  it('creates neither a notification nor an outgoing alert of a kind that the person does not want', async () => {
    await remember(['a']);
    expect(await tellThem([])).toBe(true);
    expect(table.get(userKeys.inbox('anna'))).toBeUndefined();
    expect(await takeDueOutgoing('anna', new Date(at), 0)).toEqual([]);
  });
});

describe('the inbox', () => {
  const idOf = (n: number) => `n${String(n).padStart(5, '0')}`;
  async function fill(count: number): Promise<void> {
    for (let from = 0; from < count; from += 50) {
      const some = Array.from({ length: Math.min(50, count - from) }, (_, i) =>
        notificationOf(idOf(from + i)),
      );
      await tellThem(some);
    }
  }

  it('does not change an inbox that holds the maximum of notifications', async () => {
    await fill(mostNotifications);
    table.calls.length = 0;
    await trimInbox('anna');
    expect(table.calls).toEqual(['BatchGetCommand']);
  });

  it('deletes the oldest notifications beyond the maximum, and stores the new count', async () => {
    await fill(mostNotifications + 180);
    table.calls.length = 0;
    await trimInbox('anna');
    // A transaction deletes ninety.
    expect(table.calls.filter((name) => name === 'TransactWriteCommand')).toHaveLength(2);
    const left = await listNotifications('anna');
    expect(left).toHaveLength(mostNotifications);
    expect(left[0]!.id).toBe(idOf(mostNotifications + 179));
    expect(keptOf()).toBe(mostNotifications);
  });

  it('writes nothing for a person without an inbox', async () => {
    await trimInbox('bent');
    expect(table.all()).toEqual([]);
  });

  it('shows the newest notification first, and marks one as read permanently', async () => {
    await fill(2);
    expect(await markRead('anna', idOf(0), at)).toBe(true);
    expect(await markRead('anna', idOf(0), later(5))).toBe(true);
    expect(await markRead('anna', 'none', at)).toBe(false);
    const read = (await listNotifications('anna')).map(({ id, readAt }) => [id, readAt]);
    expect(read).toEqual([
      [idOf(1), null],
      [idOf(0), at],
    ]);
  });

  it('marks everything up to the newest notification as read with one write', async () => {
    await markAllRead('anna', at);
    expect(await getReadMark('anna')).toBeNull();
    await fill(3);
    await markAllRead('anna', at);
    expect(await getReadMark('anna')).toEqual({ upToId: idOf(2), at });
    expect(table.get(userKeys.inbox('anna'))?.kind).toBe('INBOX');
  });

  it('deletes a notification and takes it off the count', async () => {
    await fill(2);
    expect(await deleteNotification('anna', idOf(0))).toBe(true);
    expect(await deleteNotification('anna', idOf(0))).toBe(false);
    expect(await listNotifications('anna')).toHaveLength(1);
    expect(keptOf()).toBe(1);
  });
});

describe('outgoing alerts', () => {
  it('lets one worker take a due outgoing alert, for as long as sending may take', async () => {
    await tellThem([], outgoingOf({ id: 'due' }));
    await tellThem([], outgoingOf({ id: 'not yet', dueAt: later(1) }));
    const taken = await takeDueOutgoing('anna', new Date(at), 60_000);
    expect(taken).toEqual([outgoingOf({ id: 'due', attempts: 1 })]);
    expect(await takeDueOutgoing('anna', new Date(later(59)), 0)).toMatchObject([{ id: 'not yet' }]);
    const again = await takeDueOutgoing('anna', new Date(later(60)), 60_000);
    expect(again).toContainEqual(outgoingOf({ id: 'due', dueAt: later(60), attempts: 2 }));
  });

  it('records which channels were served and when the others are due', async () => {
    await tellThem([], outgoingOf());
    expect(await changeOutgoing(outgoingOf({ done: ['email'], attempts: 3 }), later(5))).toBe(true);
    expect(table.get(userKeys.outgoing('anna', 'out'))).toMatchObject({
      ...{ dueAt: later(5), done: ['email'], attempts: 3, kind: 'OUTGOING' },
      gsi2sk: expect.stringContaining(later(5)),
    });
  });

  it('does not write an outgoing alert again that was deleted', async () => {
    await tellThem([], outgoingOf());
    await dropOutgoing(outgoingOf());
    expect(await changeOutgoing(outgoingOf(), at)).toBe(false);
    expect(table.get(userKeys.outgoing('anna', 'out'))).toBeUndefined();
  });
});
