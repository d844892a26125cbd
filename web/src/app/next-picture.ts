import { startTransition, useEffect, useState } from 'react';
import { once } from '#core/shared.ts';

/** Longest wait for a paint, since a hidden page may never paint. */
const longestWaitMs = 250;

/**
 * Calls `act` after the next paint, so that the pressed button is seen first. A hidden page paints nothing, so it is called
 * at once there.
 */
export function afterPicture(act: () => void): void {
  const actOnce = once(act);
  setTimeout(actOnce, document.hidden ? 0 : longestWaitMs);
  requestAnimationFrame(() => setTimeout(actOnce));
}

/** True once the surrounding screen has been painted, or at once with `isAtOnce`. */
export function useNextPicture(isAtOnce: boolean): boolean {
  const [isPainted, setPainted] = useState(isAtOnce);
  useEffect(() => {
    if (!isPainted) afterPicture(() => startTransition(() => setPainted(true)));
  }, [isPainted]);
  return isPainted;
}
