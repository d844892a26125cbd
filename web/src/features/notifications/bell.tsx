import type { KeyboardEvent } from 'react';
import { useInboxTexts } from '../../i18n/inbox-texts.ts';
import { button } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { useDropDown } from '../../ui/use-drop-down.ts';
import { NotificationPanel } from './notification-panel.tsx';
import { useNotificationStats } from './use-notifications.ts';

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
      <button
        ref={opener}
        type="button"
        className={`${button.icon} relative`}
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
      </button>
      {isOpen && <NotificationPanel userId={userId} unread={unread} onClose={() => setOpen(false)} />}
    </div>
  );
}
