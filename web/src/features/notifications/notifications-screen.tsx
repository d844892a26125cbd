import { useState } from 'react';
import { useInboxTexts } from '../../i18n/inbox-texts.ts';
import { paths } from '../../paths.ts';
import { button } from '../../ui/button.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { BackButton } from './back-button.tsx';
import { allNotifications, type Filter, isFiltering, matches } from './notification-filter.ts';
import { NotificationFilters } from './notification-filters.tsx';
import { NotificationItem } from './notification-item.tsx';
import { NotificationsError } from './notifications-error.tsx';
import { useChangeNotifications } from './use-change-notifications.ts';
import { useNotificationPage, useNotificationStats } from './use-notifications.ts';

const pageSize = 20;

/** Beside each other where both fit; below each other each takes the whole width of a phone. */
const action = `${button.secondary} max-md:grow`;

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
          <h1 className="text-h2 tracking-[-0.03em]">{t.notifications.title}</h1>
          <p className="mt-1 text-control text-ink-2">
            {t.notifications.total(stats.totalNotifications)} ·{' '}
            {t.notifications.unread(stats.unreadNotifications)}
          </p>
        </div>
        <div className="flex flex-wrap gap-3 max-md:w-full">
          {stats.unreadNotifications > 0 && (
            <button type="button" className={action} onClick={change.markAllRead}>
              {t.notifications.markAllAsRead}
            </button>
          )}
          <Link to={paths.alerts} className={action}>
            {t.notifications.settings}
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
          <button type="button" className={button.secondary} onClick={onReset}>
            {t.list.clearFilters}
          </button>
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
          aria-label={t.notifications.title}
          className="mt-6 flex items-center justify-center gap-4 text-meta"
        >
          <button
            type="button"
            className={button.secondary}
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          >
            {t.notifications.previous}
          </button>
          {t.notifications.pageOf(page, totalPages)}
          <button
            type="button"
            className={button.secondary}
            disabled={page >= totalPages}
            onClick={() => onPage(page + 1)}
          >
            {t.notifications.next}
          </button>
        </nav>
      )}
    </>
  );
}
