import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CallResponse } from '#core/contract/table.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { useHiding } from '../cars/use-marks.ts';
import { formatRelative } from '../i18n/format.ts';
import { useLanguage } from '../i18n/language.tsx';
import { useInboxTexts } from '../i18n/text-parts.ts';
import { useLiveConnection } from '../live/live-feed.ts';
import { Button } from '../ui/button.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { MessageBox } from '../ui/messages.tsx';

/** One icon per type; unknown types get the bell (docs/spec.md 2). */
export function iconOfType(type: string): IconName {
  const icons: Record<string, IconName> = {
    new_cars: 'rows',
    amazing_deal: 'down',
    subscription_update: 'calendar',
    system: 'warning',
  };
  return icons[type] ?? 'bell';
}

type Props = {
  notification: Notification;
  /** The dropdown clamps the message to two lines; the screen shows it whole. */
  isShort: boolean;
  onRead: (notification: Notification) => void;
  onRemove: (notification: Notification) => void;
  onOpen?: () => void;
};

export function NotificationItem({ notification, isShort, onRead, onRemove, onOpen }: Props) {
  const t = useInboxTexts();
  const { language } = useLanguage();
  const { title, message, created_at, is_read, path, car_id: carId } = notification;
  const hiding = useHiding();
  const open = () => {
    onRead(notification);
    onOpen?.();
  };
  return (
    <li
      className={`relative flex gap-3 border-b border-rule py-3.5 pr-1 pl-4 ${is_read ? '' : 'bg-tint shadow-[inset_3px_0_var(--accent)]'}`}
    >
      <Icon
        name={iconOfType(notification.type)}
        className={`mt-0.5 ${notification.type === 'amazing_deal' ? 'text-amazing' : 'text-ink-2'}`}
      />
      <div className="min-w-0 grow">
        <p className={`text-control wrap-anywhere ${is_read ? '' : 'font-semibold'}`}>
          {path ? (
            <Link
              to={path}
              className="underline-offset-3 after:absolute after:inset-0 hover:underline"
              onClick={open}
            >
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        <p className={`mt-0.5 text-meta text-ink-2 wrap-anywhere ${isShort ? 'line-clamp-2' : ''}`}>
          {message}
        </p>
        {notification.car_id !== null && notification.cars?.[0]?.gap && (
          <p className="text-meta font-semibold text-ink-2">{notification.cars[0].gap}</p>
        )}
        {notification.car_id === null && notification.cars?.length > 0 && (
          <ul className="relative z-10 mt-2 grid gap-2">
            {notification.cars.map((car) => (
              <NamedCar key={car.id} car={car} onOpen={open} />
            ))}
          </ul>
        )}
        <p className="mt-1 text-caption text-ink-3">
          <time dateTime={created_at}>{formatRelative(created_at, Date.now(), t.time, language)}</time>
        </p>
      </div>
      <div className="relative z-10 flex flex-none self-start">
        {!is_read && (
          <ItemButton
            icon="check"
            label={t.notifications.markRead(title)}
            onPress={() => onRead(notification)}
          />
        )}
        {carId !== null && (
          <ItemButton icon="hide" label={hiding.label(title)} onPress={() => hiding.run(carId)} />
        )}
        <ItemButton
          icon="close"
          label={t.notifications.remove(title)}
          onPress={() => onRemove(notification)}
        />
      </div>
    </li>
  );
}

/** One of the best of several cars that a notification tells of. */
function NamedCar({ car, onOpen }: { car: Notification['cars'][number]; onOpen: () => void }) {
  return (
    <li className="flex items-start gap-2.5 text-meta">
      {car.image_url && (
        <img
          src={car.image_url}
          alt=""
          width={60}
          height={40}
          loading="lazy"
          className="h-10 w-15 flex-none rounded-sm bg-paper-2 object-cover"
        />
      )}
      <div className="min-w-0 wrap-anywhere">
        <Link to={car.path} className="font-semibold underline-offset-3 hover:underline" onClick={onOpen}>
          {car.title}
        </Link>
        <p className="text-ink-2">{[car.price, car.gap, car.facts].filter(Boolean).join(' · ')}</p>
        {car.warning && (
          <p className="flex items-start gap-1 font-semibold text-poor">
            <Icon name="warning" size={16} className="mt-0.5 flex-none" />
            {car.warning}
          </p>
        )}
      </div>
    </li>
  );
}

function ItemButton(props: { icon: 'check' | 'close' | 'hide'; label: string; onPress: () => void }) {
  return (
    <Button look="icon" aria-label={props.label} onClick={props.onPress}>
      <Icon name={props.icon} size={18} />
    </Button>
  );
}

type NotificationPage = CallResponse<'GET /api/notifications/{id}'>;
export type Notification = NotificationPage['notifications'][number];
export type Stats = CallResponse<'GET /api/notifications/{id}/stats'>;

/** Poll interval while the live feed is down. */
const pollMs = 2_000;

const listsKey = [...queryKeys.notifications, 'list'] as const;
const statsKey = [...queryKeys.notifications, 'stats'] as const;

/** The numbers of all and of unread notifications; zero while unknown. */
export function useNotificationStats(userId: string): Stats['stats'] {
  const isLive = useLiveConnection();
  const { data, error } = useQuery({
    queryKey: [...statsKey, userId],
    queryFn: ({ signal }) => call('GET /api/notifications/{id}/stats', { params: { id: userId }, signal }),
    refetchInterval: isLive ? false : pollMs,
  });
  // Only logged (docs/spec.md 8).
  useEffect(() => {
    if (error) console.error('the notifications were not counted', error);
  }, [error]);
  return data?.stats ?? { totalNotifications: 0, unreadNotifications: 0 };
}

type PageRequest = {
  page?: number;
  pageSize: number;
  unreadOnly?: boolean;
  type?: Notification['type'];
};

/** Thrown where the service answers without success; a request that failed throws `ApiError`. */
class NotFetched extends Error {}

export function useNotificationPage(userId: string, request: PageRequest) {
  const isLive = useLiveConnection();
  const { language } = useLanguage();
  return useQuery({
    queryKey: [...listsKey, userId, language, request],
    queryFn: async ({ signal }) => {
      const page = await call('GET /api/notifications/{id}', {
        params: { id: userId },
        query: {
          page: request.page === undefined ? undefined : String(request.page),
          pageSize: String(request.pageSize),
          unreadOnly: request.unreadOnly ? 'true' : undefined,
          type: request.type,
          language,
        },
        signal,
      });
      if (page.success !== true) throw new NotFetched();
      return page;
    },
    placeholderData: (previous) => previous,
    refetchInterval: isLive ? false : pollMs,
  });
}

/** The two sentences of docs/spec.md, section 8: an answer without success, and a request that failed. */
export function NotificationsError({ error }: { error: unknown }) {
  const t = useInboxTexts();
  return (
    <div className="p-4">
      <MessageBox kind="error">
        {error instanceof NotFetched ? t.notifications.fetchFailed : t.notifications.loadFailed}
      </MessageBox>
    </div>
  );
}

function changePages(client: QueryClient, change: (items: Notification[]) => Notification[]): void {
  client.setQueriesData<NotificationPage>({ queryKey: listsKey }, (page) =>
    page ? { ...page, notifications: change(page.notifications) } : page,
  );
}

function changeStats(client: QueryClient, change: (stats: Stats['stats']) => Stats['stats']): void {
  client.setQueriesData<Stats>({ queryKey: statsKey }, (answer) =>
    answer ? { ...answer, stats: change(answer.stats) } : answer,
  );
}

const less = (value: number, by: number) => Math.max(0, value - by);

/**
 * Reading and deleting, shown at once. A request that fails is only logged (docs/spec.md 8); the truth is fetched again
 * either way.
 */
export function useChangeNotifications(userId: string) {
  const client = useQueryClient();
  const settle = (request: Promise<unknown>) =>
    request
      .catch((error: unknown) => console.error('a notification was not changed', error))
      .then(() => client.invalidateQueries({ queryKey: queryKeys.notifications }));

  return {
    markRead(notification: Notification): void {
      if (notification.is_read) return;
      const readAt = new Date().toISOString();
      changePages(client, (items) =>
        items.map((item) =>
          item.id === notification.id ? { ...item, is_read: true, read_at: readAt } : item,
        ),
      );
      changeStats(client, (stats) => ({ ...stats, unreadNotifications: less(stats.unreadNotifications, 1) }));
      void settle(call('PUT /api/notifications/{id}/read', { params: { id: notification.id }, body: {} }));
    },
    markAllRead(): void {
      const readAt = new Date().toISOString();
      changePages(client, (items) =>
        items.map((item) => (item.is_read ? item : { ...item, is_read: true, read_at: readAt })),
      );
      changeStats(client, (stats) => ({ ...stats, unreadNotifications: 0 }));
      void settle(call('PUT /api/notifications/{id}/read-all', { params: { id: userId }, body: {} }));
    },
    remove(notification: Notification): void {
      changePages(client, (items) => items.filter((item) => item.id !== notification.id));
      changeStats(client, (stats) => ({
        totalNotifications: less(stats.totalNotifications, 1),
        unreadNotifications: less(stats.unreadNotifications, notification.is_read ? 0 : 1),
      }));
      void settle(call('DELETE /api/notifications/{id}', { params: { id: notification.id }, body: {} }));
    },
  };
}
