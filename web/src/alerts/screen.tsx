import { lazy } from 'react';
import { useLocation } from 'react-router-dom';
import { useSession } from '../api/session.ts';
import { useInboxTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { MembersNotice } from '../ui/messages.tsx';

const Screen = lazy(() => import('./notifications-screen.tsx'));
const Settings = lazy(() => import('./alert-settings.tsx'));

/** The notifications and alert settings, for signed-in readers. */
export default function Notifications() {
  const t = useInboxTexts();
  const { pathname } = useLocation();
  const session = useSession();
  if (session.status === 'loading') return <p className="column py-16 text-ink-2">{t.common.loading}</p>;
  if (session.status === 'signed_out') {
    return (
      <MembersNotice
        heading={t.list.notifications}
        title={t.notifications.signInTitle}
        text={t.notifications.signInText}
      />
    );
  }
  return pathname === paths.alerts ? <Settings /> : <Screen userId={session.session.user.id} />;
}
