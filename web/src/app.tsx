import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { ErrorBoundary } from './app/error-boundary.tsx';
import { Layout } from './app/layout.tsx';
import { accountTexts } from './i18n/account-texts.ts';
import { carTexts } from './i18n/car-texts.ts';
import { inboxTexts } from './i18n/inbox-texts.ts';
import { useTexts, withTexts } from './i18n/language.tsx';
import { legalTexts } from './i18n/pages/legal-texts.ts';
import { paths } from './paths.ts';

const Start = lazy(() => import('./app/screens/start.tsx'));
const Car = lazy(withTexts(() => import('./app/screens/car.tsx'), carTexts));
const Profile = lazy(withTexts(() => import('./app/screens/profile.tsx'), accountTexts));
const PaymentSuccess = lazy(withTexts(() => import('./app/screens/payment-success.tsx'), accountTexts));
const PaymentCancelled = lazy(withTexts(() => import('./app/screens/payment-cancelled.tsx'), accountTexts));
const Notifications = lazy(withTexts(() => import('./app/screens/notifications.tsx'), inboxTexts));
const Unsubscribe = lazy(withTexts(() => import('./app/screens/unsubscribe.tsx'), inboxTexts));
const NotFound = lazy(() => import('./app/screens/not-found.tsx'));
const SignIn = lazy(() => import('./features/accounts/sign-in.tsx'));
const Register = lazy(() => import('./features/accounts/register.tsx'));
const Terms = lazy(withTexts(() => import('./features/pages/terms.tsx'), legalTexts));
const Privacy = lazy(withTexts(() => import('./features/pages/privacy.tsx'), legalTexts));
const Changelog = lazy(withTexts(() => import('./features/pages/changelog.tsx'), legalTexts));

const routes: readonly { path: string; screen: ReactNode | ((id: string) => ReactNode) }[] = [
  { path: paths.home, screen: <Start /> },
  { path: '/car/:id', screen: (id) => <Car id={id} /> },
  { path: paths.login, screen: <SignIn /> },
  { path: paths.register, screen: <Register /> },
  { path: paths.profile, screen: <Profile /> },
  ...paths.paymentSuccess.map((path) => ({ path, screen: <PaymentSuccess /> })),
  ...paths.paymentCancelled.map((path) => ({ path, screen: <PaymentCancelled /> })),
  { path: paths.notifications, screen: <Notifications /> },
  { path: paths.alerts, screen: <Notifications /> },
  { path: paths.unsubscribe, screen: <Unsubscribe /> },
  { path: paths.terms, screen: <Terms /> },
  { path: paths.privacy, screen: <Privacy /> },
  { path: paths.changelog, screen: <Changelog /> },
  { path: '*', screen: <NotFound /> },
];

function Screen() {
  const { pathname } = useLocation();
  for (const { path, screen } of routes) {
    const match = matchPath(path, pathname);
    if (match) return typeof screen === 'function' ? screen(match.params.id ?? '') : screen;
  }
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
