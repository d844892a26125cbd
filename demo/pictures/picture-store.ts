import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderAside } from './render-aside.ts';
import { drawingVersion } from './render-picture.ts';
import type { PictureSpec } from './spec.ts';

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
