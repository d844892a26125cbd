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

/** One function for all drawings, which does what the latest was given: what is passed it is not drawn again because of it. */
export function useSteady<A extends unknown[]>(act: (...input: A) => void): (...input: A) => void {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...input: A) => latest.current(...input), []);
}

const lateAfterMs = 250;

/** Whether something is on for longer than an answer usually takes: what dims sooner only flickers. */
export function useLate(isOn: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(setLate, lateAfterMs, true);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isOn]);
  return isLate;
}

/** As `lg:` in class names. */
const query = '(width >= 64rem)';

function onChange(listener: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Whether the filters have room beside the cars; where they have none, nobody waits for what is not seen. */
export const useIsWide = (): boolean => useSyncExternalStore(onChange, () => matchMedia(query).matches);

/** What is typed into a field and told when it is left or Enter pressed, not at every key. `text`: what stands there before. */
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
