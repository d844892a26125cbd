import { createContext, lazy, type ReactNode, Suspense, use, useMemo, useState } from 'react';

const UpgradeDialog = lazy(() => import('../features/payments/upgrade-dialog.tsx'));

const UpgradeContext = createContext<() => void>(() => undefined);

/** Any screen may open the upgrade dialog; there is one of it. */
export function UpgradeProvider({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const open = useMemo(() => () => setOpen(true), []);
  return (
    <UpgradeContext value={open}>
      {children}
      {isOpen && (
        <Suspense>
          <UpgradeDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </UpgradeContext>
  );
}

export function useUpgrade(): () => void {
  return use(UpgradeContext);
}
