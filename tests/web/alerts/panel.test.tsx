import { fireEvent, screen, within } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import Bell from '../../../web/src/alerts/bell.tsx';
import NotificationsScreen from '../../../web/src/alerts/notifications-screen.tsx';

const types = ['new_cars', 'amazing_deal', 'subscription_update', 'system', 'something_new'];
const notifications = types.map((type, place) => ({
  id: `n${place}`,
  type,
  kind: type,
  title: `News ${place}`,
  message: 'Octavia in Odense',
  is_read: false,
  read_at: null,
  created_at: new Date(Date.now() - 5 * 60_000).toISOString(),
  car_id: null,
  path: null,
}));

/** Answers the inbox; returns the addresses asked for, with their queries. */
function stubInbox(): string[] {
  stubService({
    'GET /api/notifications/u': {
      body: {
        success: true,
        notifications,
        pagination: { page: 1, pageSize: 20, totalCount: notifications.length, totalPages: 1 },
      },
    },
    'GET /api/notifications/u/stats': {
      body: { success: true, stats: { totalNotifications: 5, unreadNotifications: 5 } },
    },
  });
  const answer = globalThis.fetch;
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    asked.push(address);
    return answer(address, init);
  });
  return asked;
}

const Place = () => <output>{useLocation().pathname}</output>;
const openPanel = async () =>
  fireEvent.click(await screen.findByRole('button', { name: /^Notifications, 5 unread/ }));

beforeEach(signIn);

describe('the panel of the bell', () => {
  // docs/spec.md, sections 2 and 9.
  it('the notification panel shows that it is loading, then the ten newest', async () => {
    const asked = stubInbox();
    renderApp(<Bell userId="u" />);
    await openPanel();
    expect(screen.getByText('Loading notifications…')).toBeTruthy();
    await screen.findByText('News 0');
    expect(asked.some((address) => address.includes('/u?') && address.includes('pageSize=10'))).toBe(true);
  });

  // docs/spec.md, sections 2 and 4.
  it('the bell opens and closes the panel and names the number of unread notifications', async () => {
    stubInbox();
    renderApp(<Bell userId="u" />);
    await openPanel();
    const panel = within(screen.getByRole('region', { name: 'Notifications' }));
    expect(panel.getByRole('heading', { name: 'Notifications' })).toBeTruthy();
    expect(panel.getByText('5 unread')).toBeTruthy();
    await openPanel();
    expect(screen.queryByRole('region', { name: 'Notifications' })).toBeNull();
  });

  // docs/spec.md, section 2.
  it('the notification panel scrolls between a fixed heading and foot and clamps messages to two lines', async () => {
    stubInbox();
    renderApp(<Bell userId="u" />);
    await openPanel();
    const title = await screen.findByText('News 0');
    const panel = screen.getByRole('region', { name: 'Notifications' });
    const scrolls = title.closest('.overflow-y-auto')!;
    expect(scrolls.parentElement).toBe(panel);
    expect(panel.className).toMatch(/\bmax-h-/);
    expect(scrolls.contains(screen.getByRole('link', { name: 'View all notifications' }))).toBe(false);
    expect(scrolls.contains(screen.getByRole('heading', { name: 'Notifications' }))).toBe(false);
    expect(screen.getAllByText('Octavia in Odense')[0]?.classList).toContain('line-clamp-2');
  });

  // docs/spec.md, sections 2 and 9.
  it('the notification panel shows title, message, age and an icon for each type, the bell for unknown types', async () => {
    stubInbox();
    renderApp(<Bell userId="u" />);
    await openPanel();
    const items = (await screen.findAllByText(/^News \d$/)).map((title) => title.closest('li')!);
    const icons = items.map((item) => item.querySelector('svg path')?.getAttribute('d'));
    expect(icons.every(Boolean)).toBe(true);
    expect(new Set(icons).size).toBe(5);
    const bell = screen.getByRole('button', { name: /^Notifications, 5 unread/ }).querySelector('svg path');
    expect(icons[4]).toBe(bell?.getAttribute('d'));
    const first = within(items[0]!);
    expect(first.getByText('Octavia in Odense')).toBeTruthy();
    expect(first.getByText('5m ago')).toBeTruthy();
    expect(first.getByRole('button', { name: 'Mark as read: News 0' })).toBeTruthy();
    expect(first.getByRole('button', { name: 'Delete: News 0' })).toBeTruthy();
  });

  // docs/spec.md, section 2.
  it('the notification panel links to all notifications and closes', async () => {
    stubInbox();
    renderApp(
      <>
        <Bell userId="u" />
        <Place />
      </>,
    );
    await openPanel();
    fireEvent.click(await screen.findByRole('link', { name: 'View all notifications' }));
    expect(screen.getByText('/notifications')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'View all notifications' })).toBeNull();
  });
});

describe('the notifications screen', () => {
  // docs/spec.md, section 9.
  it('the notifications screen requests twenty at a time', async () => {
    const asked = stubInbox();
    renderApp(<NotificationsScreen userId="u" />);
    await screen.findByText('News 0');
    expect(asked.some((address) => address.includes('pageSize=20'))).toBe(true);
  });
});
