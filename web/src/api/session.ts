import { useDeferredValue, useSyncExternalStore } from 'react';
import type { SessionWire } from '#core/contract/routes/accounts.ts';
import { ApiError, readApiError } from './api-error.ts';

export type SessionState =
  | { status: 'loading'; session: null }
  | { status: 'signed_out'; session: null }
  | { status: 'signed_in'; session: SessionWire };

/**
 * The access token lives in this module's memory only; the refresh token in a cookie no script can read. The hint says
 * that such a cookie probably exists, so that a first-time visitor causes no request that must fail; it names who it
 * belongs to, so that without a connection a reader still finds their last list.
 */
const hintKey = 'bilfund_signed_in';
type User = SessionWire['user'];
const signedOut: SessionState = { status: 'signed_out', session: null };

let state: SessionState = readHint() ? { status: 'loading', session: null } : signedOut;
/** Calls of this tab that fail together wait for the same answer. */
let inFlight: Promise<SessionWire | null> | null = null;
const listeners = new Set<() => void>();
// Where pages are rendered before there is a browser, a channel would only keep the process alive.
const hasTabs = typeof document !== 'undefined' && typeof BroadcastChannel !== 'undefined';
const channel = hasTabs ? new BroadcastChannel('bilfund-session') : null;

channel?.addEventListener('message', (event: MessageEvent<SessionWire | null>) => {
  publish(event.data);
});

function readHint(): User | null {
  try {
    return JSON.parse(localStorage.getItem(hintKey) ?? 'null') as User | null;
  } catch {
    return null;
  }
}

const endListeners = new Set<() => void>();

/** `listener` is called when a session ends, however: what it remembers of the person goes. */
export function onSessionEnd(listener: () => void): void {
  endListeners.add(listener);
}

/** What the browser keeps of a person: answers and photos, where they were in the list, what they laid aside. */
function forgetPerson(): void {
  try {
    sessionStorage.clear();
  } catch {
    // A browser without storage remembers nothing.
  }
  // The worker forgets too what is on its way; where it does not control this page, the page empties its caches.
  navigator.serviceWorker?.controller?.postMessage('forget');
  for (const name of ['answers', 'photos']) globalThis.caches?.delete(name).catch(() => undefined);
  for (const listener of endListeners) listener();
}

function publish(session: SessionWire | null): void {
  if (!session && state.status !== 'signed_out') forgetPerson();
  state = session ? { status: 'signed_in', session } : signedOut;
  try {
    if (session) localStorage.setItem(hintKey, JSON.stringify(session.user));
    else localStorage.removeItem(hintKey);
  } catch {
    // A browser without storage signs in for this page only.
  }
  for (const listener of listeners) listener();
}

/** Takes over a session that the service just issued (null: signed out) and tells the other tabs. */
export function adoptSession(session: SessionWire | null): void {
  publish(session);
  channel?.postMessage(session);
}

export function currentAccessToken(): string | null {
  return state.session?.accessToken ?? null;
}

export function useSession(): SessionState {
  const newest = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
    () => signedOut,
  );
  // A session that is found again brings a whole screen with it: that is drawn in slices, between which a press is answered.
  const drawn = useDeferredValue(newest);
  return drawn.status === 'loading' && newest.status === 'signed_in' ? drawn : newest;
}

/** For what is pressed; what is shown has to follow the session with `useSession`. */
export const isSignedIn = (): boolean => state.status === 'signed_in';

/** Whether this browser is known to have no session, without asking. */
export const isSurelySignedOut = (): boolean => state.status === 'signed_out';

/** At load: the session behind the cookie, if there is one. */
export async function restoreSession(): Promise<void> {
  if (state.status !== 'loading') return;
  const user = readHint();
  await refreshSession(null).catch((error: unknown) => {
    const isOffline = error instanceof ApiError && error.code === 'offline';
    // Nobody was signed out by a lost connection. The empty token is renewed as soon as there is one.
    publish(isOffline && user?.email ? { accessToken: '', expiresIn: 0, user } : null);
  });
}

/**
 * A new access token in place of `staleToken`; null when the session has ended. Tabs take turns through a lock, and the
 * one that waited finds the fresh token already there. Throws ApiError when the service cannot be asked.
 */
export function refreshSession(staleToken: string | null): Promise<SessionWire | null> {
  inFlight ??= renewInTurn(staleToken).finally(() => {
    inFlight = null;
  });
  return inFlight;
}

async function renewInTurn(staleToken: string | null): Promise<SessionWire | null> {
  const renew = async () => {
    if (state.session && state.session.accessToken !== staleToken) return state.session;
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
