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

/** What runs beside every screen once somebody is signed in; visitors never load it. It begins when the screen is seen. */
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

/** Notifications and mails lead to the offer itself (`?upgrade=locked_car`); the address forgets it, so that a reload does not open it again. */
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
