import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  use,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { browserHistory, type History, type Location, type Place, type Way } from './history.ts';
import { matchPath } from './match-path.ts';

type Move = { replace?: boolean; state?: unknown };
type Navigate = (to: string | number, move?: Move) => void;

const RouterContext = createContext<{ place: Place; navigate: Navigate } | null>(null);
const ParamsContext = createContext<Record<string, string>>({});

/** Knows the address. Screens change in a transition: the old one stays until the new one is there. */
export function Router({ history = browserHistory, children }: { history?: History; children: ReactNode }) {
  const [place, setPlace] = useState<Place>(() => ({ ...history.read(), way: 'POP' }));
  const navigate = useMemo<Navigate>(() => {
    const arrive = (way: Way) => startTransition(() => setPlace({ ...history.read(), way }));
    return (to, { replace = false, state = null } = {}) => {
      if (typeof to === 'number') return history.go(to);
      history.write(to, state, replace);
      arrive(replace ? 'REPLACE' : 'PUSH');
    };
  }, [history]);
  useLayoutEffect(
    () => history.listen(() => startTransition(() => setPlace({ ...history.read(), way: 'POP' }))),
    [history],
  );
  const value = useMemo(() => ({ place, navigate }), [place, navigate]);
  return <RouterContext value={value}>{children}</RouterContext>;
}

function useRouter() {
  const router = use(RouterContext);
  if (!router) throw new Error('Router is missing');
  return router;
}

export type Route = { path: string; screen: ReactNode };

/** The screen of the first route that the address matches. */
export function Routes({ routes }: { routes: readonly Route[] }) {
  const { pathname } = useLocation();
  for (const { path, screen } of routes) {
    const params = matchPath(path, pathname);
    if (params) return <ParamsContext value={params}>{screen}</ParamsContext>;
  }
  return null;
}

export const useLocation = (): Location => useRouter().place;

/** How the reader came to this address. */
export const useWay = (): Way => useRouter().place.way;

/** Goes to an address of ours, or so many steps through the history. Stays the same function. */
export const useNavigate = (): Navigate => useRouter().navigate;

/** The variables of the route's path. */
export const useParams = (): Record<string, string | undefined> => use(ParamsContext);

/** The address's query, and what puts another one in its place. */
export function useSearchParams(): [URLSearchParams, (next: URLSearchParams, move?: Move) => void] {
  const { place, navigate } = useRouter();
  const search = useMemo(() => new URLSearchParams(place.search), [place.search]);
  return [search, (next, move) => navigate(`${place.pathname}?${next}`, move)];
}

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string; state?: unknown };

/** A link within the app. What opens a new tab or a download stays the browser's. */
export function Link({ to, state, onClick, ...rest }: LinkProps) {
  const { place, navigate } = useRouter();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isOurs = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (event.defaultPrevented || !isOurs || (rest.target && rest.target !== '_self')) return;
    event.preventDefault();
    navigate(to, { state, replace: to === place.pathname + place.search + place.hash });
  };
  return <a {...rest} href={to} onClick={follow} />;
}
