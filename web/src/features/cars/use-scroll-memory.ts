import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { recallScroll, rememberScroll, takeLastOpened } from './list-memory.ts';

/** Puts the list and the focus back where they were left when one comes back; `isReady` says that the cards stand. */
export function useScrollMemory(query: string, isReady: boolean): void {
  const navigation = useNavigationType();
  const location = useLocation();
  const isReturn =
    navigation === 'POP' || (location.state as { isReturn?: boolean } | null)?.isReturn === true;
  const isSettled = useRef(false);

  useLayoutEffect(() => {
    if (!isReady || isSettled.current) return;
    isSettled.current = true;
    // Braces: the call answers a promise in new browsers, which must not become a clean-up.
    window.scrollTo(0, isReturn ? recallScroll(query) : 0);
    const opened = takeLastOpened();
    if (isReturn && opened) focusCar(opened);
  }, [isReady, isReturn, query]);

  // The clean-up of a layout effect still sees the list in its place; a passive one would see the next page.
  useLayoutEffect(
    () => () => {
      if (isSettled.current) rememberScroll(query, window.scrollY);
    },
    [query],
  );

  useEffect(() => {
    const save = () => rememberScroll(query, window.scrollY);
    window.addEventListener('pagehide', save);
    return () => window.removeEventListener('pagehide', save);
  }, [query]);
}

function focusCar(id: string): void {
  const link = document.querySelector<HTMLElement>(`[data-car="${CSS.escape(id)}"] a`);
  link?.focus({ preventScroll: true });
}
