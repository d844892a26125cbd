import { useSyncExternalStore } from 'react';
import { onSessionEnd } from '../api/session.ts';

/** A queued link, imported after those before it; `name` describes its search. */
export type WaitingImport = { url: string; name: string };

const storageKey = 'bilfund_waiting_imports';
const listeners = new Set<() => void>();
let waiting = read();

function isWaitingImport(value: unknown): value is WaitingImport {
  if (typeof value !== 'object' || value === null) return false;
  const { url, name } = value as Record<string, unknown>;
  return typeof url === 'string' && typeof name === 'string';
}

function read(): readonly WaitingImport[] {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(saved) ? saved.filter(isWaitingImport) : [];
  } catch {
    return [];
  }
}

/** The queued imports of this tab, in order. */
export function setWaitingImports(imports: readonly WaitingImport[]): void {
  waiting = imports;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(imports));
  } catch {
    // Without storage they stay queued until the page is reloaded.
  }
  for (const listener of listeners) listener();
}

onSessionEnd(() => setWaitingImports([]));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useWaitingImports = (): readonly WaitingImport[] =>
  useSyncExternalStore(subscribe, () => waiting);
