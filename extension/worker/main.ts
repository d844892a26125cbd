import type { Installation } from '../manifest.ts';
import type { Key, KeyStore } from './store.ts';
import { Worker } from './worker.ts';

/** A key that cannot be exported, made at the first use. */
const browserKeys: KeyStore = {
  key: () =>
    new Promise((resolve, reject) => {
      const opening = indexedDB.open('bilfund', 1);
      opening.onerror = () => reject(opening.error);
      opening.onupgradeneeded = () => opening.result.createObjectStore('keys');
      opening.onsuccess = async () => {
        const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
          'encrypt',
          'decrypt',
        ]);
        // One transaction reads and writes, so that two scripts at once agree on one key.
        const keys = opening.result.transaction('keys', 'readwrite').objectStore('keys');
        const reading = keys.get('token');
        reading.onerror = () => reject(reading.error);
        reading.onsuccess = () => {
          if (reading.result) return resolve(reading.result as Key);
          keys.put(made, 'token').onsuccess = () => resolve(made);
        };
      };
    }),
};

/** Written in by the build. */
declare const installation: Installation;

new Worker(
  {
    browser: chrome,
    keys: browserKeys,
    fetch: (input, init) => fetch(input, init),
    now: () => new Date(),
    random: Math.random,
  },
  installation,
).listen();
