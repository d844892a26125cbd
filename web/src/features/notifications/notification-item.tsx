import { formatRelative } from '../../i18n/format.ts';
import { useInboxTexts } from '../../i18n/inbox-texts.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { button } from '../../ui/button.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import type { Notification } from './use-notifications.ts';

/** One icon per type; what is unknown gets the bell (docs/spec.md 2). */
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
  const { title, message, created_at, is_read, path } = notification;
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
        <ItemButton
          icon="close"
          label={t.notifications.remove(title)}
          onPress={() => onRemove(notification)}
        />
      </div>
    </li>
  );
}

function ItemButton(props: { icon: 'check' | 'close'; label: string; onPress: () => void }) {
  return (
    <button type="button" className={button.icon} aria-label={props.label} onClick={props.onPress}>
      <Icon name={props.icon} size={18} />
    </button>
  );
}
