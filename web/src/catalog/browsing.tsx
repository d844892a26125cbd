import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { isSignedIn } from '../api/session.ts';
import { useCompared, useToggleCompare } from '../cars/compare/compare-store.ts';
import { type ActionCar, type CarActions, CarActionsContext, useHiding } from '../cars/use-marks.ts';
import { asDefault } from '../i18n/language.tsx';
import { paths } from '../paths.ts';
import { useGo } from '../ui/navigation.ts';
import { useSteady } from './hooks.ts';
import { ListShortcuts } from './list-keys.tsx';

const KeyHelp = lazy(() => import('./key-help.tsx'));
const AddToListDialog = lazy(
  asDefault(async () => (await import('../searches/collection-dialogs.tsx')).AddToListDialog),
);

/** Wraps every screen that shows cars: dialogs for lists, the compare tray and keyboard shortcuts. */
export function Browsing({ children }: { children: ReactNode }) {
  const go = useGo();
  const [listed, setListed] = useState<ActionCar | null>(null);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const compared = useCompared();
  const toggleCompare = useToggleCompare();
  const hide = useSteady(useHiding().run);
  // Memoised, since every card reads it and would be rendered again.
  const actions = useMemo(
    (): CarActions => ({
      addToList: (car) => (isSignedIn() ? setListed(car) : go(paths.login)),
      comparedIds: compared.map(({ id }) => id),
      toggleCompare,
      hide,
      showKeys: () => setHelpOpen(true),
    }),
    [compared, go, hide, toggleCompare],
  );
  return (
    <CarActionsContext value={actions}>
      {children}
      {listed && (
        <Suspense>
          <AddToListDialog car={listed} onClose={() => setListed(null)} />
        </Suspense>
      )}
      {isHelpOpen && (
        <Suspense>
          <KeyHelp onClose={() => setHelpOpen(false)} />
        </Suspense>
      )}
      <CompareSlot />
      <ListShortcuts />
    </CarActionsContext>
  );
}

const CompareTray = lazy(() => import('../cars/compare/compare-tray.tsx'));

/** The tray, once a car is laid aside. */
export function CompareSlot() {
  if (useCompared().length === 0) return null;
  return (
    <Suspense>
      <CompareTray />
    </Suspense>
  );
}
