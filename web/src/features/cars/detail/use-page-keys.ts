import { useEffect, useEffectEvent } from 'react';
import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { useCarKeys } from '../use-car-keys.ts';

/** On a car's own page s, l and c act on it from anywhere but its similar cars, which have keys of their own. */
export function usePageKeys(car: WireCarDetail): void {
  const press = useCarKeys(car);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isElsewhere = event.target instanceof Element && event.target.closest('[data-car], dialog');
    if (!isElsewhere && !event.defaultPrevented && !document.querySelector('dialog[open]')) press(event);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
