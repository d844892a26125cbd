import type { PushNote } from '#core/notification/push.ts';
import { notificationOf } from './notification-of.ts';
import { keptAddress, kindOf, type RequestKind } from './requests.ts';

declare const self: ServiceWorkerGlobalScope;

/** Put in by the build: the files that the app needs to start, and a name that changes with them. */
declare const startFiles: readonly string[];
declare const buildName: string;

const shellCache = `shell-${buildName}`;
const photoCache = 'photos';
/** What belongs to a person; forgotten when they sign out. */
const answerCache = 'answers';

const mostPhotos = 200;
const mostAnswers = 40;
/** A page on a bad line is shown from the cache after this long. */
const patienceMs = 4_000;

async function keep(cacheName: string, address: string, response: Response, most: number): Promise<void> {
  const cache = await caches.open(cacheName);
  // Deleting first moves it to the end: the oldest entries are the first to go.
  await cache.delete(address);
  await cache.put(address, response);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)));
}

async function fromCacheFirst(event: FetchEvent, cacheName: string, most: number): Promise<Response> {
  const found = await caches.match(event.request.url);
  if (found) return found;
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(keep(cacheName, event.request.url, response.clone(), most));
  return response;
}

/** The page as the server has it now; without a connection, or on a very slow one, the app's own shell. */
async function page(event: FetchEvent): Promise<Response> {
  const shell = () => caches.match('/index.html', { cacheName: shellCache });
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs));
  try {
    const response = await Promise.race([fetch(event.request), late.then(shell)]);
    return response ?? (await fetch(event.request));
  } catch {
    return (await shell()) ?? Response.error();
  }
}

/** The service's answer, kept for later; without a connection the last one, marked as such. */
async function answer(event: FetchEvent): Promise<Response> {
  const address = keptAddress(event.request.url);
  try {
    const response = await fetch(event.request);
    if (response.ok) event.waitUntil(keep(answerCache, address, response.clone(), mostAnswers));
    return response;
  } catch (error) {
    const found = await caches.match(address, { cacheName: answerCache });
    if (found) return found;
    throw error;
  }
}

const handlers: Record<Exclude<RequestKind, 'network'>, (event: FetchEvent) => Promise<Response>> = {
  shell: page,
  asset: (event) => fromCacheFirst(event, shellCache, 400),
  photo: (event) => fromCacheFirst(event, photoCache, mostPhotos),
  answer,
};

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(shellCache).then((cache) => cache.addAll(startFiles)));
});

self.addEventListener('activate', (event) => {
  const isOld = (name: string) => name.startsWith('shell-') && name !== shellCache;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const kind = kindOf(event.request, self.location.origin);
  if (kind !== 'network') event.respondWith(handlers[kind](event));
});

self.addEventListener('message', (event) => {
  if (event.data === 'update') void self.skipWaiting();
  if (event.data === 'forget') event.waitUntil(caches.delete(answerCache));
});

self.addEventListener('push', (event) => {
  if (!event.data) return;
  const note = event.data.json() as PushNote;
  event.waitUntil(self.registration.showNotification(...notificationOf(note)));
});

async function openPath(path: string): Promise<void> {
  const address = new URL(path, self.location.origin);
  // A push says where it leads; it never leads away from the app.
  const target = address.origin === self.location.origin ? address.href : self.location.origin;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows[0];
  if (!open) await self.clients.openWindow(target);
  else await (await open.focus()).navigate(target);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPath(String((event.notification.data as { path: string }).path)));
});
