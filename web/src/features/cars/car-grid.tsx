import { memo, useMemo } from 'react';
import type { CarListWire } from '#core/contract/routes/cars.ts';
import type { OpenUpgrade } from '../../upgrade-reason.ts';
import { CarCard } from './car-card.tsx';
import { CarRow } from './car-row.tsx';
import { CardSkeleton } from './card-skeleton.tsx';
import { readVisited } from './list-memory.ts';
import { LockedCard } from './locked-card.tsx';
import { priceLineOf } from './market-gap.ts';
import type { Removal } from './remove-button.tsx';
import { useGradually } from './use-gradually.ts';

type Props = {
  cars: CarListWire['cars'];
  mode: 'grid' | 'list';
  onUpgrade: OpenUpgrade;
  removal?: Removal | undefined;
  /** Without filters beside it there is room for four. */
  isWide?: boolean;
  /** Whoever comes back to a place in the list needs all that stands before it, in its full size. */
  isWhole?: boolean;
};

const gridClass = 'grid grid-cols-1 gap-x-8 gap-y-12 sm:grid-cols-2';
const rowsClass = 'grid gap-y-3 sm:gap-y-5';
const rowClass = 'border-b border-rule pb-3 sm:pb-5';
/** With the height that the tallest card has: what is not laid out yet must not reach over the next one. */
const itemClasses = {
  grid: '[--size:520px] sm:[--size:465px]',
  list: `${rowClass} [--size:267px] xl:[--size:150px]`,
};
/** The first row is in view at once: its photos are wanted first. */
const eagerCount = 3;

/** Drawn again only when what it shows has changed: thirty cards are most of a list's work. */
export const CarGrid = memo(function CarGrid({
  cars,
  mode,
  onUpgrade,
  removal,
  isWide = false,
  isWhole = false,
}: Props) {
  const count = useGradually(cars, isWhole);
  const visited = useMemo(() => new Set(readVisited()), []);
  // Where this reader sees the market value of none, no line stands in for it: the cards are shorter, and alike.
  const isPlain = !cars.some((car) => !car.locked && priceLineOf(car));
  const itemClass = itemClasses[mode];
  const Item = mode === 'grid' ? CarCard : CarRow;
  return (
    <ul
      className={mode === 'grid' ? `${gridClass} ${isWide ? 'lg:grid-cols-4' : 'xl:grid-cols-3'}` : rowsClass}
    >
      {cars.map((car, place) =>
        place < count ? (
          <li key={car.id} className={`${isWhole || car.locked ? '' : 'drawn-in-sight'} ${itemClass}`}>
            {car.locked ? (
              <LockedCard mode={mode} onUpgrade={onUpgrade} />
            ) : (
              <Item
                car={car}
                isPlain={isPlain}
                isEager={place < eagerCount}
                isVisited={visited.has(car.id)}
                removal={removal}
              />
            )}
          </li>
        ) : (
          <li key={car.id} className={`h-(--size) ${itemClass}`} />
        ),
      )}
    </ul>
  );
});

export function GridSkeleton({ mode, count }: { mode: 'grid' | 'list'; count: number }) {
  return (
    <div className={mode === 'grid' ? `${gridClass} xl:grid-cols-3` : rowsClass}>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
        <div key={place} className={`drawn-in-sight ${itemClasses[mode]}`}>
          <CardSkeleton mode={mode} />
        </div>
      ))}
    </div>
  );
}
