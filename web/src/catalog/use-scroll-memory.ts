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
 * Restores the scroll position and the focus when the reader returns. `isReady` says that the cards are rendered. Returns
 * whether restoring needs all cards rendered in full size.
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
    // Braces: in new browsers the call returns a promise, which React would take for a clean-up function.
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
