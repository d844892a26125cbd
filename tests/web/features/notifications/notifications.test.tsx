import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import Bell from '../../../../web/src/features/notifications/bell.tsx';
import NotificationsScreen from '../../../../web/src/features/notifications/notifications-screen.tsx';
import type { Notification } from '../../../../web/src/features/notifications/use-notifications.ts';
import { renderApp, signIn, stubService } from '../../support/render-app.tsx';

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

beforeEach(signIn);

describe('the bell', () => {
  const open = async () => {
    fireEvent.click(await screen.findByRole('button', { name: /^Notifications/ }));
    return screen.findByRole('region', { name: 'Notifications' });
  };

  // spec: 2.bell.badge
  it('shows 99+ above 99 unread', async () => {
    stubService({
      [`GET /api/notifications/${userId}/stats`]: {
        body: { success: true, stats: { totalNotifications: 300, unreadNotifications: 120 } },
      },
    });
    renderApp(<Bell userId={userId} />);
    expect(await screen.findByText('99+')).toBeTruthy();
  });

  // spec: 2.bell.empty
  it('says that there are none yet, and what will appear here', async () => {
    stubInbox([]);
    renderApp(<Bell userId={userId} />);
    const panel = await open();
    expect(await within(panel).findByText('No notifications yet')).toBeTruthy();
    expect(within(panel).getByText(/new cars and amazing deals/)).toBeTruthy();
  });

  // spec: 2.bell.mark-one 4.notification.counts
  it('marks one read: one unread less, and its button goes', async () => {
    const [first, second] = [told(), told()];
    const requests = stubInbox([first, second]);
    renderApp(<Bell userId={userId} />);
    const panel = await open();
    fireEvent.click(await within(panel).findByRole('button', { name: `Mark as read: ${first.title}` }));
    expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeTruthy();
    expect(within(panel).queryByRole('button', { name: `Mark as read: ${first.title}` })).toBeNull();
    expect(requests.some(({ key }) => key === `PUT /api/notifications/${first.id}/read`)).toBe(true);
  });

  // spec: 2.bell.mark-all 4.notification.counts
  it('marks all read and deletes from any state', async () => {
    const items = [told(), told({ is_read: true })];
    stubInbox(items);
    renderApp(<Bell userId={userId} />);
    const panel = await open();
    fireEvent.click(await within(panel).findByRole('button', { name: 'Mark all read' }));
    expect(await screen.findByRole('button', { name: 'Notifications' })).toBeTruthy();
    fireEvent.click(within(panel).getByRole('button', { name: `Delete: ${items[1]!.title}` }));
    await vi.waitFor(() => expect(within(panel).queryByText(items[1]!.title)).toBeNull());
  });

  // spec: 2.bell.close
  it('closes by a press outside, by its button and by Escape', async () => {
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

  // spec: 2.bell.error 8.notifications
  it('says that they could not be loaded', async () => {
    stubService({
      [`GET /api/notifications/${userId}`]: { status: 500, body: { error: 'x', code: 'forbidden' } },
    });
    renderApp(<Bell userId={userId} />);
    const panel = await open();
    expect((await within(panel).findByRole('alert')).textContent).toContain('Failed to load notifications');
  });

  // spec: 8.notifications
  it('says that they could not be fetched when the service answers without success', async () => {
    stubService({ [`GET /api/notifications/${userId}`]: { body: { success: false } } });
    renderApp(<Bell userId={userId} />);
    const panel = await open();
    expect((await within(panel).findByRole('alert')).textContent).toContain('Failed to fetch notifications');
  });
});

describe('the notifications screen', () => {
  // spec: 2.notifications.search
  it('searches the page that is shown and says when nothing matches', async () => {
    stubInbox([told({ title: 'Golf dropped' }), told({ title: 'Fabia is new' })]);
    renderApp(<NotificationsScreen userId={userId} />);
    await screen.findByText('Golf dropped');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'fabia IS' } });
    expect(screen.queryByText('Golf dropped')).toBeNull();
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nothing like it' } });
    expect(screen.getByText('No notifications match your current filters.')).toBeTruthy();
  });

  // spec: 2.notifications.filters
  it('shows the read ones only, and asks the service for unread ones and kinds', async () => {
    const requests: string[] = [];
    stubInbox([told({ title: 'Old news', is_read: true }), told({ title: 'Fresh news' })]);
    const stubbed = fetch;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      requests.push(url);
      return stubbed(url, init);
    });
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
        requests.some((url) => url.includes('unreadOnly=true') && url.includes('type=amazing_deal')),
      ).toBe(true),
    );
  });

  // spec: 2.notifications.pages
  it('turns pages with Previous and Next', async () => {
    stubInbox([told()], 2);
    renderApp(<NotificationsScreen userId={userId} />);
    expect(await screen.findByText('Page 1 of 2')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('Page 2 of 2')).toBeTruthy();
  });

  it('says in Danish what will appear here', async () => {
    stubInbox([]);
    renderApp(<NotificationsScreen userId={userId} />, { language: 'da' });
    expect(await screen.findByText('Når der sker noget nyt, kan du læse om det her.')).toBeTruthy();
  });
});
