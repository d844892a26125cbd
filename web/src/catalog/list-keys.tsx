import { useEffect } from 'react';
import type { WireCar } from '#core/contract/routes/cars.ts';
import { useCarActions, useToggleStar } from '../cars/use-marks.ts';

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [role=menu]') !== null;
}

/** Without a focused car, starts at the first visible one. Skips locked cars. */
function walkCars(root: ParentNode, step: 1 | -1): void {
  const cars = [...root.querySelectorAll<HTMLElement>('[data-car]')];
  const current = cars.findIndex((car) => car.contains(document.activeElement));
  const inSight = cars.findIndex((car) => car.getBoundingClientRect().bottom > 80);
  const target = current === -1 ? cars[Math.max(0, inSight)] : cars[current + step];
  target?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: 'nearest' });
}

/**
 * Keyboard shortcuts of screens with cars: j and k move, ? shows help. Shortcuts of one car are handled by the car; "/"
 * belongs to the search box.
 */
export function ListShortcuts() {
  const actions = useCarActions();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
      if (event.key === 'j') walkCars(document, 1);
      else if (event.key === 'k') walkCars(document, -1);
      else if (event.key === '?') actions?.showKeys();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [actions]);
  return null;
}

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target' | 'preventDefault'>;

/** Shortcuts of one car: s stars it, l adds it to a list, c compares it, x hides it. */
export function useCarKeys(
  car: Pick<WireCar, 'id' | 'title' | 'isStarred' | 'image_urls'>,
): (event: Press) => void {
  const toggleStar = useToggleStar();
  const actions = useCarActions();
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (event.key === 's') toggleStar(car);
    else if (event.key === 'l' && actions) actions.addToList(car);
    else if (event.key === 'c' && actions) actions.toggleCompare(car);
    else if (event.key === 'x' && actions) actions.hide(car.id);
    else return;
    event.preventDefault();
  };
}
