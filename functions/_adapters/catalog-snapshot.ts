import { env } from '#functions/_runtime/env.ts';
import { readObject } from './read-objects.ts';

/**
 * The catalog's snapshots: `<n>` for each chunk under a prefix of its format and version, and beside them a pointer that names
 * the one in use. The pointer is written last, so a snapshot is whole or not there. Each format has a place of its own: no
 * version of the functions meets, replaces or deletes what only another one can open.
 */
export const snapshotPrefix = (format: number): string => (format === 1 ? 'catalog/' : `catalog/${format}/`);
export const pointerKey = (format: number): string => `${snapshotPrefix(format)}current.json`;
export const chunkKey = (format: number, version: string, n: number): string =>
  `${snapshotPrefix(format)}${version}/${n}`;

/** The first format whose chunks are compressed. */
const firstPacked = 4;

/**
 * Into one piece of memory of its size and a little more, by which the end is seen, instead of many that are copied together.
 * Node's module comes with the first snapshot: a start that needs none does not wait for it.
 */
async function unpack(packed: Uint8Array, bytes: number): Promise<Uint8Array> {
  const { zstdDecompress } = await import('node:zlib');
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, unpacked: Uint8Array) => (error ? reject(error) : resolve(unpacked));
    zstdDecompress(packed, { chunkSize: bytes + 64 }, done);
  });
}

export type SnapshotPointer = {
  /** Told by where it lies. */
  format: number;
  /** The moment it was written and a random end; the moment says when it may be deleted. */
  version: string;
  chunks: number;
  cars: number;
  /** How many bytes each chunk has when it is unpacked; the former format has none. */
  chunkBytes?: readonly number[];
  /** When the newest car in it was changed. */
  newest: string;
  /** ISO instants of domain time: every change before `seenUpTo` is in it; the whole table was last read at `fullReadAt`. */
  seenUpTo: string;
  fullReadAt: string;
};

/** Null when no snapshot of this format was written yet. @throws when the pointer cannot be read */
export async function readSnapshotPointer(format: number): Promise<SnapshotPointer | null> {
  const bytes = await readObject(env('CATALOG_BUCKET'), pointerKey(format));
  return bytes && { ...(JSON.parse(Buffer.from(bytes).toString('utf8')) as SnapshotPointer), format };
}

/** All chunks side by side, in their order. @throws when one is missing */
export async function readSnapshotChunks({
  format,
  version,
  chunks,
  chunkBytes = [],
}: SnapshotPointer): Promise<Uint8Array[]> {
  return Promise.all(
    Array.from({ length: chunks }, async (_, n) => {
      const bytes = await readObject(env('CATALOG_BUCKET'), chunkKey(format, version, n));
      if (!bytes) throw new Error(`chunk ${n} of ${chunks} is missing`);
      return format < firstPacked ? bytes : unpack(bytes, chunkBytes[n] ?? 0);
    }),
  );
}
