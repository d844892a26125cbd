import { CompressionStream } from 'node:stream/web';
import { BroadcastChannel } from 'node:worker_threads';

// What every browser has and happy-dom leaves to Node, whose globals a worker's own context does not see.
Object.assign(globalThis, { BroadcastChannel, CompressionStream });
