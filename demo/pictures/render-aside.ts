import { Worker } from 'node:worker_threads';
import type { PictureSpec } from './spec.ts';

export type Job = { id: number; spec: PictureSpec };
export type Outcome = { id: number; picture: Uint8Array } | { id: number; fault: string };

type Waiting = { resolve(picture: Buffer): void; reject(error: Error): void };

let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, Waiting>();

/** Nobody waits for a thread that is gone; the next picture starts another. */
function giveUp(gone: Worker, error: Error): void {
  if (worker === gone) worker = undefined;
  for (const { reject } of waiting.values()) reject(error);
  waiting.clear();
}

function startWorker(): Worker {
  const started = new Worker(new URL('picture-worker.ts', import.meta.url));
  started.unref();
  started.on('message', (outcome: Outcome) => {
    const asker = waiting.get(outcome.id);
    waiting.delete(outcome.id);
    if (waiting.size === 0) started.unref();
    if ('picture' in outcome) asker?.resolve(Buffer.from(outcome.picture));
    else asker?.reject(new Error(outcome.fault));
  });
  started.on('error', (error) => giveUp(started, error as Error));
  started.on('exit', () => giveUp(started, new Error('The thread that makes pictures has ended')));
  return started;
}

/**
 * Makes a picture on a thread of its own: a million pixels are computed one by one, and whoever serves the demo must not
 * stand still meanwhile. The thread keeps the process alive only while somebody waits for a picture.
 */
export function renderAside(spec: PictureSpec): Promise<Buffer> {
  worker ??= startWorker();
  worker.ref();
  const job: Job = { id: ++lastId, spec };
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  waiting.set(job.id, { resolve, reject });
  worker.postMessage(job);
  return promise;
}
