import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { recallScroll, rememberScroll } from './list-memory.ts';

/** Puts the list back where it was left when one comes back to it; `isReady` says that the cards stand. */
export function useScrollMemory(query: string, isReady: boolean): void {
  const navigation = useNavigationType();
  const location = useLocation();
  const isReturn =
    navigation === 'POP' || (location.state as { isReturn?: boolean } | null)?.isReturn === true;
  const settled = useRef(false);

  useLayoutEffect(() => {
    if (!isReady || settled.current) return;
    settled.current = true;
    // Braces: the call answers a promise in new browsers, which must not become a clean-up.
    window.scrollTo(0, isReturn ? recallScroll(query) : 0);
  }, [isReady, isReturn, query]);

  useEffect(() => {
    let frame = 0;
    const save = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => settled.current && rememberScroll(query, window.scrollY));
    };
    window.addEventListener('scroll', save, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', save);
    };
  }, [query]);
}
