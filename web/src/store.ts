/** A value outside of React that components follow by `useSyncExternalStore`. */
export function makeStore<T>(first: T) {
  let value = first;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    get: () => value,
    /** `when` calls what tells the listeners; at once by default. */
    set: (next: T, when: (tell: () => void) => void = (tell) => tell()) => {
      value = next;
      when(tell);
    },
    follow: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
