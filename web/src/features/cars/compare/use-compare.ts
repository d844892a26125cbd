import { useCallback, useSyncExternalStore } from 'react';
import { useTexts } from '../../../i18n/language.tsx';
import { notify } from '../../../ui/notices.tsx';
import type { ActionCar } from '../car-actions.ts';
import { comparedCars, mostCompared, onCompared, setCompared } from './compare-store.ts';

const emptyTray: ReturnType<typeof comparedCars> = [];

export const useCompared = () => useSyncExternalStore(onCompared, comparedCars, () => emptyTray);

/** Lays a car into the tray or takes it out; a full tray says so. */
export function useToggleCompare(): (car: ActionCar) => void {
  const t = useTexts();
  return useCallback(
    ({ id, title, image_urls: [photo = null] }) => {
      const cars = comparedCars();
      const others = cars.filter((car) => car.id !== id);
      if (others.length < cars.length) setCompared(others);
      else if (cars.length >= mostCompared) notify(t.card.compareFull(mostCompared));
      else setCompared([...cars, { id, title, photo }]);
    },
    [t],
  );
}
