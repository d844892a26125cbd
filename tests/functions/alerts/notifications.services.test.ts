import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Alert, notificationId } from '#core/alerts/alert.ts';
import { callRoute, type RouteCall, startIdentity } from '#tests/support/call-route.ts';
import { startTestTable } from '#tests/support/table.ts';

const routes: Record<string, unknown> = {};

const [table, identity] = await Promise.all([startTestTable(), startIdentity()]);
beforeAll(async () => {
  Object.assign(routes, {
    list: (await import('#functions/alerts/api.ts')).listNotificationsRoute,
    stats: (await import('#functions/alerts/api.ts')).getNotificationStatsRoute,
    readAll: (await import('#functions/alerts/api.ts')).readAllNotificationsRoute,
    read: (await import('#functions/alerts/api.ts')).readNotificationRoute,
    unsubscribe: (await import('#functions/alerts/api.ts')).removePushSubscriptionRoute,
    remove: (await import('#functions/alerts/api.ts')).deleteNotificationRoute,
  });
});
afterAll(async () => {
  await Promise.all([table.close(), identity.close()]);
});

type Shown = { id: string; type: string; title: string; is_read: boolean; read_at: string | null };
type Body = {
  success: boolean;
  notifications: Shown[];
  pagination: object;
  stats: object;
  error: string;
  code: string;
};
const call = (name: string, input: RouteCall) => callRoute<Body>(routes[name], input);

let people = 0;
let me: string;
const startMs = Date.parse('2026-11-20T08:00:00.000Z');
const car = (n: number) => ({ id: String(n), title: `Bil ${n}`, priceDkk: 90_000 });
const drop = (n: number): Alert => ({ kind: 'price_drop', car: car(n), fromDkk: 100_000 });
const found = (n: number): Alert => ({
  kind: 'new_cars',
  search: { id: 's', title: 'octavia' },
  count: 1,
  car: car(n),
});

/** Puts alerts into the person's inbox, a minute apart; their ids, oldest first. */
async function tell(userId: string, alerts: readonly Alert[]): Promise<string[]> {
  const { userKeys } = await import('#functions/platform/keys.ts');
  const { putItem } = await import('#functions/platform/table.ts');
  const ids: string[] = [];
  for (const [n, alert] of alerts.entries()) {
    const atMs = startMs + n * 60_000;
    const id = notificationId(atMs, `r${n}`);
    const createdAt = new Date(atMs).toISOString();
    await putItem({ ...userKeys.notification(userId, id), kind: 'NOTE', id, createdAt, alert });
    ids.push(id);
  }
  return ids;
}
const inbox = async (query: Record<string, string> = {}) =>
  (await call('list', { as: me, params: { id: me }, query })).body;
const stats = async () => (await call('stats', { as: me, params: { id: me } })).body.stats;

beforeEach(() => {
  me = `person-${++people}`;
});

describe('GET /api/notifications/{userId}', () => {
  // docs/spec.md, section 2.
  it('answers the newest notifications first, ten a page for the dropdown, twenty for the screen', async () => {
    await tell(
      me,
      Array.from({ length: 25 }, (_, n) => drop(n)),
    );
    const dropdown = await call('list', { as: me, params: { id: me }, query: { pageSize: '10' } });
    expect(dropdown.status).toBe(200);
    expect(dropdown.body).toMatchObject({
      success: true,
      pagination: { page: 1, pageSize: 10, totalCount: 25, totalPages: 3 },
    });
    expect(dropdown.body.notifications.map(({ title }) => title).slice(0, 2)).toEqual([
      'Price drop: Bil 24',
      'Price drop: Bil 23',
    ]);
    expect(Object.keys(dropdown.body.notifications[0]!)).toEqual(
      expect.arrayContaining(['id', 'type', 'title', 'message', 'is_read', 'read_at', 'created_at']),
    );
    const second = await inbox({ page: '2', pageSize: '20' });
    expect(second.notifications).toHaveLength(5);
    expect((await inbox()).notifications).toHaveLength(10);
  });

  it('filters notifications by unread and by type', async () => {
    const [first] = await tell(me, [drop(1), found(2), drop(3)]);
    await call('read', { as: me, params: { id: first! }, body: {} });
    const titles = async (query: Record<string, string>) =>
      (await inbox(query)).notifications.map(({ title }) => title);
    expect(await titles({ unreadOnly: 'true' })).toEqual(['Price drop: Bil 3', 'New car: Bil 2']);
    expect(await titles({ type: 'system' })).toEqual(['Price drop: Bil 3', 'Price drop: Bil 1']);
    expect(await titles({ type: 'system', unreadOnly: 'true' })).toEqual(['Price drop: Bil 3']);
    expect(await titles({ type: 'amazing_deal' })).toEqual([]);
  });

  it('writes notifications in the language of the request', async () => {
    await tell(me, [drop(1)]);
    expect((await inbox({ language: 'da' })).notifications[0]!.title).toBe('Prisen er sat ned: Bil 1');
  });

  it('names what is known against a car now, also to a reader who may not see the car', async () => {
    const { storeCar } = await import('#tests/support/stored-car.ts');
    const { makeCar, makeRating } = await import('#tests/support/make-car.ts');
    const facts = [{ kind: 'imported' as const, ad: null, register: null, date: null }];
    const told = makeCar({ id: '77', title: 'Bil 77', facts, rating: makeRating({ deal: 'amazing' }) });
    await storeCar(told);
    await tell(me, [
      { kind: 'amazing_deal', search: null, count: 1, car: car(77) },
      {
        kind: 'new_cars',
        search: { id: 's', title: 'octavia' },
        count: 4,
        car: null,
        cars: [car(76), car(77)],
      },
    ]);
    const { notifications } = await inbox();
    expect(notifications).toMatchObject([
      {
        title: '4 new cars',
        message: expect.stringMatching(/^Warnings about some of them: The car was imported\. /),
        cars: [{ id: '76', title: 'Bil 76', price: '90.000 kr.', warning: null }],
      },
      { title: 'An amazing deal was found, but the car was imported', cars: [] },
    ]);
    expect(JSON.stringify(notifications)).not.toContain('77');
  });

  it('answers an empty page to a person without notifications', async () => {
    expect(await inbox()).toMatchObject({ notifications: [], pagination: { totalCount: 0, totalPages: 1 } });
  });

  it.each<Record<string, string>>([
    { pageSize: '0' },
    { pageSize: '101' },
    { page: 'x' },
    { type: 'cars' },
    { unreadOnly: 'yes' },
  ])('refuses the notification query %j', async (query) => {
    const { status, body } = await call('list', { as: me, params: { id: me }, query });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_input', error: expect.any(String) });
  });
});

describe('GET /api/notifications/{userId}/stats', () => {
  it('counts all notifications and the unread ones', async () => {
    const ids = await tell(me, [drop(1), drop(2), drop(3)]);
    await call('read', { as: me, params: { id: ids[0]! }, body: {} });
    const { status, body } = await call('stats', { as: me, params: { id: me } });
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, stats: { totalNotifications: 3, unreadNotifications: 2 } });
  });
});

describe('PUT /api/notifications/{userId}/read-all', () => {
  it('marks everything that is there as read, and nothing that comes later', async () => {
    await tell(me, [drop(1), drop(2)]);
    const answer = await call('readAll', { as: me, params: { id: me }, body: { userId: me } });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(await stats()).toEqual({ totalNotifications: 2, unreadNotifications: 0 });
    expect((await inbox()).notifications.every(({ is_read, read_at }) => is_read && read_at)).toBe(true);
    await tell(me, [drop(1), drop(2), drop(3)]);
    expect(await stats()).toEqual({ totalNotifications: 3, unreadNotifications: 1 });
  });

  it('answers read-all without an error where there is nothing to read', async () => {
    expect(await call('readAll', { as: me, params: { id: me }, body: {} })).toMatchObject({ status: 200 });
  });
});

describe('PUT /api/notifications/{notificationId}/read', () => {
  it('marks one notification as read, and keeps the first time', async () => {
    const [id] = await tell(me, [drop(1), drop(2)]);
    const read = () => call('read', { as: me, params: { id: id! }, body: { userId: me } });
    expect(await read()).toMatchObject({ status: 200, body: { success: true } });
    const { read_at: at } = (await inbox()).notifications[1]!;
    expect(at).not.toBeNull();
    expect(await read()).toMatchObject({ status: 200 });
    expect((await inbox()).notifications.map(({ read_at }) => read_at)).toEqual([null, at]);
  });

  it('answers not found for a notification that does not exist', async () => {
    expect(await call('read', { as: me, params: { id: 'none' }, body: {} })).toMatchObject({
      status: 404,
      body: { code: 'not_found', error: 'This notification no longer exists.' },
    });
  });
});

describe('DELETE /api/notifications/{notificationId}', () => {
  it.each<[string, (id: string) => RouteCall]>([
    ['the query', () => ({ query: { userId: me } })],
    ['the body', () => ({ body: { userId: me } })],
    ['nowhere', () => ({})],
  ])('deletes one notification, with the user named in %s', async (_where, named) => {
    const [id] = await tell(me, [drop(1), drop(2)]);
    const answer = await call('remove', { as: me, params: { id: id! }, ...named(id!) });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect((await inbox()).notifications.map(({ title }) => title)).toEqual(['Price drop: Bil 2']);
    expect(await stats()).toEqual({ totalNotifications: 1, unreadNotifications: 1 });
    expect(await call('remove', { as: me, params: { id: id! } })).toMatchObject({
      status: 404,
      body: { code: 'not_found', error: 'This notification no longer exists.' },
    });
  });
});

describe('every notification route', () => {
  const calls: [string, (of: string, id: string) => RouteCall][] = [
    ['list', (of) => ({ params: { id: of } })],
    ['stats', (of) => ({ params: { id: of } })],
    ['readAll', (of) => ({ params: { id: of }, body: {} })],
    ['readAll', () => ({ params: { id: me }, body: { userId: 'somebody' } })],
    ['read', (of, id) => ({ params: { id }, body: { userId: of } })],
    ['remove', (of, id) => ({ params: { id }, query: { userId: of } })],
    ['remove', (of, id) => ({ params: { id }, body: { userId: of } })],
  ];

  it.each(calls)('(%s) refuses a request in somebody else’s name, and changes nothing', async (name, of) => {
    const other = `other-${me}`;
    const [id] = await tell(other, [drop(1)]);
    const { status, body } = await call(name, { as: me, ...of(other, id!) });
    expect(status).toBe(403);
    expect(body.error).toEqual(expect.any(String));
    const theirs = await call('stats', { as: other, params: { id: other } });
    expect(theirs.body.stats).toEqual({ totalNotifications: 1, unreadNotifications: 1 });
  });

  it.each(['read', 'remove'])(
    '(%s) does not find a notification of somebody else by its id',
    async (name) => {
      const [id] = await tell(`other-${me}`, [drop(1)]);
      expect(await call(name, { as: me, params: { id: id! }, body: {} })).toMatchObject({ status: 404 });
    },
  );
});

describe('DELETE of a push subscription', () => {
  it('answers the removal of a push subscription as done, also when it is not known', async () => {
    const answer = await call('unsubscribe', { as: 'somebody', params: { id: 'unknown-device' } });
    expect(answer).toMatchObject({ status: 200, body: { ok: true } });
  });
});
