import { useEffect } from 'react';
import { namesMarketplace } from '#core/marketplaces/marketplace-id.ts';
import { useSession } from '../api/session.ts';
import { useTexts } from '../i18n/language.tsx';
import { paths } from '../paths.ts';
import { useGo, useSearch } from '../ui/navigation.ts';
import { notify } from '../ui/notices.tsx';
import { keepLink } from './waiting-link.ts';

/**
 * Where a phone leads when something is shared with the installed app (web/public/manifest.webmanifest): the link waits in the
 * import field. Some apps share it as `url`, others within `text` or even `title`; the server finds it in a text as well.
 */
export default function Shared() {
  const t = useTexts();
  const search = useSearch();
  const go = useGo();
  const { status } = useSession();
  const given = ['url', 'text', 'title'].map((name) => search.get(name)?.trim() ?? '');
  const link =
    given.find((text) => /https?:\/\//i.test(text) || namesMarketplace(text)) ?? given.find(Boolean) ?? '';
  useEffect(() => {
    if (status === 'loading') return;
    keepLink(link);
    if (status === 'signed_out') notify(t.home.signInFirst);
    go(status === 'signed_in' ? paths.view('all') : paths.login, { replace: true });
  }, [status, link, go, t]);
  return <p className="column min-h-screen py-16 text-ink-2">{t.common.loading}</p>;
}
