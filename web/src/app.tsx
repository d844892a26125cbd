import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorBoundary } from './app/error-boundary.tsx';
import { Layout } from './app/layout.tsx';
import { useTexts, withTexts } from './i18n/language.tsx';
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

const Start = lazy(() => import('./app/start.tsx'));
const Car = lazy(withTexts(() => import('./cars/screen.tsx'), carTexts));
const Viewing = lazy(withTexts(() => import('./cars/viewing/screen.tsx'), storyTexts, viewingTexts));
const SharedList = lazy(
  withTexts(() => import('./searches/shared-list-screen.tsx'), huntTexts, collectionTexts),
);
const Profile = lazy(withTexts(() => import('./accounts/profile-screen.tsx'), accountTexts));
const PaymentSuccess = lazy(withTexts(() => import('./payments/success-screen.tsx'), accountTexts));
const PaymentCancelled = lazy(withTexts(() => import('./payments/cancelled-screen.tsx'), accountTexts));
const Notifications = lazy(withTexts(() => import('./alerts/screen.tsx'), inboxTexts));
const Unsubscribe = lazy(withTexts(() => import('./alerts/unsubscribe-screen.tsx'), inboxTexts));
const Extend = lazy(withTexts(() => import('./alerts/extend-screen.tsx'), inboxTexts));
const ButtonPage = lazy(withTexts(() => import('./imports/button-screen.tsx'), buttonTexts, importTexts));
const ExtensionPage = lazy(
  withTexts(() => import('./imports/extension-screen.tsx'), buttonTexts, importTexts),
);
const Receive = lazy(withTexts(() => import('./imports/receive-screen.tsx'), buttonTexts, importTexts));
const Check = lazy(withTexts(() => import('./plates/check-screen.tsx'), plateTexts, carTexts));
const HowWeRate = lazy(() => import('./pages/how-we-rate.tsx'));
const Shared = lazy(() => import('./imports/shared-screen.tsx'));
const NotFound = lazy(() => import('./app/not-found.tsx'));
const SignIn = lazy(() => import('./accounts/sign-in.tsx'));
const Register = lazy(() => import('./accounts/register.tsx'));

const legalPage = (name: 'Terms' | 'Privacy' | 'Changelog') =>
  lazy(withTexts(async () => ({ default: (await import('./pages/legal-page.tsx'))[name] }), legalTexts));
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
