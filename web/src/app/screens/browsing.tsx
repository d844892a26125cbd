import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSession } from '../../api/session.ts';
import { type ActionCar, type CarActions, CarActionsContext } from '../../features/cars/car-actions.ts';
import { CompareSlot } from '../../features/cars/compare/compare-slot.tsx';
import { useCompared, useToggleCompare } from '../../features/cars/compare/use-compare.ts';
import { ListShortcuts } from '../../features/cars/list-shortcuts.tsx';
import { paths } from '../../paths.ts';

const KeyHelp = lazy(() => import('../../features/cars/key-help.tsx'));
const AddToListDialog = lazy(() => import('../../features/collections/add-to-list-dialog.tsx'));

/** What surrounds every screen of cars: lists to put them on, the tray to compare them, the keyboard to reach them. */
export function Browsing({ children }: { children: ReactNode }) {
  const isSignedIn = useSession().status === 'signed_in';
  const navigate = useNavigate();
  const [listed, setListed] = useState<ActionCar | null>(null);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const comparedIds = useCompared().map(({ id }) => id);
  const toggleCompare = useToggleCompare();
  const actions: CarActions = {
    addToList: (car) => (isSignedIn ? setListed(car) : navigate(paths.login)),
    comparedIds,
    toggleCompare,
    showKeys: () => setHelpOpen(true),
  };
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
