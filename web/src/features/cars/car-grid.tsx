import { memo, useMemo } from 'react';
import type { CarListWire } from '#core/contract/routes/cars.ts';
import type { OpenUpgrade } from '../../upgrade-reason.ts';
import { CarCard } from './car-card.tsx';
import { CarRow } from './car-row.tsx';
import { CardSkeleton } from './card-skeleton.tsx';
import { readVisited } from './list-memory.ts';
import { LockedCard } from './locked-card.tsx';
import type { Removal } from './remove-button.tsx';

type Props = {
  cars: CarListWire['cars'];
  mode: 'grid' | 'list';
  onUpgrade: OpenUpgrade;
  removal?: Removal | undefined;
  /** Without filters beside it there is room for four. */
  isWide?: boolean;
};

const gridClass = 'grid grid-cols-1 gap-x-8 gap-y-12 sm:grid-cols-2';
const rowsClass = 'grid gap-y-5';
const rowClass = 'border-b border-rule pb-5';
/** The first row is in view at once: its photos are wanted first. */
const eagerCount = 3;

/** Drawn again only when what it shows has changed: thirty cards are most of a list's work. */
export const CarGrid = memo(function CarGrid({ cars, mode, onUpgrade, removal, isWide = false }: Props) {
  const visited = useMemo(() => new Set(readVisited()), []);
  const Item = mode === 'grid' ? CarCard : CarRow;
  return (
    <ul
      className={mode === 'grid' ? `${gridClass} ${isWide ? 'lg:grid-cols-4' : 'xl:grid-cols-3'}` : rowsClass}
    >
      {cars.map((car, place) => (
        <li key={car.id} className={mode === 'grid' ? '' : rowClass}>
          {car.locked ? (
            <LockedCard mode={mode} onUpgrade={onUpgrade} />
          ) : (
            <Item car={car} isEager={place < eagerCount} isVisited={visited.has(car.id)} removal={removal} />
          )}
        </li>
      ))}
    </ul>
  );
});

export function GridSkeleton({ mode, count }: { mode: 'grid' | 'list'; count: number }) {
  return (
    <div className={mode === 'grid' ? `${gridClass} xl:grid-cols-3` : rowsClass}>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
        <div key={place} className={mode === 'grid' ? '' : rowClass}>
          <CardSkeleton mode={mode} />
        </div>
      ))}
    </div>
  );
}
