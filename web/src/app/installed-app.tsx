import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { currentAccessToken, refreshSession, useSession } from '../api/session.ts';
import { useTexts } from '../i18n/language.tsx';
import { paths } from '../paths.ts';
import { Icon } from '../ui/icon.tsx';

function useIsOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      addEventListener('online', listener);
      addEventListener('offline', listener);
      return () => {
        removeEventListener('online', listener);
        removeEventListener('offline', listener);
      };
    },
    () => navigator.onLine,
    () => true,
  );
}

/** A newer version of the app, fetched and waiting; null if there is none. */
function useWaitingVersion(): ServiceWorker | null {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null);
  useEffect(() => {
    if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
    const watch = (registration: ServiceWorkerRegistration) => {
      // The first version replaces nothing and is not announced.
      const note = () => navigator.serviceWorker.controller && setWaiting(registration.waiting);
      note();
      registration.addEventListener('updatefound', () => {
        registration.installing?.addEventListener('statechange', note);
      });
    };
    navigator.serviceWorker
      .register(paths.worker)
      .then(watch)
      .catch((error: unknown) => console.warn('the app works without its offline part', error));
  }, []);
  return waiting;
}

/** Shows when the app is offline, offers updates, and clears cached answers when a session ends. */
export function InstalledApp() {
  const t = useTexts();
  const client = useQueryClient();
  const isOnline = useIsOnline();
  const waiting = useWaitingVersion();
  const { status } = useSession();

  const wasSignedIn = useRef(false);
  useEffect(() => {
    // Signed out in another tab: drop this tab's data and refetch what it shows.
    if (status === 'signed_out' && wasSignedIn.current) {
      client.removeQueries({ type: 'inactive' });
      void client.resetQueries();
    }
    wasSignedIn.current = status === 'signed_in';
  }, [status, client]);

  useEffect(() => {
    if (!isOnline) return;
    // The app started offline with a remembered reader: sign in now that there is a connection.
    const restored =
      currentAccessToken() === '' ? refreshSession('').catch(() => null) : Promise.resolve(null);
    void restored.then(() => client.invalidateQueries());
  }, [isOnline, client]);

  const update = () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    waiting?.postMessage('update');
  };
  if (isOnline && !waiting) return null;
  return (
    <div role="status" className="sticky top-0 z-30 border-b border-rule bg-tint">
      <p className="column flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 py-2 text-meta">
        <Icon name={isOnline ? 'check' : 'warning'} size={18} />
        <span className="grow">{isOnline ? t.shell.updateReady : t.shell.offline}</span>
        {isOnline && (
          <button
            type="button"
            className="font-semibold text-accent underline underline-offset-4"
            onClick={update}
          >
            {t.shell.update}
          </button>
        )}
      </p>
    </div>
  );
}
