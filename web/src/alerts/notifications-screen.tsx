import { useId, useState } from 'react';
import { useInboxTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { Button, button } from '../ui/button.tsx';
import { SelectField } from '../ui/fields.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { EmptyState } from '../ui/messages.tsx';
import {
  iconOfType,
  type Notification,
  NotificationItem,
  NotificationsError,
  useChangeNotifications,
  useNotificationPage,
  useNotificationStats,
} from './notification-item.tsx';
import { BackButton } from './unsubscribe.tsx';

const readStates = ['all', 'unreadOnly', 'readOnly'] as const;
export const types = ['all', 'new_cars', 'amazing_deal', 'subscription_update', 'system'] as const;

export type Filter = { text: string; readState: (typeof readStates)[number]; type: (typeof types)[number] };

const allNotifications: Filter = { text: '', readState: 'all', type: 'all' };

function isFiltering({ text, readState, type }: Filter): boolean {
  return text.trim() !== '' || readState !== 'all' || type !== 'all';
}

/** What the client itself sifts out of a page: the words and the read state (docs/spec.md 7). */
export function matches(notification: Notification, { text, readState }: Filter): boolean {
  if (readState === 'readOnly' && !notification.is_read) return false;
  if (readState === 'unreadOnly' && notification.is_read) return false;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const said = `${notification.title} ${notification.message}`.toLowerCase();
  return words.every((word) => said.includes(word));
}

type Props = { filter: Filter; onFilter: (filter: Filter) => void };

function NotificationFilters({ filter, onFilter }: Props) {
  const t = useInboxTexts();
  const searchId = useId();
  return (
    <div className="mt-7 grid gap-4">
      <div className="flex gap-3">
        <label htmlFor={searchId} className="sr-only">
          {t.notifications.search}
        </label>
        <input
          id={searchId}
          type="search"
          value={filter.text}
          placeholder={t.notifications.search}
          className="h-11 min-w-0 grow rounded-lg border border-field bg-surface px-3 text-control text-ellipsis placeholder:text-ink-3"
          onChange={(event) => onFilter({ ...filter, text: event.target.value })}
        />
        <SelectField
          label={t.notifications.readState}
          value={filter.readState}
          className="flex-none"
          options={readStates.map((state) => [state, t.notifications[state]])}
          onChange={(readState) => onFilter({ ...filter, readState })}
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons that switch what is shown are no form group */}
      <div role="group" aria-label={t.notifications.type} className="flex flex-wrap gap-2">
        {types.map((type) => (
          <button
            key={type}
            type="button"
            aria-pressed={filter.type === type}
            className="flex h-10 max-md:h-11 items-center gap-2 rounded-md border border-rule-2 px-3 text-meta hover:bg-paper-2 aria-pressed:border-accent aria-pressed:font-semibold aria-pressed:text-accent"
            onClick={() => onFilter({ ...filter, type })}
          >
            <Icon name={iconOfType(type)} size={16} />
            {t.notifications.types[type]}
          </button>
        ))}
      </div>
    </div>
  );
}

const pageSize = 20;

/** Every notification, with search, filters and pages. */
export default function NotificationsScreen({ userId }: { userId: string }) {
  const t = useInboxTexts();
  const stats = useNotificationStats(userId);
  const change = useChangeNotifications(userId);
  const [filter, setFilter] = useState<Filter>(allNotifications);
  const [page, setPage] = useState(1);
  const chooseFilter = (next: Filter) => {
    setFilter(next);
    // The search runs over the page that is shown; the other filters begin at the first page again.
    if (next.text === filter.text) setPage(1);
  };
  return (
    <div className="column max-w-3xl! py-8 md:py-14">
      <BackButton />
      <div className="mt-5 flex flex-wrap items-end gap-x-6 gap-y-3">
        <div className="grow">
          <h1 className="text-h2 tracking-[-0.03em]">{t.list.notifications}</h1>
          <p className="mt-1 text-control text-ink-2">
            {t.notifications.total(stats.totalNotifications)} ·{' '}
            {t.notifications.unread(stats.unreadNotifications)}
          </p>
        </div>
        {/* Beside each other where both fit; below each other each takes the whole width of a phone. */}
        <div className="flex flex-wrap gap-3 max-md:w-full">
          {stats.unreadNotifications > 0 && (
            <Button look="secondary" className="max-md:grow" onClick={change.markAllRead}>
              {t.notifications.markAllAsRead}
            </Button>
          )}
          <Link to={paths.alerts} className={`${button.secondary} max-md:grow`}>
            {t.alerts.title}
          </Link>
        </div>
      </div>
      <NotificationFilters filter={filter} onFilter={chooseFilter} />
      <Page
        {...{ userId, filter, page, change }}
        onPage={setPage}
        onReset={() => chooseFilter(allNotifications)}
      />
    </div>
  );
}

type PageProps = {
  userId: string;
  filter: Filter;
  page: number;
  change: ReturnType<typeof useChangeNotifications>;
  onPage: (page: number) => void;
  onReset: () => void;
};

function Page({ userId, filter, page, change, onPage, onReset }: PageProps) {
  const t = useInboxTexts();
  const { data, error, isPending } = useNotificationPage(userId, {
    page,
    pageSize,
    unreadOnly: filter.readState === 'unreadOnly',
    ...(filter.type !== 'all' && { type: filter.type }),
  });
  if (isPending) return <p className="py-10 text-control text-ink-2">{t.notifications.loading}</p>;
  if (!data) return <NotificationsError error={error} />;
  const shown = data.notifications.filter((notification) => matches(notification, filter));
  const { totalPages } = data.pagination;
  return (
    <>
      {shown.length === 0 && isFiltering(filter) && (
        <div className="grid justify-items-start gap-4 py-12">
          <p className="text-body text-ink-2">{t.notifications.emptyFiltered}</p>
          <Button look="secondary" onClick={onReset}>
            {t.list.clearFilters}
          </Button>
        </div>
      )}
      {shown.length === 0 && !isFiltering(filter) && (
        <EmptyState title={t.notifications.empty} text={t.notifications.emptyScreen} />
      )}
      {shown.length > 0 && (
        <ul className="mt-6 border-t border-rule">
          {shown.map((notification) => (
            <NotificationItem
              key={notification.id}
              notification={notification}
              isShort={false}
              onRead={change.markRead}
              onRemove={change.remove}
            />
          ))}
        </ul>
      )}
      {totalPages > 1 && (
        <nav
          aria-label={t.list.notifications}
          className="mt-6 flex items-center justify-center gap-4 text-meta"
        >
          <Button look="secondary" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            {t.notifications.previous}
          </Button>
          {t.list.pageOf(page, totalPages)}
          <Button look="secondary" disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
            {t.notifications.next}
          </Button>
        </nav>
      )}
    </>
  );
}
