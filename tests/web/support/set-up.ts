import { CompressionStream } from 'node:stream/web';
import { BroadcastChannel } from 'node:worker_threads';
import { configure } from '@testing-library/react';
import { vi } from 'vitest';

// Screens come in parts that are loaded when they are wanted: a busy machine must not decide a test.
const patienceMs = 20_000;
configure({ asyncUtilTimeout: patienceMs });
const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: patienceMs, ...options });

// What every browser has and happy-dom leaves to Node, whose globals a worker's own context does not see.
Object.assign(globalThis, { BroadcastChannel, CompressionStream });
