import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import { ErrorBoundary } from './app/error-boundary.tsx';
import { Layout } from './app/layout.tsx';
import { loadCarTexts } from './i18n/car-texts.ts';
import { storedLanguage, useTexts } from './i18n/language.tsx';
import { paths } from './paths.ts';

const Start = lazy(() => import('./app/screens/start.tsx'));
const Car = lazy(() => {
  // Its texts come along with it, not after it.
  void loadCarTexts(storedLanguage());
  return import('./app/screens/car.tsx');
});
const Profile = lazy(() => import('./app/screens/profile.tsx'));
const PaymentSuccess = lazy(() => import('./app/screens/payment-success.tsx'));
const PaymentCancelled = lazy(() => import('./app/screens/payment-cancelled.tsx'));
const Notifications = lazy(() => import('./app/screens/notifications.tsx'));
const Unsubscribe = lazy(() => import('./app/screens/unsubscribe.tsx'));
const NotFound = lazy(() => import('./app/screens/not-found.tsx'));
const SignIn = lazy(() => import('./features/accounts/sign-in.tsx'));
const Register = lazy(() => import('./features/accounts/register.tsx'));
const Terms = lazy(() => import('./features/pages/terms.tsx'));
const Privacy = lazy(() => import('./features/pages/privacy.tsx'));
const Changelog = lazy(() => import('./features/pages/changelog.tsx'));

/** Every screen, below a router of the browser's or of the prerendering. */
export function App({ client }: { client: QueryClient }) {
  const texts = useTexts();
  return (
    <ErrorBoundary texts={texts}>
      <QueryClientProvider client={client}>
        <Routes>
          <Route element={<Layout />}>
            <Route path={paths.home} element={<Start />} />
            <Route path="/car/:id" element={<Car />} />
            <Route path={paths.login} element={<SignIn />} />
            <Route path={paths.register} element={<Register />} />
            <Route path={paths.profile} element={<Profile />} />
            {paths.paymentSuccess.map((path) => (
              <Route key={path} path={path} element={<PaymentSuccess />} />
            ))}
            {paths.paymentCancelled.map((path) => (
              <Route key={path} path={path} element={<PaymentCancelled />} />
            ))}
            <Route path={paths.notifications} element={<Notifications />} />
            <Route path={paths.alerts} element={<Notifications />} />
            <Route path={paths.unsubscribe} element={<Unsubscribe />} />
            <Route path={paths.terms} element={<Terms />} />
            <Route path={paths.privacy} element={<Privacy />} />
            <Route path={paths.changelog} element={<Changelog />} />
            <Route path="*" element={<NotFound />} />
          </Route>
        </Routes>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
