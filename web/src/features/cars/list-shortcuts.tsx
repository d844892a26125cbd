import { useEffect } from 'react';
import { useCarActions } from './car-actions.ts';
import { isTyping, walkCars } from './list-keys.ts';

/**
 * The keyboard of the screens that show cars: j and k walk, ? helps. What acts on a car listens on the car itself; "/"
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
