import { useInboxTexts } from '../../i18n/inbox-texts.ts';
import { MessageBox } from '../../ui/message-box.tsx';
import { NotFetched } from './use-notifications.ts';

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
