import type { ReactNode } from 'react';
import type { WireCar } from '#core/contract/routes/cars.ts';
import { useCarKeys } from './use-car-keys.ts';

type Props = { car: WireCar; className: string; children: ReactNode };

/** A car of a list: j and k find it, and while the focus is in it s, l and c act on it. */
export function CarArticle({ car, className, children }: Props) {
  const press = useCarKeys(car);
  return (
    <article data-car={car.id} onKeyDown={press} className={className}>
      {children}
    </article>
  );
}
