import type { ReactNode } from 'react';
import type { Removal } from '../cars/car-card.tsx';
import { useRemoval } from '../cars/use-marks.ts';
import { useCollectionTexts } from '../i18n/text-parts.ts';
import OwnList from './own-list.tsx';
import { putOnList, takeOffList } from './use-collections.ts';

type Props = { listId: string; children: (removal: Removal) => ReactNode };

/** An own list with its cars, each with a button to remove it. */
export default function OwnListCars({ listId, children }: Props) {
  const t = useCollectionTexts();
  const removal = useRemoval({
    label: t.removeCar,
    removed: t.carRemoved,
    isAffected: ({ list }) => list === listId,
    remove: (carId) => takeOffList(listId, carId),
    restore: (carId) => putOnList(listId, carId),
  });
  return <OwnList listId={listId}>{children(removal)}</OwnList>;
}
