import type { KeyboardEvent } from 'react';
import { useInboxTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { Button, button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { useDropDown } from '../ui/menu.tsx';
import {
  NotificationItem,
  NotificationsError,
  useChangeNotifications,
  useNotificationPage,
  useNotificationStats,
} from './notification-item.tsx';

const pageSize = 10;

type Props = { userId: string; unread: number; onClose: () => void };

/** The newest ten below the bell. */
function NotificationPanel({ userId, unread, onClose }: Props) {
  const t = useInboxTexts();
  const change = useChangeNotifications(userId);
  return (
    <section
      aria-label={t.list.notifications}
      className="fade-in absolute right-0 z-30 mt-2 flex max-h-[min(600px,80dvh)] w-100 flex-col rounded-xl border border-rule bg-surface shadow-floating max-sm:inset-x-3 max-sm:w-auto"
    >
      <header className="flex items-center gap-3 border-b border-rule py-2 pr-2 pl-4">
        <h2 className="text-body font-semibold">{t.list.notifications}</h2>
        <span className="grow text-meta text-ink-3">{unread > 0 && t.notifications.unread(unread)}</span>
        {unread > 0 && (
          <Button look="quiet" onClick={change.markAllRead}>
            {t.notifications.markAllRead}
          </Button>
        )}
        <Button look="icon" aria-label={t.common.close} onClick={onClose}>
          <Icon name="close" size={18} />
        </Button>
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

const mostShown = 99;

/** The bell with its badge, and the panel that it opens. */
export default function Bell({ userId }: { userId: string }) {
  const t = useInboxTexts();
  const { unreadNotifications: unread } = useNotificationStats(userId);
  const { isOpen, setOpen, box, opener, closeByKey } = useDropDown();
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) closeByKey();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape bubbles from the panel inside
    <div ref={box} className="relative max-sm:static" onKeyDown={closeOnEscape}>
      <Button
        ref={opener}
        look="icon"
        className="relative"
        aria-label={t.notifications.open(unread)}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="bell" />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-0.5 right-0 min-w-4.5 rounded-full bg-accent px-1 text-[11px]/4.5 font-semibold text-on-accent"
          >
            {unread > mostShown ? `${mostShown}+` : unread}
          </span>
        )}
      </Button>
      {isOpen && <NotificationPanel userId={userId} unread={unread} onClose={() => setOpen(false)} />}
    </div>
  );
}
