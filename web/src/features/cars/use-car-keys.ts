import type { WireCar } from '#core/contract/routes/cars.ts';
import { useCarActions } from './car-actions.ts';
import { isTyping } from './list-keys.ts';
import { useToggleStar } from './use-marks.ts';

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target' | 'preventDefault'>;

/** s, l and c for one car: star it, put it on a list, compare it. */
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
    else return;
    event.preventDefault();
  };
}
