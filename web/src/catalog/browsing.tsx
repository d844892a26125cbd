import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { isSignedIn } from '../api/session.ts';
import { CompareSlot } from '../cars/compare/compare-slot.tsx';
import { useCompared, useToggleCompare } from '../cars/compare/compare-store.ts';
import { type ActionCar, type CarActions, CarActionsContext } from '../cars/use-marks.ts';
import { paths } from '../paths.ts';
import { useGo } from '../ui/navigation.ts';
import { ListShortcuts } from './list-keys.tsx';

const KeyHelp = lazy(() => import('./key-help.tsx'));
const AddToListDialog = lazy(() => import('../searches/add-to-list-dialog.tsx'));

/** What surrounds every screen of cars: lists to put them on, the tray to compare them, the keyboard to reach them. */
export function Browsing({ children }: { children: ReactNode }) {
  const go = useGo();
  const [listed, setListed] = useState<ActionCar | null>(null);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const compared = useCompared();
  const toggleCompare = useToggleCompare();
  // The same until the tray changes: every card reads it, and would be drawn again.
  const actions = useMemo(
    (): CarActions => ({
      addToList: (car) => (isSignedIn() ? setListed(car) : go(paths.login)),
      comparedIds: compared.map(({ id }) => id),
      toggleCompare,
      showKeys: () => setHelpOpen(true),
    }),
    [compared, go, toggleCompare],
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
