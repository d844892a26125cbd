import { useSyncExternalStore } from 'react';

/** Whether the live feed is open: while it is not, running things are polled (docs/spec.md 4). */
let isOpen = false;
const listeners = new Set<() => void>();

export function setLiveConnection(open: boolean): void {
  isOpen = open;
  for (const listener of listeners) listener();
}

export function useLiveConnection(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOpen,
    () => false,
  );
}
