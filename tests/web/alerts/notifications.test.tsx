import { fireEvent, screen, within } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import Bell from '../../../web/src/alerts/bell.tsx';
import type { Notification } from '../../../web/src/alerts/notification-item.tsx';
import NotificationsScreen from '../../../web/src/alerts/notifications-screen.tsx';

const userId = 'u';
let last = 0;

function told(change: Partial<Notification> = {}): Notification {
  last += 1;
  return {
    id: `n${last}`,
    type: 'new_cars',
    kind: 'new_cars',
    title: `Three new cars ${last}`,
    message: 'Octavia, Golf and Fabia in Odense',
    is_read: false,
    read_at: null,
    created_at: new Date(Date.now() - 5 * 60_000).toISOString(),
    car_id: null,
    path: '/?view=discovered',
    cars: [],
    ...change,
  };
}

/** A service that holds these notifications and carries out what it is asked. */
function stubInbox(items: Notification[], totalPages = 1) {
  let held = items;
  const page = () => ({
    body: {
      success: true,
      notifications: held,
      pagination: { page: 1, pageSize: 20, totalCount: held.length, totalPages },
    },
  });
  const change = (next: Notification[]) => () => {
    held = next;
    return { body: { success: true } };
  };
  const answers: Parameters<typeof stubService>[0] = {
    [`GET /api/notifications/${userId}`]: page,
    [`GET /api/notifications/${userId}/stats`]: () => ({
      body: {
        success: true,
        stats: {
          totalNotifications: held.length,
          unreadNotifications: held.filter((n) => !n.is_read).length,
        },
      },
    }),
    [`PUT /api/notifications/${userId}/read-all`]: change(items.map((n) => ({ ...n, is_read: true }))),
  };
  for (const item of items) {
    const others = items.filter((n) => n !== item);
    answers[`DELETE /api/notifications/${item.id}`] = change(others);
    answers[`PUT /api/notifications/${item.id}/read`] = change(
      items.map((n) => (n === item ? { ...n, is_read: true } : n)),
    );
  }
  return stubService(answers);
}

const Place = () => <output>{useLocation().pathname}</output>;

const pageSizes = (requests: ReturnType<typeof stubInbox>) =>
  requests
    .filter(({ key }) => key === `GET /api/notifications/${userId}`)
    .map(({ query }) => query.get('pageSize'));

beforeEach(signIn);

describe('the bell', () => {
  const press = async () => fireEvent.click(await screen.findByRole('button', { name: /^Notifications/ }));
  const open = async () => {
    await press();
    return screen.findByRole('region', { name: 'Notifications' });
  };

  // docs/spec.md, sections 2 and 9.
  it('the bell shows 99+ above 99 unread notifications', async () => {
    stubService({
      [`GET /api/notifications/${userId}/stats`]: {
        body: { success: true, stats: { totalNotifications: 300, unreadNotifications: 120 } },
      },
    });
    renderApp(<Bell userId={userId} />);
    expect(await screen.findByText('99+')).toBeTruthy();
  });

  // docs/spec.md, section 2.
  it('the notification panel says that there are none yet and what will appear', async () => {
    stubInbox([]);
    renderApp(<Bell userId={userId} />);
    const panel = await open();
    expect(await within(panel).findByText('No notifications yet')).toBeTruthy();
    expect(within(panel).getByText(/new cars and amazing deals/)).toBeTruthy();
  });

  // docs/spec.md, sections 2 and 4.
  it('marking a notification as read lowers the count and removes its button', async () => {
    const [first, second] = [told(), told()];
    const requests = stubInbox([first, second]);
    renderApp(<Bell userId={userId} />);
    const panel = await open();
    fireEvent.click(await within(panel).findByRole('button', { name: `Mark as read: ${first.title}` }));
    expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeTruthy();
    expect(within(panel).queryByRole('button', { name: `Mark as read: ${first.title}` })).toBeNull();
    expect(requests.some(({ key }) => key === `PUT /api/notifications/${first.id}/read`)).toBe(true);
  });

  // docs/spec.md, sections 2 and 4.
  it('all notifications can be marked as read, and read or unread ones deleted', async () => {
    const items = [told(), told({ is_read: true })];
    stubInbox(items);
    renderApp(<Bell userId={userId} />);
    const panel = await open();
    fireEvent.click(await within(panel).findByRole('button', { name: 'Mark all read' }));
    expect(await screen.findByRole('button', { name: 'Notifications' })).toBeTruthy();
    fireEvent.click(within(panel).getByRole('button', { name: `Delete: ${items[1]!.title}` }));
    await vi.waitFor(() => expect(within(panel).queryByText(items[1]!.title)).toBeNull());
  });

  // docs/spec.md, section 2.
  it('the notification panel closes by a press outside, its button and Escape', async () => {
    stubInbox([told()]);
    renderApp(<Bell userId={userId} />);
    await open();
    fireEvent.pointerDown(document.body);
    await vi.waitFor(() => expect(screen.queryByRole('region')).toBeNull());
    fireEvent.keyDown(await open(), { key: 'Escape' });
    await vi.waitFor(() => expect(screen.queryByRole('region')).toBeNull());
    fireEvent.click(within(await open()).getByRole('button', { name: 'Close' }));
    await vi.waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  });

  // docs/spec.md, section 4.
  it('notification counts never go below zero, and deleting an unread one lowers both', async () => {
    const items = [told(), told(), told({ is_read: true })];
    stubInbox(items);
    const stats = { totalNotifications: 3, unreadNotifications: 1 };
    const inbox = fetch;
    // The counts lag behind: they know of one unread, and stay as they are.
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      url.includes('/stats') ? Response.json({ success: true, stats }) : inbox(url, init),
    );
    const { client } = renderApp(<NotificationsScreen userId={userId} />);
    // Only what is changed here counts: nothing is fetched again.
    vi.spyOn(client, 'invalidateQueries').mockResolvedValue();
    expect(await screen.findByText('3 notifications · 1 unread')).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: `Delete: ${items[2]!.title}` }));
    expect(await screen.findByText('2 notifications · 1 unread')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: `Delete: ${items[0]!.title}` }));
    expect(await screen.findByText(/^1 notification · /)).toBeTruthy();
    expect(screen.getByText('1 notification · 0 unread')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: `Mark as read: ${items[1]!.title}` }));
    await vi.waitFor(() => expect(screen.queryByRole('button', { name: /^Mark as read/ })).toBeNull());
    expect(screen.getByText('1 notification · 0 unread')).toBeTruthy();
  });

  // docs/spec.md, section 8.
  it('failed counts, markings and deletions of notifications are only logged', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const items = [told(), told()];
    stubInbox(items);
    const inbox = fetch;
    const broken = () => Response.json({ error: 'x', code: 'forbidden' }, { status: 403 });
    vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) =>
      url.includes('/stats') || ['PUT', 'DELETE'].includes(init.method ?? '') ? broken() : inbox(url, init),
    );
    renderApp(<NotificationsScreen userId={userId} />);
    const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
    await press(`Mark as read: ${items[0]!.title}`);
    await press(`Delete: ${items[1]!.title}`);
    const logs = (what: string) => logged.mock.calls.filter(([words]) => words === what).length;
    await vi.waitFor(() => expect(logs('a notification was not changed')).toBe(2));
    expect(logs('the notifications were not counted')).toBeGreaterThan(0);
    // The truth is fetched again: both are as they were.
    expect(await screen.findByRole('button', { name: `Mark as read: ${items[0]!.title}` })).toBeTruthy();
    expect(await screen.findByText(items[1]!.title)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('0 notifications · 0 unread')).toBeTruthy();
    logged.mockRestore();
  });

  // docs/spec.md, sections 2 and 8.
  it('the notification panel says that notifications could not be loaded', async () => {
    stubService({
      [`GET /api/notifications/${userId}`]: { status: 500, body: { error: 'x', code: 'forbidden' } },
    });
    renderApp(<Bell userId={userId} />);
    const panel = await open();
    expect((await within(panel).findByRole('alert')).textContent).toContain('Failed to load notifications');
  });

  // docs/spec.md, section 8.
  it('the notification panel says that notifications could not be fetched if the service refuses', async () => {
    stubService({ [`GET /api/notifications/${userId}`]: { body: { success: false } } });
    renderApp(<Bell userId={userId} />);
    const panel = await open();
    expect((await within(panel).findByRole('alert')).textContent).toContain('Failed to fetch notifications');
  });

  const types = ['new_cars', 'amazing_deal', 'subscription_update', 'system', 'something_new'];
  const oneOfEach = () =>
    types.map((type, place) => told({ type: type as Notification['type'], title: `News ${place}` }));

  // docs/spec.md, sections 2 and 9.
  it('the notification panel shows that it is loading, then the ten newest', async () => {
    const requests = stubInbox(oneOfEach());
    renderApp(<Bell userId={userId} />);
    await press();
    expect(screen.getByText('Loading notifications…')).toBeTruthy();
    await screen.findByText('News 0');
    expect(pageSizes(requests)).toContain('10');
  });

  // docs/spec.md, sections 2 and 4.
  it('the bell opens and closes the panel and names the number of unread notifications', async () => {
    stubInbox(oneOfEach());
    renderApp(<Bell userId={userId} />);
    await screen.findByRole('button', { name: /^Notifications, 5 unread/ });
    const panel = within(await open());
    expect(panel.getByRole('heading', { name: 'Notifications' })).toBeTruthy();
    expect(panel.getByText('5 unread')).toBeTruthy();
    await press();
    expect(screen.queryByRole('region', { name: 'Notifications' })).toBeNull();
  });

  // docs/spec.md, section 2.
  it('the notification panel scrolls between a fixed heading and foot and clamps messages to two lines', async () => {
    stubInbox(oneOfEach());
    renderApp(<Bell userId={userId} />);
    const panel = await open();
    const scrolls = (await screen.findByText('News 0')).closest('.overflow-y-auto')!;
    expect(scrolls.parentElement).toBe(panel);
    expect(panel.className).toMatch(/\bmax-h-/);
    expect(scrolls.contains(screen.getByRole('link', { name: 'View all notifications' }))).toBe(false);
    expect(scrolls.contains(screen.getByRole('heading', { name: 'Notifications' }))).toBe(false);
    expect(screen.getAllByText(/^Octavia, Golf and Fabia/)[0]?.classList).toContain('line-clamp-2');
  });

  // docs/spec.md, sections 2 and 9.
  it('the notification panel shows title, message, age and an icon for each type, the bell for unknown types', async () => {
    stubInbox(oneOfEach());
    renderApp(<Bell userId={userId} />);
    await open();
    const items = (await screen.findAllByText(/^News \d$/)).map((title) => title.closest('li')!);
    const icons = items.map((item) => item.querySelector('svg path')?.getAttribute('d'));
    expect(icons.every(Boolean)).toBe(true);
    expect(new Set(icons).size).toBe(5);
    const bell = screen.getByRole('button', { name: /^Notifications, 5 unread/ }).querySelector('svg path');
    expect(icons[4]).toBe(bell?.getAttribute('d'));
    const first = within(items[0]!);
    expect(first.getByText('Octavia, Golf and Fabia in Odense')).toBeTruthy();
    expect(first.getByText('5m ago')).toBeTruthy();
    expect(first.getByRole('button', { name: 'Mark as read: News 0' })).toBeTruthy();
    expect(first.getByRole('button', { name: 'Delete: News 0' })).toBeTruthy();
  });

  // docs/spec.md, section 2.
  it('the notification panel links to all notifications and closes', async () => {
    stubInbox(oneOfEach());
    renderApp(
      <>
        <Bell userId={userId} />
        <Place />
      </>,
    );
    await open();
    fireEvent.click(await screen.findByRole('link', { name: 'View all notifications' }));
    expect(screen.getByText('/notifications')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'View all notifications' })).toBeNull();
  });
});

describe('the notifications screen', () => {
  // docs/spec.md, section 9.
  it('the notifications screen requests twenty at a time', async () => {
    const requests = stubInbox([told({ title: 'News' })]);
    renderApp(<NotificationsScreen userId={userId} />);
    await screen.findByText('News');
    expect(pageSizes(requests)).toContain('20');
  });

  // docs/spec.md, section 2.
  it('the notifications screen counts all and unread ones, can mark all as read, and links back', async () => {
    stubInbox([told(), told({ is_read: true })]);
    renderApp(<NotificationsScreen userId={userId} />);
    expect(await screen.findByText('2 notifications · 1 unread')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Back' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
    expect(await screen.findByText('2 notifications · 0 unread')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  });

  // docs/spec.md, section 2.
  it('the notifications screen highlights unread ones, which alone can be marked, and can delete every one', async () => {
    stubInbox([told({ title: 'Fresh news' }), told({ title: 'Old news', is_read: true })]);
    renderApp(<NotificationsScreen userId={userId} />);
    const [fresh, old] = [await screen.findByText('Fresh news'), screen.getByText('Old news')].map(
      (title) => title.closest('li')!,
    );
    expect(fresh!.classList).toContain('bg-tint');
    expect(old!.classList).not.toContain('bg-tint');
    expect(within(fresh!).getByRole('button', { name: 'Mark as read: Fresh news' })).toBeTruthy();
    expect(within(old!).queryByRole('button', { name: /^Mark as read/ })).toBeNull();
    for (const item of [fresh, old])
      expect(within(item!).getByRole('button', { name: /^Delete/ })).toBeTruthy();
    expect(within(fresh!).getByText('5m ago')).toBeTruthy();
  });

  // docs/spec.md, sections 2 and 9.
  it('the notifications screen offers every type with its own icon', async () => {
    stubInbox([]);
    renderApp(<NotificationsScreen userId={userId} />);
    const buttons = within(await screen.findByRole('group')).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      'All kinds',
      'New cars',
      'Amazing deals',
      'Searches and plan',
      'Other news',
    ]);
    const icons = buttons.map((button) => button.querySelector('svg path')?.getAttribute('d'));
    expect(new Set(icons).size).toBe(5);
  });

  // docs/spec.md, section 2.
  it('the notifications screen shows loading, failure and what will appear when it is empty', async () => {
    stubInbox([]);
    renderApp(<NotificationsScreen userId={userId} />);
    expect(screen.getByText('Loading notifications…')).toBeTruthy();
    expect(await screen.findByText("You'll see notifications here when you have new activity.")).toBeTruthy();
    stubService({
      [`GET /api/notifications/${userId}`]: { status: 403, body: { error: 'x', code: 'forbidden' } },
    });
    renderApp(<NotificationsScreen userId={userId} />);
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load notifications');
  });

  // docs/spec.md, section 2.
  it('the notifications screen searches the current page and says when nothing matches', async () => {
    stubInbox([told({ title: 'Golf dropped' }), told({ title: 'Fabia is new' })]);
    renderApp(<NotificationsScreen userId={userId} />);
    await screen.findByText('Golf dropped');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'fabia IS' } });
    expect(screen.queryByText('Golf dropped')).toBeNull();
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nothing like it' } });
    expect(screen.getByText('No notifications match your current filters.')).toBeTruthy();
    expect(screen.queryByText('No notifications yet')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Clear all filters' }));
    expect(screen.getByText('Golf dropped')).toBeTruthy();
  });

  // docs/spec.md, section 2.
  it('the notifications screen filters read ones itself, and requests unread ones and kinds from the service', async () => {
    const requests = stubInbox([told({ title: 'Old news', is_read: true }), told({ title: 'Fresh news' })]);
    renderApp(<NotificationsScreen userId={userId} />);
    await screen.findByText('Fresh news');
    const readState = screen.getByLabelText('Read or unread');
    fireEvent.change(readState, { target: { value: 'readOnly' } });
    expect(screen.queryByText('Fresh news')).toBeNull();
    expect(screen.getByText('Old news')).toBeTruthy();
    fireEvent.change(readState, { target: { value: 'unreadOnly' } });
    fireEvent.click(screen.getByRole('button', { name: 'Amazing deals' }));
    await vi.waitFor(() =>
      expect(
        requests.some(
          ({ query }) => query.get('unreadOnly') === 'true' && query.get('type') === 'amazing_deal',
        ),
      ).toBe(true),
    );
  });

  // docs/spec.md, section 2.
  it('the notifications screen turns pages with Previous and Next', async () => {
    stubInbox([told()], 2);
    renderApp(<NotificationsScreen userId={userId} />);
    expect(await screen.findByText('Page 1 of 2')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('Page 2 of 2')).toBeTruthy();
  });

  it('the empty notifications screen says in Danish what will appear', async () => {
    stubInbox([]);
    renderApp(<NotificationsScreen userId={userId} />, { language: 'da' });
    expect(await screen.findByText('Når der sker noget nyt, kan du læse om det her.')).toBeTruthy();
  });
});

describe('a notification of several cars', () => {
  const cars = ['VW Golf', 'Kia Ceed'].map((title, n) => ({
    ...{ id: `${n}`, title, price: '90.000 kr.', image_url: `/photos/${n}.webp`, path: `/car/${n}` },
    ...{
      gap: '9.000 kr. below the market',
      facts: null,
      warning: n === 1 ? 'A debt is registered on the car' : null,
    },
  }));

  it('a notification of several cars names the best with picture, price, gap, warning and link', async () => {
    stubInbox([told({ title: '11 new cars', cars })]);
    renderApp(<NotificationsScreen userId={userId} />);
    const golf = await screen.findByRole('link', { name: 'VW Golf' });
    expect(golf.getAttribute('href')).toBe('/car/0');
    expect(screen.getAllByText('90.000 kr. · 9.000 kr. below the market')).toHaveLength(2);
    const ceed = screen.getByRole('link', { name: 'Kia Ceed' }).closest('li')!;
    within(ceed).getByText('A debt is registered on the car');
    expect(ceed.querySelector('img')?.getAttribute('src')).toBe('/photos/1.webp');
    expect(golf.closest('li')!.textContent).not.toContain('debt');
  });

  it('a notification of one car shows only its message', async () => {
    stubInbox([told({ car_id: '0', path: '/car/0', cars: [cars[0]!] })]);
    renderApp(<NotificationsScreen userId={userId} />);
    await screen.findByRole('link', { name: /Three new cars/ });
    expect(screen.queryByRole('link', { name: 'VW Golf' })).toBeNull();
  });
});
