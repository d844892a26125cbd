import { startTransition, useEffect, useState } from 'react';
import { once } from '#core/shared.ts';

/** A picture that has not come by then, as of a page that was just hidden, is not waited for. */
const longestWaitMs = 250;

/**
 * Does something once the next picture has been painted: what was pressed is seen first. A page that nobody sees paints none,
 * and does it at once.
 */
export function afterPicture(act: () => void): void {
  const actOnce = once(act);
  setTimeout(actOnce, document.hidden ? 0 : longestWaitMs);
  requestAnimationFrame(() => setTimeout(actOnce));
}

/** Whether what surrounds this part has been painted; `isAtOnce` asks for no waiting. */
export function useNextPicture(isAtOnce: boolean): boolean {
  const [isPainted, setPainted] = useState(isAtOnce);
  useEffect(() => {
    if (!isPainted) afterPicture(() => startTransition(() => setPainted(true)));
  }, [isPainted]);
  return isPainted;
}
