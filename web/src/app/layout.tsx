import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useSession } from '../api/session.ts';
import { readListState } from '../catalog/list-state.ts';
import type { Texts } from '../i18n/en.ts';
import { useTexts, withTexts } from '../i18n/language.tsx';
import { importTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { UpgradeProvider } from '../payments/upgrade.tsx';
import { useSearch } from '../ui/navigation.ts';
import { Notices } from '../ui/notices.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { InstalledApp } from './installed-app.tsx';

const SignedIn = lazy(withTexts(() => import('./signed-in.tsx'), importTexts));

/** The frame around every screen. */
export function Layout({ children }: { children: ReactNode }) {
  const t = useTexts();
  const { pathname } = useLocation();
  usePageTitle();
  const isSignedIn = useSession().status === 'signed_in';
  const search = useSearch();
  const view = search.get('view') ?? 'all';
  const showsCars =
    pathname === paths.home && (['all', 'discovered', 'starred'].includes(view) || search.has('list'));
  useEffect(() => {
    // The list restores its own position; every other page starts at the top.
    if (pathname !== paths.home) window.scrollTo(0, 0);
  }, [pathname]);
  const main = useFocusOnArrival(pathname);
  return (
    <UpgradeProvider>
      <SkipLink to="main">{t.shell.skipToContent}</SkipLink>
      {showsCars && isSignedIn && (
        <>
          <SkipLink to="cars">{t.shell.skipToCars}</SkipLink>
          <SkipLink to="filters">{t.shell.skipToFilters}</SkipLink>
        </>
      )}
      <InstalledApp />
      <Header />
      {isSignedIn && (
        <Suspense>
          <SignedIn />
        </Suspense>
      )}
      <main ref={main} id="main" tabIndex={-1} className="min-h-[70vh] outline-none">
        <Suspense fallback={<ScreenLoading />}>{children}</Suspense>
      </main>
      <Footer />
      <Notices />
    </UpgradeProvider>
  );
}

/** The parts of a list that can be skipped to; some views of it have none. */
function SkipLink({ to, children }: { to: 'main' | 'cars' | 'filters'; children: string }) {
  return (
    <a
      href={`#${to}`}
      className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:bg-surface focus:px-4 focus:py-2"
      onClick={(event) => {
        // Without a new address, which Back would lead to.
        event.preventDefault();
        const target = document.getElementById(to) ?? document.getElementById('main');
        target?.focus({ preventScroll: true });
        target?.scrollIntoView({ block: 'start' });
      }}
    >
      {children}
    </a>
  );
}

/** A screen that is on its way has a heading and says that it is busy. */
function ScreenLoading() {
  const t = useTexts();
  return (
    <div aria-busy="true" className="min-h-screen">
      <h1 className="sr-only">{t.common.loading}</h1>
    </div>
  );
}

/** Moves the focus to a new screen, unless the screen has set it itself. */
function useFocusOnArrival(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

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
function usePageTitle(): void {
  const t = useTexts();
  const { pathname, search } = useLocation();
  const title = pageTitle(pathname, new URLSearchParams(search), t);
  useEffect(() => {
    if (title !== null) document.title = title;
  }, [title]);
}
