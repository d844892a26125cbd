import { ProgressToast } from '../features/imports/progress-toast.tsx';
import { useLiveFeed } from '../features/live/use-live-feed.ts';

/** What runs beside every screen once somebody is signed in; visitors never load it. */
export default function SignedIn() {
  useLiveFeed();
  return <ProgressToast />;
}
