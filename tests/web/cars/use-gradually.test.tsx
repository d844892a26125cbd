import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useGradually } from '../../../web/src/cars/car-grid.tsx';

const carsNamed = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, place) => ({ id: `${prefix}${place}` }));
type Props = { cars: { id: string }[]; isWhole: boolean };

/** Every count that was shown, in order, once all is drawn. */
async function drawn(first: Props, ...later: Props[]): Promise<number[]> {
  const counts: number[] = [];
  const { rerender } = renderHook(
    ({ cars, isWhole }: Props) => {
      const count = Math.min(cars.length, useGradually(cars, isWhole));
      if (count !== counts.at(-1)) counts.push(count);
    },
    { initialProps: first },
  );
  for (const props of later) await act(async () => rerender(props));
  return counts;
}

describe('the cards of a page', () => {
  it('cards are drawn after their screen: first the two in sight, then six at a time', async () => {
    expect(await drawn({ cars: carsNamed('a', 15), isWhole: false })).toEqual([0, 2, 8, 14, 15]);
  });

  it('all cards are drawn at once for a reader who returns to a place among them', async () => {
    expect(await drawn({ cars: carsNamed('a', 15), isWhole: true })).toEqual([15]);
  });

  it('gradual drawing of cards starts again on another page', async () => {
    const counts = await drawn(
      { cars: carsNamed('a', 15), isWhole: true },
      { cars: carsNamed('b', 15), isWhole: true },
    );
    expect(counts).toEqual([15, 6, 12, 15]);
  });

  it('cards stay drawn while one of them changes, appears or disappears', async () => {
    const cars = carsNamed('a', 15);
    const counts = await drawn(
      { cars, isWhole: false },
      { cars: [{ id: 'new' }, ...cars], isWhole: false },
      { cars: cars.slice(2), isWhole: false },
    );
    expect(counts).toEqual([0, 2, 8, 14, 15, 16, 13]);
  });
});
