import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import {
  currentSession,
  isComingBack,
  recallFirstCar,
  recallScroll,
  rememberScroll,
  takeLastOpened,
} from './list-state.ts';

/**
 * Puts the list and the focus back where they were left when one comes back; `isReady` says that the cards stand. Returns
 * whether that place needs the list whole: all that stands before it, in its full size.
 */
export function useScrollMemory(query: string, isReady: boolean): boolean {
  const navigation = useNavigationType();
  const location = useLocation();
  const isReturn =
    navigation === 'POP' || (location.state as { isReturn?: boolean } | null)?.isReturn === true;
  const isSettled = useRef(false);
  const [cameBackTo] = useState(() => (isReturn && isComingBack(query) ? query : null));

  useLayoutEffect(() => {
    if (!isReady || isSettled.current) return;
    isSettled.current = true;
    // Braces: the call answers a promise in new browsers, which must not become a clean-up.
    window.scrollTo(0, isReturn ? recallScroll(query) : 0);
    const first = isReturn ? recallFirstCar(query) : null;
    const seen = first && articleOf(first.id);
    if (seen) window.scrollBy(0, seen.getBoundingClientRect().top - first.top);
    const opened = takeLastOpened();
    if (isReturn && opened) focusCar(opened);
  }, [isReady, isReturn, query]);

  // The clean-up of a layout effect still sees the list in its place; a passive one would see the next page. Not at each change
  // of the query: where the window stands is only known once everything is laid out.
  const latest = useRef(query);
  latest.current = query;
  const drawnIn = useRef(currentSession());
  useEffect(() => {
    drawnIn.current = currentSession();
  });
  useLayoutEffect(
    () => () => {
      if (isSettled.current && drawnIn.current === currentSession()) rememberPlace(latest.current);
    },
    [],
  );

  useEffect(() => {
    const save = () => rememberPlace(query);
    window.addEventListener('pagehide', save);
    return () => window.removeEventListener('pagehide', save);
  }, [query]);
  return cameBackTo === query;
}

const articleOf = (id: string) => document.querySelector(`[data-car="${CSS.escape(id)}"]`);

function rememberPlace(query: string): void {
  const top = (car: HTMLElement) => car.getBoundingClientRect().top;
  const first = [...document.querySelectorAll<HTMLElement>('[data-car]')].find((car) => top(car) >= 0);
  rememberScroll(query, window.scrollY, first ? { id: first.dataset.car!, top: top(first) } : null);
}

function focusCar(id: string): void {
  articleOf(id)?.querySelector('a')?.focus({ preventScroll: true });
}
