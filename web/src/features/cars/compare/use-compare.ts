import { useSyncExternalStore } from 'react';
import type { WireCar } from '#core/contract/routes/cars.ts';
import { useTexts } from '../../../i18n/language.tsx';
import { notify } from '../../../ui/notices.tsx';
import { comparedCars, mostCompared, onCompared, setCompared } from './compare-store.ts';

export const useCompared = () => useSyncExternalStore(onCompared, comparedCars);

/** Lays a car into the tray or takes it out; a full tray says so. */
export function useCompareToggle(car: Pick<WireCar, 'id' | 'title' | 'image_urls'>) {
  const t = useTexts();
  const isChosen = useCompared().some(({ id }) => id === car.id);
  const toggle = () => {
    const cars = comparedCars();
    if (isChosen) setCompared(cars.filter(({ id }) => id !== car.id));
    else if (cars.length >= mostCompared) notify(t.card.compareFull(mostCompared));
    else setCompared([...cars, { id: car.id, title: car.title, photo: car.image_urls[0] ?? null }]);
  };
  return { isChosen, toggle };
}
