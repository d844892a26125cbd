import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useTellLanguage } from '../accounts/use-account.ts';
import { ProgressLine } from '../imports/progress-line.tsx';
import { useLiveFeed } from '../live/use-live-feed.ts';
import { useUpgrade } from '../payments/upgrade.tsx';
import { upgradeReasons } from '../payments/upgrade-reason.ts';
import { usePlanExpiry } from '../payments/use-plan.ts';
import { useGo, useSearch } from '../ui/navigation.ts';
import { useNextPicture } from './next-picture.ts';

// Whoever is signed in will see cars: the Š of Škoda is in the font's second file. Fetched when a page stands already, it has
// all of it laid out a second time, a tenth of a second on a slow phone. Without it the browser asks for it later.
document.fonts?.load('1em "Familjen Grotesk"', 'Š').catch(() => undefined);

/** Background work while somebody is signed in; visitors never load it. It starts after the screen is painted. */
export default function SignedIn() {
  return useNextPicture(false) && <BesideTheScreen />;
}

function BesideTheScreen() {
  useLiveFeed();
  usePlanExpiry();
  useTellLanguage();
  useUpgradeInAddress();
  return <ProgressLine />;
}

/** Opens the upgrade dialog for `?upgrade=locked_car` from notifications and mails, and removes it from the address. */
function useUpgradeInAddress(): void {
  const open = useUpgrade();
  const search = useSearch();
  const { pathname } = useLocation();
  const go = useGo();
  const reason = upgradeReasons.find((one) => one === search.get('upgrade'));
  useEffect(() => {
    if (!reason) return;
    open(reason);
    const rest = new URLSearchParams(search);
    rest.delete('upgrade');
    go(rest.size > 0 ? `${pathname}?${rest}` : pathname, { replace: true });
  }, [reason, open, go, pathname, search]);
}
