import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { readListState } from '../catalog/list-state.ts';
import type { Texts } from '../i18n/en.ts';
import { useTexts } from '../i18n/language.tsx';
import { paths } from '../paths.ts';

const product = 'Bilfund';
const namedByThemselves: readonly string[] = [
  paths.profile,
  ...paths.paymentSuccess,
  ...paths.paymentCancelled,
  paths.unsubscribe,
  paths.extend,
  paths.button,
  paths.extension,
  paths.receive,
  paths.check,
  paths.howWeRate,
];

/** The window title for an address; null if the page sets it itself. */
export function pageTitle(pathname: string, search: URLSearchParams, t: Texts): string | null {
  if (
    [paths.car(''), paths.viewing(''), '/shared-list/'].some((start) => pathname.startsWith(start)) ||
    namedByThemselves.includes(pathname)
  )
    return null;
  const names: Record<string, string> = {
    [paths.home]: search.size === 0 ? t.home.title.replace(/\.$/, '') : t.list[readListState(search).view],
    [paths.login]: t.shell.logIn,
    [paths.register]: t.accounts.register,
    [paths.terms]: t.shell.terms,
    [paths.privacy]: t.shell.privacy,
    [paths.changelog]: t.shell.changelog,
  };
  const name = names[pathname];
  return name ? `${name} | ${product}` : product;
}

/** Sets the window title to the current page. */
export function usePageTitle(): void {
  const t = useTexts();
  const { pathname, search } = useLocation();
  const title = pageTitle(pathname, new URLSearchParams(search), t);
  useEffect(() => {
    if (title !== null) document.title = title;
  }, [title]);
}
