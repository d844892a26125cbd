import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { afterPicture } from '../app/next-picture.ts';
import { paths } from '../paths.ts';
import { useGo, useSearch } from '../ui/navigation.ts';
import {
  type ListState,
  readListState,
  rememberList,
  type SetListState,
  writeListState,
} from './list-state.ts';

/** What of `next` is not as it was in `before`. */
const changeOf = (before: ListState, next: ListState): Partial<ListState> =>
  Object.fromEntries(
    Object.entries(next).filter(([name, value]) => value !== before[name as keyof ListState]),
  );

/** A page that is turned, or a list that lies down, is more than a box that is ticked: it gives way to the next press. */
const isTurn = ({ page, mode, ...rest }: Partial<ListState>): boolean => Object.keys(rest).length === 0;

/**
 * The address holds the list's state; the storages mirror it. The router moves the address in its own time: until it has,
 * what was chosen stands here, so that a box is ticked at once and the next choice builds on this one.
 */
export function useListState(): [ListState, SetListState] {
  const search = useSearch();
  const { key } = useLocation();
  const go = useGo();
  const [ahead, setAhead] = useState<ListState | null>(null);
  /** The addresses on their way, and the state of the last of them: it may not be drawn yet when the next is chosen. */
  const written = useRef<string[]>([]);
  const wanted = useRef<ListState | null>(null);
  const address = search.toString();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a choice that was taken back before it was drawn moves the key alone
  useLayoutEffect(() => {
    // An address that was not written here (a link, the back button) ends whatever was under way.
    const place = written.current.lastIndexOf(address);
    written.current = place === -1 ? [] : written.current.slice(place + 1);
    if (written.current.length > 0) return;
    wanted.current = null;
    setAhead(null);
  }, [address, key]);

  const state = ahead ?? readListState(search);
  const query = writeListState(state).toString();
  // The storages write to the disk, and what was pressed is to be seen first.
  useEffect(() => afterPicture(() => rememberList(query)), [query]);
  const set: SetListState = (chosen, how) => {
    const change = changeOf(state, chosen);
    // Whoever chooses what stands there takes back what is under way.
    const isBack = Object.keys(change).length === 0;
    const next = isBack ? chosen : { ...(wanted.current ?? state), ...change };
    const target = writeListState(next);
    // A signed-in reader's plain list still says so in its address, so that nothing older is restored over it.
    if (target.size === 0) target.set('view', 'all');
    // Pressed twice before it is drawn it is one step, not two.
    if (target.toString() === (written.current.at(-1) ?? address)) return;
    written.current.push(target.toString());
    wanted.current = next;
    if (isTurn(change)) startTransition(() => setAhead(next));
    else setAhead(next);
    go(paths.list(target.toString()), { replace: how !== 'step' });
  };
  return [state, set];
}
