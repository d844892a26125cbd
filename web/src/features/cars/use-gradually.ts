import { startTransition, useEffect, useState } from 'react';

/** More than a window shows at once, and few enough for a slow phone to draw between two presses. */
const step = 6;

/** What a phone's window shows of an opening list at most: the cards in sight are laid out as one piece. */
const firstStep = 2;

type Known = { id: string };

/**
 * How many of the cars are to be drawn: a few, then a few more after each picture that the reader sees, so that what they
 * press is never kept waiting by thirty cards. None are drawn with the screen that brings them, which has enough to lay out
 * itself. Cars that change, come or go in a page keep what is drawn; another page begins anew. `isWhole` has all of them drawn
 * at once.
 */
export function useGradually(cars: readonly Known[], isWhole: boolean): number {
  const [drawn, setDrawn] = useState({ cars, count: isWhole ? Number.POSITIVE_INFINITY : 0 });
  let { count } = drawn;
  if (drawn.cars !== cars) {
    const before = new Set(drawn.cars.map(({ id }) => id));
    if (!cars.some(({ id }) => before.has(id))) count = step;
    setDrawn({ cars, count });
  }
  useEffect(() => {
    if (count < cars.length)
      startTransition(() =>
        setDrawn((now) =>
          now.cars === cars ? { cars, count: count === 0 ? firstStep : count + step } : now,
        ),
      );
  }, [cars, count]);
  return count;
}
