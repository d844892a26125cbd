import { useInboxTexts } from '../../i18n/inbox-texts.ts';
import { paths } from '../../paths.ts';
import { button } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { NotificationItem } from './notification-item.tsx';
import { NotificationsError } from './notifications-error.tsx';
import { useChangeNotifications } from './use-change-notifications.ts';
import { useNotificationPage } from './use-notifications.ts';

const pageSize = 10;

type Props = { userId: string; unread: number; onClose: () => void };

/** The newest ten below the bell. */
export function NotificationPanel({ userId, unread, onClose }: Props) {
  const t = useInboxTexts();
  const change = useChangeNotifications(userId);
  return (
    <section
      aria-label={t.notifications.title}
      className="fade-in absolute right-0 z-30 mt-2 flex max-h-[min(600px,80dvh)] w-100 flex-col rounded-xl border border-rule bg-surface shadow-floating max-sm:inset-x-3 max-sm:w-auto"
    >
      <header className="flex items-center gap-3 border-b border-rule py-2 pr-2 pl-4">
        <h2 className="text-body font-semibold">{t.notifications.title}</h2>
        <span className="grow text-meta text-ink-3">{unread > 0 && t.notifications.unread(unread)}</span>
        {unread > 0 && (
          <button type="button" className={button.quiet} onClick={change.markAllRead}>
            {t.notifications.markAllRead}
          </button>
        )}
        <button type="button" className={button.icon} aria-label={t.common.close} onClick={onClose}>
          <Icon name="close" size={18} />
        </button>
      </header>
      <div className="min-h-24 overflow-y-auto">
        <NewestTen userId={userId} change={change} onClose={onClose} />
      </div>
      <footer className="border-t border-rule p-2">
        <Link to={paths.notifications} className={`${button.plain} w-full`} onClick={onClose}>
          {t.notifications.viewAll}
        </Link>
      </footer>
    </section>
  );
}

type ListProps = { userId: string; change: ReturnType<typeof useChangeNotifications>; onClose: () => void };

function NewestTen({ userId, change, onClose }: ListProps) {
  const t = useInboxTexts();
  const { data, error, isPending } = useNotificationPage(userId, { pageSize });
  if (isPending) return <p className="px-4 py-8 text-control text-ink-2">{t.notifications.loading}</p>;
  if (!data) return <NotificationsError error={error} />;
  if (data.notifications.length === 0) {
    return (
      <div className="px-4 py-10 text-center">
        <p className="text-body font-semibold">{t.notifications.empty}</p>
        <p className="mt-1 text-meta text-ink-2">{t.notifications.emptyHint}</p>
      </div>
    );
  }
  return (
    <ul>
      {data.notifications.map((notification) => (
        <NotificationItem
          key={notification.id}
          notification={notification}
          isShort
          onRead={change.markRead}
          onRemove={change.remove}
          onOpen={onClose}
        />
      ))}
    </ul>
  );
}
