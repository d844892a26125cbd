import { paths } from '../paths.ts';

export function canReceivePush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
}

/** The key as the service spells it (base64url) in the bytes that the browser wants. */
function keyBytes(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

/** Why a browser does not let us push: it was told never to, nobody has allowed it yet, or its push service refused. */
type PushRefusal = 'denied' | 'unanswered' | 'refused';

/**
 * Asks the person and the browser.
 * @returns the endpoint and keys that the service pushes to, or why the browser gives none
 */
export async function subscribeToPush(
  publicKey: string,
): Promise<{ endpoint: string; keys: { p256dh: string; auth: string } } | PushRefusal> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'unanswered';
  const subscription = await subscribe(publicKey);
  const { endpoint, keys } = subscription?.toJSON() ?? {};
  if (!endpoint || !keys?.p256dh || !keys.auth) return 'refused';
  return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
}

async function subscribe(publicKey: string): Promise<PushSubscription | null> {
  const applicationServerKey = keyBytes(publicKey);
  try {
    const registration = await navigator.serviceWorker.register(paths.worker);
    return await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey,
    });
  } catch (error) {
    // So a browser says that it or its push service will not; our worker that could not be fetched is another error.
    if (error instanceof DOMException) return null;
    throw error;
  }
}

const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'Mac'],
  ['Linux', 'Linux'],
] as const;

/** "Firefox, Windows": how a person knows their own device again. */
export function deviceName(userAgent: string): string {
  const nameIn = (names: readonly (readonly [string, string])[]) =>
    names.find(([sign]) => userAgent.includes(sign))?.[1];
  return [nameIn(browsers), nameIn(systems)].filter(Boolean).join(', ') || 'Browser';
}
