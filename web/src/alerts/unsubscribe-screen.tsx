import { useInboxTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { button } from '../ui/button.ts';
import { Link } from '../ui/link.tsx';
import { useTitle } from '../ui/messages.tsx';
import { useSearch } from '../ui/navigation.ts';
import { Unsubscribe } from './unsubscribe-form.tsx';

/** Where the foot of our mails leads. A press is asked for: mail programs open links by themselves. */
export default function UnsubscribeScreen() {
  const t = useInboxTexts();
  const search = useSearch();
  useTitle(t.unsubscribe.title);
  const settings = (
    <Link to={paths.alerts} className={`${button.largeSecondary} h-14!`}>
      {t.unsubscribe.settings}
    </Link>
  );
  return <Unsubscribe token={search.get('token') ?? ''} settings={settings} />;
}
