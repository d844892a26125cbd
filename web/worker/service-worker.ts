import type { PushNote } from '#core/alerts/alert-words.ts';
import {
  isPage,
  keptAddress,
  kindOf,
  notificationOf,
  type PersonalCache,
  personalCaches,
  type RequestKind,
} from './requests.ts';

declare const self: ServiceWorkerGlobalScope;

/** Put in by the build: the files that the app needs to start, and a name that changes with them. */
declare const startFiles: readonly string[];
declare const buildName: string;

const shellCache = `shell-${buildName}`;
const own = personalCaches(caches);
const mostAssets = 400;
/** A page on a bad line is shown from the cache after this long. */
const patienceMs = 4_000;

async function keepAsset(address: string, response: Response): Promise<void> {
  const cache = await caches.open(shellCache);
  await cache.put(address, response);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - mostAssets)).map((key) => cache.delete(key)));
}

async function asset(event: FetchEvent): Promise<Response> {
  const found = await caches.match(event.request.url);
  if (found) return found;
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(keepAsset(event.request.url, response.clone()));
  return response;
}

/** From the service, kept for as long as the session lasts. */
async function fetchAndKeep(event: FetchEvent, name: PersonalCache, address: string): Promise<Response> {
  const keep = own.begin(name, address);
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(keep(response.clone()));
  return response;
}

/** A picture never changes: the kept one will do. */
const photo = async (event: FetchEvent): Promise<Response> =>
  (await own.find('photos', event.request.url)) ?? fetchAndKeep(event, 'photos', event.request.url);

/** The server's page; offline, on a very slow connection or without such a page, the app's shell. */
async function page(event: FetchEvent): Promise<Response> {
  const shell = () => caches.match('/index.html', { cacheName: shellCache });
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs));
  try {
    const response =
      (await Promise.race([fetch(event.request), late.then(shell)])) ?? (await fetch(event.request));
    // API Gateway's own errors are JSON, so show the app instead.
    return isPage(response) ? response : ((await shell()) ?? response);
  } catch {
    return (await shell()) ?? Response.error();
  }
}

/** The service's answer, kept for later; without a connection the last one, marked as such. */
async function answer(event: FetchEvent): Promise<Response> {
  const address = keptAddress(event.request.url);
  try {
    return await fetchAndKeep(event, 'answers', address);
  } catch (error) {
    const found = await own.find('answers', address);
    if (found) return found;
    throw error;
  }
}

const handlers: Record<Exclude<RequestKind, 'network'>, (event: FetchEvent) => Promise<Response>> = {
  shell: page,
  asset,
  photo,
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
  if (event.data === 'forget') event.waitUntil(own.forget());
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
