import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Component, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useSession } from './api/session.ts';
import { Layout } from './app/layout.tsx';
import { recallList } from './catalog/list-state.ts';
import type { Texts } from './i18n/en.ts';
import { asDefault, useTexts, withTexts } from './i18n/language.tsx';
import {
  accountTexts,
  buttonTexts,
  carTexts,
  collectionTexts,
  huntTexts,
  importTexts,
  inboxTexts,
  legalTexts,
  plateTexts,
  storyTexts,
  viewingTexts,
} from './i18n/text-parts.ts';
import { paths } from './paths.ts';
import { Button } from './ui/button.tsx';
import { ScreenNotice } from './ui/messages.tsx';
import { useGo, useSearch } from './ui/navigation.ts';

const Home = lazy(() => import('./home/home.tsx'));
const List = lazy(withTexts(() => import('./catalog/screen.tsx'), importTexts));
const Car = lazy(withTexts(() => import('./cars/screen.tsx'), carTexts));
const Viewing = lazy(withTexts(() => import('./cars/viewing/screen.tsx'), storyTexts, viewingTexts));
const SharedList = lazy(
  withTexts(() => import('./searches/shared-list-screen.tsx'), huntTexts, collectionTexts),
);
const Profile = lazy(withTexts(() => import('./accounts/profile-screen.tsx'), accountTexts));
const Notifications = lazy(withTexts(() => import('./alerts/screen.tsx'), inboxTexts));
const Unsubscribe = lazy(withTexts(() => import('./alerts/unsubscribe.tsx'), inboxTexts));
const Extend = lazy(withTexts(() => import('./alerts/extend-screen.tsx'), inboxTexts));
const ButtonPage = lazy(withTexts(() => import('./imports/button-screen.tsx'), buttonTexts, importTexts));
const ExtensionPage = lazy(
  withTexts(() => import('./imports/extension-screen.tsx'), buttonTexts, importTexts),
);
const Receive = lazy(withTexts(() => import('./imports/receive-screen.tsx'), buttonTexts, importTexts));
const Check = lazy(withTexts(() => import('./plates/check-screen.tsx'), plateTexts, carTexts));
const HowWeRate = lazy(() => import('./pages/how-we-rate.tsx'));
const Shared = lazy(() => import('./imports/shared-screen.tsx'));
const SignIn = lazy(() => import('./accounts/sign-in.tsx'));
const Register = lazy(() => import('./accounts/register.tsx'));

const paymentPage = (name: 'PaymentSuccess' | 'PaymentCancelled') =>
  lazy(
    withTexts(
      asDefault(async () => (await import('./payments/payment-result.tsx'))[name]),
      accountTexts,
    ),
  );
const [PaymentSuccess, PaymentCancelled] = [paymentPage('PaymentSuccess'), paymentPage('PaymentCancelled')];

const legalPage = (name: 'Terms' | 'Privacy' | 'Changelog') =>
  lazy(
    withTexts(
      asDefault(async () => (await import('./pages/legal-page.tsx'))[name]),
      legalTexts,
    ),
  );
const [Terms, Privacy, Changelog] = [legalPage('Terms'), legalPage('Privacy'), legalPage('Changelog')];

const screens: Readonly<Record<string, ReactNode>> = {
  [paths.home]: <Start />,
  [paths.login]: <SignIn />,
  [paths.register]: <Register />,
  [paths.profile]: <Profile />,
  ...Object.fromEntries(paths.paymentSuccess.map((path) => [path, <PaymentSuccess key={path} />])),
  ...Object.fromEntries(paths.paymentCancelled.map((path) => [path, <PaymentCancelled key={path} />])),
  [paths.notifications]: <Notifications />,
  [paths.alerts]: <Notifications />,
  [paths.unsubscribe]: <Unsubscribe />,
  [paths.extend]: <Extend />,
  [paths.button]: <ButtonPage />,
  [paths.extension]: <ExtensionPage />,
  [paths.receive]: <Receive />,
  [paths.check]: <Check />,
  [paths.howWeRate]: <HowWeRate />,
  [paths.shared]: <Shared />,
  [paths.terms]: <Terms />,
  [paths.privacy]: <Privacy />,
  [paths.changelog]: <Changelog />,
};

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Typed by hand: there is no such car, and its page says so.
    return part;
  }
}

/**
 * "/" is the home page for visitors and the list for everybody else. Without a query, a signed-in reader gets the last list:
 * from the address, else from this tab, else from this browser.
 */
function Start() {
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

function NotFound() {
  const t = useTexts();
  return <ScreenNotice title={t.shell.notFoundTitle} text={t.shell.notFoundText} />;
}

/** The screen of the address. Ours are a flat list: what the router has for nested ones would cost every visitor 3 KiB. */
function Screen() {
  const { pathname } = useLocation();
  // As a router reads it: a slash more at the end or a capital letter leads to the same place.
  const path = pathname.replace(/(.)\/+$/, '$1');
  const [, place, carId] = /^\/(car|viewing)\/([^/]+)$/i.exec(path) ?? [];
  if (carId)
    return place?.toLowerCase() === 'car' ? <Car id={decode(carId)} /> : <Viewing id={decode(carId)} />;
  const [, owner, list] = /^\/shared-list\/([^/]+)\/([^/]+)$/i.exec(path) ?? [];
  if (owner && list) return <SharedList owner={decode(owner)} list={decode(list)} />;
  return screens[path.toLowerCase()] ?? <NotFound />;
}

/** Every screen, below a router of the browser's or of the prerendering. */
export function App({ client }: { client: QueryClient }) {
  const texts = useTexts();
  return (
    <ErrorBoundary texts={texts}>
      <QueryClientProvider client={client}>
        <Layout>
          <Screen />
        </Layout>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}

type BoundaryProps = { texts: Texts; children: ReactNode };

/** Catches render errors and offers a reload. React supports this in class components only. */
export class ErrorBoundary extends Component<BoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    const { texts: t, children } = this.props;
    if (!this.state.isBroken) return children;
    return (
      <main className="column py-24">
        <h1 className="text-[44px]/12 tracking-[-0.035em]">{t.shell.brokenTitle}</h1>
        <p className="mt-3 max-w-[52ch] text-ink-2">{t.shell.brokenText}</p>
        <Button look="primary" className="mt-6" onClick={() => location.reload()}>
          {t.shell.reload}
        </Button>
      </main>
    );
  }
}
