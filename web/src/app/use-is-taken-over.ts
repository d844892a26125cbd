import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * False while the app takes over a part of a page that was there before it, true from then on: what an answer that arrived
 * meanwhile adds to the part must wait until the two are known to be the same.
 */
export const useIsTakenOver = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
