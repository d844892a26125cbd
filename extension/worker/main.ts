import type { Installation } from '../manifest.ts';
import { browserKeys } from './browser-keys.ts';
import { Worker } from './worker.ts';

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
