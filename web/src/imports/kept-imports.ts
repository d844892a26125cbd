import { useSyncExternalStore } from 'react';
import { onSessionEnd } from '../api/session.ts';
import { keep, recall, recallList } from '../storage.ts';
import { makeStore } from '../store.ts';

/** A queued link, imported after those before it; `name` describes its search. */
type WaitingImport = { url: string; name: string };

const storageKey = 'bilfund_waiting_imports';
function isWaitingImport(value: unknown): value is WaitingImport {
  if (typeof value !== 'object' || value === null) return false;
  const { url, name } = value as Record<string, unknown>;
  return typeof url === 'string' && typeof name === 'string';
}

const waiting = makeStore<readonly WaitingImport[]>(recallList('tab', storageKey, isWaitingImport));

/** The queued imports of this tab, in order. */
export function setWaitingImports(imports: readonly WaitingImport[]): void {
  keep('tab', storageKey, JSON.stringify(imports));
  waiting.set(imports);
}

onSessionEnd(() => setWaitingImports([]));

export const useWaitingImports = (): readonly WaitingImport[] =>
  useSyncExternalStore(waiting.follow, waiting.get);

const importedKey = 'bilfund_imported';

/** Whether somebody who is signed in here has imported before: known before the first answer, so that nothing moves. */
export const hasImported = (): boolean => recall('browser', importedKey) !== null;

export function rememberImported(): void {
  keep('browser', importedKey, '1');
}

onSessionEnd(() => keep('browser', importedKey, null));
