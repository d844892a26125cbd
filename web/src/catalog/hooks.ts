import {
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';

/** A stable callback that always calls the latest `act`; it avoids re-renders of the components that receive it. */
export function useSteady<A extends unknown[]>(act: (...input: A) => void): (...input: A) => void {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...input: A) => latest.current(...input), []);
}

/** True once `isOn` has lasted longer than a usual response, so that fast responses do not flicker, or than `afterMs`. */
export function useLate(isOn: boolean, afterMs = 250): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(setLate, afterMs, true);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isOn, afterMs]);
  return isLate;
}

/** Same width as Tailwind's `lg:`. */
const query = '(width >= 64rem)';

function onChange(listener: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Whether the filters fit beside the cars. If not, they are hidden and need not be loaded. */
export const useIsWide = (): boolean => useSyncExternalStore(onChange, () => matchMedia(query).matches);

/** Text of a field, reported on blur or Enter instead of on every key. `text` is the initial value. */
export function useDraft(text: string, onCommit: (text: string) => void) {
  const [draft, setDraft] = useState<string | null>(null);
  const commit = () => {
    if (draft !== null && draft !== text) onCommit(draft);
    setDraft(null);
  };
  return {
    value: draft ?? text,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setDraft(event.target.value),
    onFocus: (event: FocusEvent<HTMLInputElement>) => event.target.select(),
    onBlur: commit,
    onKeyDown: (event: KeyboardEvent) => event.key === 'Enter' && commit(),
  };
}
