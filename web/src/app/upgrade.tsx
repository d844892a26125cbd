import { createContext, lazy, type ReactNode, Suspense, use, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { accountTexts } from '../i18n/account-texts.ts';
import { withTexts } from '../i18n/language.tsx';
import { useGo, useSearch } from '../ui/navigation.ts';
import { type OpenUpgrade, type UpgradeReason, upgradeReasons } from '../upgrade-reason.ts';

const UpgradeDialog = lazy(withTexts(() => import('../features/payments/upgrade-dialog.tsx'), accountTexts));

const UpgradeContext = createContext<OpenUpgrade>(() => undefined);

/** Any screen may open the upgrade dialog and say why, an address as well (`?upgrade=locked_car`); there is one of it. */
export function UpgradeProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ reason: UpgradeReason | null } | null>(null);
  const open = useMemo<OpenUpgrade>(() => (reason) => setShown({ reason: reason ?? null }), []);
  useUpgradeInAddress(open);
  return (
    <UpgradeContext value={open}>
      {children}
      {shown && (
        <Suspense>
          <UpgradeDialog reason={shown.reason} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </UpgradeContext>
  );
}

export function useUpgrade(): OpenUpgrade {
  return use(UpgradeContext);
}

/** Notifications and mails lead to the offer itself; the address forgets it, so that a reload does not open it again. */
function useUpgradeInAddress(open: OpenUpgrade): void {
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
