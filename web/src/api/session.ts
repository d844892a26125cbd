import { useDeferredValue, useSyncExternalStore } from 'react';
import type { SessionWire } from '#core/contract/routes/accounts.ts';
import { keep, recallValue } from '../storage.ts';
import { makeStore } from '../store.ts';
import { ApiError, readApiError } from './api-error.ts';

type SessionState =
  | { status: 'loading'; session: null }
  | { status: 'signed_out'; session: null }
  | { status: 'signed_in'; session: SessionWire };

/**
 * The access token is kept in memory only, the refresh token in a cookie that scripts cannot read. Under this key local storage
 * holds the user while that cookie probably exists: first-time visitors send no request that must fail, and offline readers
 * still find their last list.
 */
const hintKey = 'bilfund_signed_in';
type User = SessionWire['user'];
const readHint = () => recallValue('browser', hintKey) as User | null;
const signedOut: SessionState = { status: 'signed_out', session: null };

const state = makeStore<SessionState>(readHint() ? { status: 'loading', session: null } : signedOut);
/** Calls of this tab that fail at the same time share one refresh. */
let inFlight: Promise<SessionWire | null> | null = null;
// During prerendering, a channel would only keep the process alive.
const hasTabs = typeof document !== 'undefined' && typeof BroadcastChannel !== 'undefined';
const channel = hasTabs ? new BroadcastChannel('bilfund-session') : null;

channel?.addEventListener('message', (event: MessageEvent<SessionWire | null>) => {
  publish(event.data);
});

const endListeners = new Set<() => void>();

/** `listener` runs when a session ends in any way, to drop personal data. */
export function onSessionEnd(listener: () => void): void {
  endListeners.add(listener);
}

/** Removes personal data from the browser: cached answers and photos, list positions, compared cars. */
function forgetPerson(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Without storage there is nothing to remove.
  }
  // The service worker also drops answers that are still arriving. Where there is none, the page empties the caches itself.
  navigator.serviceWorker?.controller?.postMessage('forget');
  for (const name of ['answers', 'photos']) globalThis.caches?.delete(name).catch(() => undefined);
  for (const listener of endListeners) listener();
}

/** Changes the session of this tab (null: signed out) and tells its listeners. */
function publish(session: SessionWire | null): void {
  if (!session && state.get().status !== 'signed_out') forgetPerson();
  keep('browser', hintKey, session && JSON.stringify(session.user));
  state.set(session ? { status: 'signed_in', session } : signedOut);
}

/** Applies a session that the service issued (null: signed out) and tells the other tabs. */
export function adoptSession(session: SessionWire | null): void {
  publish(session);
  channel?.postMessage(session);
}

export function currentAccessToken(): string | null {
  return state.get().session?.accessToken ?? null;
}

export function useSession(): SessionState {
  const newest = useSyncExternalStore(state.follow, state.get, () => signedOut);
  // A restored session renders a whole screen: deferring it keeps the page responsive meanwhile.
  const drawn = useDeferredValue(newest);
  return drawn.status === 'loading' && newest.status === 'signed_in' ? drawn : newest;
}

/** The session for event handlers; components use `useSession`. */
export const isSignedIn = (): boolean => state.get().status === 'signed_in';

/** Whether this browser certainly has no session, without a request. */
export const isSurelySignedOut = (): boolean => state.get().status === 'signed_out';

/** On load: restores the session from the cookie, if there is one. */
export async function restoreSession(): Promise<void> {
  if (state.get().status !== 'loading') return;
  const user = readHint();
  await refreshSession(null).catch((error: unknown) => {
    const isOffline = error instanceof ApiError && error.code === 'offline';
    // A lost connection does not sign anyone out. The empty token is refreshed once online.
    publish(isOffline && user?.email ? { accessToken: '', expiresIn: 0, user } : null);
  });
}

/**
 * Replaces `staleToken` with a new access token; null if the session has ended. Tabs take turns with a lock, and a tab that
 * waited finds the fresh token. Throws ApiError if the service cannot be reached.
 */
export function refreshSession(staleToken: string | null): Promise<SessionWire | null> {
  inFlight ??= renewInTurn(staleToken).finally(() => {
    inFlight = null;
  });
  return inFlight;
}

async function renewInTurn(staleToken: string | null): Promise<SessionWire | null> {
  const renew = async () => {
    const { session: known } = state.get();
    if (known && known.accessToken !== staleToken) return known;
    const session = await requestSession();
    adoptSession(session);
    return session;
  };
  if (typeof navigator === 'undefined' || !navigator.locks) return renew();
  return navigator.locks.request('bilfund-session', renew);
}

async function requestSession(): Promise<SessionWire | null> {
  let response: Response;
  try {
    response = await fetch('/api/auth/refresh', { method: 'POST', credentials: 'same-origin' });
  } catch {
    throw new ApiError(0, 'offline', null);
  }
  if (response.ok) return (await response.json()) as SessionWire;
  if (response.status === 401 || response.status === 403 || response.status === 400) return null;
  throw await readApiError(response);
}
