import { use, useCallback, useMemo } from 'react';
import { UNSAFE_NavigationContext as NavigationContext, useLocation } from 'react-router-dom';

type Go = (to: string | -1, options?: { state?: unknown; replace?: boolean }) => void;

/**
 * Navigates to an app path or one step back. The router's own `useNavigate` also reads the current address and so re-renders
 * its component at every change: thirty cards for every filter.
 */
export function useGo(): Go {
  const { navigator } = use(NavigationContext);
  return useCallback(
    (to, { state, replace = false } = {}) => {
      if (to === -1) navigator.go(to);
      else navigator[replace ? 'replace' : 'push'](to, state);
    },
    [navigator],
  );
}

/** What the address asks for behind its question mark. */
export function useSearch(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** Whether the address on screen is still the newest one: another may be on its way to be drawn. */
export function useIsCurrent(): () => boolean {
  const { navigator } = use(NavigationContext);
  const { pathname, search } = useLocation();
  return () => {
    const now = (navigator as { location?: { pathname: string; search: string } }).location;
    return !now || (now.pathname === pathname && now.search === search);
  };
}
