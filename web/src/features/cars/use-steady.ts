import { useCallback, useLayoutEffect, useRef } from 'react';

/** One function for all drawings, which does what the latest was given: what is passed it is not drawn again because of it. */
export function useSteady<A extends unknown[]>(act: (...input: A) => void): (...input: A) => void {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...input: A) => latest.current(...input), []);
}
