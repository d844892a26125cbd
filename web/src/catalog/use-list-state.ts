import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { limitNames } from '#core/catalog/number-filters.ts';
import { afterPicture } from '../app/next-picture.ts';
import { paths } from '../paths.ts';
import { useGo, useIsCurrent, useSearch } from '../ui/navigation.ts';
import {
  type ListState,
  readListState,
  rememberList,
  type SetListState,
  writeListState,
} from './list-state.ts';

/** The fields of `next` that differ from `before`. */
const changeOf = (before: ListState, next: ListState): Partial<ListState> =>
  Object.fromEntries(
    Object.entries(next).filter(([name, value]) => value !== before[name as keyof ListState]),
  );

/** Changes of page or layout render many cards, so they run as an interruptible transition. */
const isTurn = ({ page, mode, ...rest }: Partial<ListState>): boolean => Object.keys(rest).length === 0;

/** What is set in many small moves: by a slider, or figure by figure. */
const slid: ReadonlySet<string> = new Set<keyof ListState>([
  ...limitNames,
  ...(['minPriceDkk', 'maxPriceDkk', 'minYear', 'maxYear', 'minDays', 'maxDays', 'radiusKm'] as const),
]);

/** The one bound that a change moves, or null for any other change. */
function boundOf({ page, ...change }: Partial<ListState>): string | null {
  const [name = '', ...others] = Object.keys(change);
  return others.length === 0 && slid.has(name) ? name : null;
}

/**
 * The address holds the list's state and the storages mirror it. Since the router updates the address with a delay, pending
 * choices are kept here, so that a box is ticked at once and the next choice builds on it. Each choice is an entry of the
 * browser's history, so Back undoes it; moves of one bound right after each other share one.
 */
export function useListState(): [ListState, SetListState] {
  const search = useSearch();
  const { key } = useLocation();
  const go = useGo();
  const isCurrent = useIsCurrent();
  const [ahead, setAhead] = useState<ListState | null>(null);
  /** Addresses not yet applied by the router, and the state of the last one. */
  const written = useRef<string[]>([]);
  const wanted = useRef<ListState | null>(null);
  /** The bound moved last, and the address before its first move. */
  const sliding = useRef<{ bound: string | null; from: string }>({ bound: null, from: '' });
  const address = search.toString();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a choice that was taken back before it was drawn moves the key alone
  useLayoutEffect(() => {
    // An address written elsewhere (a link, the back button) discards pending changes.
    const place = written.current.lastIndexOf(address);
    if (place === -1) sliding.current.bound = null;
    written.current = place === -1 ? [] : written.current.slice(place + 1);
    if (written.current.length > 0) return;
    wanted.current = null;
    setAhead(null);
  }, [address, key]);

  const state = ahead ?? readListState(search);
  const query = writeListState(state).toString();
  // Storage writes are slow, so they wait until the change is painted.
  useEffect(() => afterPicture(() => rememberList(query)), [query]);
  const set: SetListState = (chosen, how) => {
    // It would replace an address that was chosen meanwhile; what is still wrong is corrected after the next drawing.
    if (how === 'correction' && !isCurrent()) return;
    const change = changeOf(state, chosen);
    // Choosing the current state again cancels the pending change.
    const isBack = Object.keys(change).length === 0;
    const next = isBack ? chosen : { ...(wanted.current ?? state), ...change };
    const target = writeListState(next);
    // A signed-in reader's default list keeps a query in its address, so that no stored list replaces it.
    if (target.size === 0) target.set('view', 'all');
    // A double press before the render counts as one step.
    const current = written.current.at(-1) ?? address;
    if (target.toString() === current) return;
    const bound = boundOf(change);
    // A bound moved back to where it was is a step of its own: Back would otherwise lead to the same list.
    const isSameSlide =
      bound !== null && bound === sliding.current.bound && target.toString() !== sliding.current.from;
    if (!isSameSlide) sliding.current = { bound, from: current };
    written.current.push(target.toString());
    wanted.current = next;
    if (isTurn(change)) startTransition(() => setAhead(next));
    else setAhead(next);
    go(paths.list(target.toString()), { replace: isSameSlide || how === 'correction' });
  };
  return [state, set];
}
