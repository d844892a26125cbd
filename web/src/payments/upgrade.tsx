import { createContext, lazy, type ReactNode, Suspense, use, useMemo, useState } from 'react';
import { withTexts } from '../i18n/language.tsx';
import { accountTexts } from '../i18n/text-parts.ts';
import type { OpenUpgrade, UpgradeReason } from './upgrade-reason.ts';

const UpgradeDialog = lazy(withTexts(() => import('./upgrade-dialog.tsx'), accountTexts));

const UpgradeContext = createContext<OpenUpgrade>(() => undefined);

/** Opens the one upgrade dialog with a reason, from any screen. */
export function UpgradeProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ reason: UpgradeReason | null } | null>(null);
  const open = useMemo<OpenUpgrade>(() => (reason) => setShown({ reason: reason ?? null }), []);
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
