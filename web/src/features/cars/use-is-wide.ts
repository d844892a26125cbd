import { useSyncExternalStore } from 'react';

/** As `lg:` in class names. */
const query = '(width >= 64rem)';

function onChange(listener: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Whether the filters have room beside the cars; where they have none, nobody waits for what is not seen. */
export const useIsWide = (): boolean => useSyncExternalStore(onChange, () => matchMedia(query).matches);
