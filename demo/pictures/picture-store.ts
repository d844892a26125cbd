import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { drawingVersion } from './render-picture.ts';
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
function renderAside(spec: PictureSpec): Promise<Buffer> {
  worker ??= startWorker();
  worker.ref();
  const job: Job = { id: ++lastId, spec };
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  waiting.set(job.id, { resolve, reject });
  worker.postMessage(job);
  return promise;
}

export type PictureStore = {
  read(spec: PictureSpec): Promise<Buffer>;
  /** Makes pictures that will be asked for soon, one after another, whenever nobody waits for one. */
  prepare(specs: readonly PictureSpec[]): void;
  /** Gives up what is only being prepared; resolves when nothing more is written for that. */
  stopPreparing(): Promise<void>;
};

/** One is read from disk while the other is computed: more at once would only make everybody wait. */
const maxDrawnAtOnce = 2;

function keyOf(spec: PictureSpec): string {
  const sorted = Object.entries(spec).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([drawingVersion, sorted]))
    .digest('hex')
    .slice(0, 32);
}

/** Written under another name first: a reader never sees half a picture, and two processes may share the folder. */
async function keep(folder: string, file: string, picture: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, picture);
  await rename(draft, file);
}

/** Pictures drawn when they are first asked for and kept in `folder` by what they show. */
export function createPictureStore(folder: string): PictureStore {
  const underway = new Map<string, Promise<Buffer>>();
  const waiting: (() => void)[] = [];
  let drawing = 0;

  async function draw(spec: PictureSpec): Promise<Buffer> {
    if (drawing >= maxDrawnAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else drawing += 1;
    try {
      return await renderAside(spec);
    } finally {
      // A place goes straight to the next in line, so that nobody can slip in between.
      const next = waiting.shift();
      if (next) next();
      else drawing -= 1;
    }
  }

  async function load(key: string, spec: PictureSpec): Promise<Buffer> {
    const file = join(folder, `${key}.jpg`);
    try {
      return await readFile(file);
    } catch {
      const picture = await draw(spec);
      await keep(folder, file, picture);
      return picture;
    }
  }

  function read(spec: PictureSpec): Promise<Buffer> {
    const key = keyOf(spec);
    const known = underway.get(key);
    if (known) return known;
    const loading = load(key, spec).finally(() => underway.delete(key));
    underway.set(key, loading);
    return loading;
  }

  let preparing = Promise.resolve();
  let isStopped = false;

  async function prepareInTurn(specs: readonly PictureSpec[]): Promise<void> {
    for (const spec of specs) {
      while (drawing > 0 && !isStopped) await Promise.allSettled(underway.values());
      if (isStopped) return;
      // Whoever asks for the picture itself is told what went wrong.
      await read(spec).catch(() => undefined);
    }
  }

  return {
    read,
    prepare(specs) {
      preparing = preparing.then(() => prepareInTurn(specs));
    },
    stopPreparing() {
      isStopped = true;
      return preparing;
    },
  };
}
