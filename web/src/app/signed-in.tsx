import { useTellLanguage } from '../features/accounts/use-tell-language.ts';
import { ProgressToast } from '../features/imports/progress-toast.tsx';
import { useLiveFeed } from '../features/live/use-live-feed.ts';
import { usePlanExpiry } from '../features/payments/use-plan-expiry.ts';

/** What runs beside every screen once somebody is signed in; visitors never load it. */
export default function SignedIn() {
  useLiveFeed();
  usePlanExpiry();
  useTellLanguage();
  return <ProgressToast />;
}
