import { useCallback, useSyncExternalStore } from 'react';
import { onSessionEnd } from '../../api/session.ts';
import { useTexts } from '../../i18n/language.tsx';
import { keep, recallList } from '../../storage.ts';
import { makeStore } from '../../store.ts';
import { notify } from '../../ui/notices.tsx';
import type { ActionCar } from '../use-marks.ts';

/** A car laid aside for comparing: what the tray shows of it. */
type ComparedCar = { id: string; title: string; photo: string | null };

const mostCompared = 4;
export const leastCompared = 2;

const storageKey = 'bilfund_compare';
function isComparedCar(value: unknown): value is ComparedCar {
  if (typeof value !== 'object' || value === null) return false;
  const { id, title, photo } = value as Record<string, unknown>;
  return typeof id === 'string' && typeof title === 'string' && (photo === null || typeof photo === 'string');
}

const compared = makeStore<readonly ComparedCar[]>(
  recallList('tab', storageKey, isComparedCar).slice(0, mostCompared),
);

/** Puts these in the tray, in this order; it lasts as long as the tab. */
export function setCompared(cars: readonly ComparedCar[]): void {
  const most = cars.slice(0, mostCompared);
  keep('tab', storageKey, JSON.stringify(most));
  compared.set(most);
}

onSessionEnd(() => setCompared([]));

export const { get: comparedCars, follow: onCompared } = compared;

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
