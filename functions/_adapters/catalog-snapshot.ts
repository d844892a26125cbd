import { env } from '#functions/_runtime/env.ts';
import { readObject } from './read-objects.ts';

/**
 * The catalog's snapshots: `catalog/<version>/<n>` for each chunk, and a pointer that names the one in use. The pointer is
 * written last, so a snapshot is whole or not there.
 */
export const snapshotPrefix = 'catalog/';
export const pointerKey = `${snapshotPrefix}current.json`;
export const chunkKey = (version: string, n: number) => `${snapshotPrefix}${version}/${n}`;

export type SnapshotPointer = {
  /** The moment it was written and a random end; the moment says when it may be deleted. */
  version: string;
  chunks: number;
  cars: number;
  /** When the newest car in it was changed. */
  newest: string;
  /** ISO instants of domain time: every change before `seenUpTo` is in it; the whole table was last read at `fullReadAt`. */
  seenUpTo: string;
  fullReadAt: string;
};

/** Null when no snapshot was written yet. @throws when the pointer cannot be read */
export async function readSnapshotPointer(): Promise<SnapshotPointer | null> {
  const bytes = await readObject(env('CATALOG_BUCKET'), pointerKey);
  return bytes && (JSON.parse(Buffer.from(bytes).toString('utf8')) as SnapshotPointer);
}

/** All chunks side by side, in their order. @throws when one is missing */
export async function readSnapshotChunks({ version, chunks }: SnapshotPointer): Promise<Uint8Array[]> {
  return Promise.all(
    Array.from({ length: chunks }, async (_, n) => {
      const bytes = await readObject(env('CATALOG_BUCKET'), chunkKey(version, n));
      if (!bytes) throw new Error(`chunk ${n} of ${chunks} is missing`);
      return bytes;
    }),
  );
}
