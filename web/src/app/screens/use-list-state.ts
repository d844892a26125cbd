import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { rememberList } from '../../features/cars/list-memory.ts';
import {
  type ListState,
  readListState,
  type SetListState,
  writeListState,
} from '../../features/cars/list-state.ts';
import { paths } from '../../paths.ts';
import { useGo, useSearch } from '../../ui/navigation.ts';

/**
 * The address holds the list's state; the storages mirror it. The router moves the address in its own time: until it has,
 * what was chosen stands here, so that a box is ticked at once and the next choice builds on this one.
 */
export function useListState(): [ListState, SetListState] {
  const search = useSearch();
  const go = useGo();
  const [ahead, setAhead] = useState<ListState | null>(null);
  const written = useRef<string[]>([]);
  const address = search.toString();
  useLayoutEffect(() => {
    // An address that was not written here (a link, the back button) ends whatever was under way.
    const place = written.current.indexOf(address);
    written.current = place === -1 ? [] : written.current.slice(place + 1);
    if (written.current.length === 0) setAhead(null);
  }, [address]);

  const state = ahead ?? readListState(search);
  const query = writeListState(state).toString();
  // In a task of its own: the storages write to the disk, and what was pressed is to be seen first.
  useEffect(() => void setTimeout(rememberList, 0, query), [query]);
  const set: SetListState = (next, how) => {
    const target = writeListState(next);
    // A signed-in reader's plain list still says so in its address, so that nothing older is restored over it.
    if (target.size === 0) target.set('view', 'all');
    if (target.toString() !== address) {
      written.current.push(target.toString());
      setAhead(next);
    }
    go(paths.list(target.toString()), { replace: how !== 'step' });
  };
  return [state, set];
}
