import { startTransition, useEffect, useState } from 'react';
import { afterPicture } from './after-picture.ts';

/** Whether what surrounds this part has been painted; `isAtOnce` asks for no waiting. */
export function useNextPicture(isAtOnce: boolean): boolean {
  const [isPainted, setPainted] = useState(isAtOnce);
  useEffect(() => {
    if (!isPainted) afterPicture(() => startTransition(() => setPainted(true)));
  }, [isPainted]);
  return isPainted;
}
