import { lazy, Suspense, useEffect } from 'react';
import { useSession } from '../api/session.ts';
import { recallList } from '../catalog/list-state.ts';
import { withTexts } from '../i18n/language.tsx';
import { importTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { useGo, useSearch } from '../ui/navigation.ts';

const Home = lazy(() => import('../home/home.tsx'));
const List = lazy(withTexts(() => import('../catalog/screen.tsx'), importTexts));

/**
 * "/" is the home page for visitors and the list for everybody else. Without a query, a signed-in reader gets the last list:
 * from the address, else from this tab, else from this browser.
 */
export default function Start() {
  const { status } = useSession();
  const go = useGo();
  const search = useSearch();
  const saved = status === 'signed_in' && search.size === 0 ? recallList() : '';
  useEffect(() => {
    if (saved) go(paths.list(saved), { replace: true });
  }, [saved, go]);
  const isHome = status === 'signed_out' && search.size === 0;
  if (status === 'loading' || saved) return <div className="min-h-screen" />;
  return <Suspense fallback={<div className="min-h-screen" />}>{isHome ? <Home /> : <List />}</Suspense>;
}
