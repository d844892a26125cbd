import type { TextCodec } from '#core/search/catalog/texts.ts';
import { env } from '#functions/_runtime/env.ts';
import { readObject } from './read-objects.ts';
import { inOnePiece, loadTextCodec } from './text-codec.ts';

/**
 * The catalog's snapshots: `<n>` for each chunk under a prefix of its format and version, and beside them a pointer that names
 * the one in use. The pointer is written last, so a snapshot is whole or not there. Each format has a place of its own: no
 * version of the functions meets, replaces or deletes what only another one can open. What changed since a snapshot is one chunk
 * under a version of its own, with a pointer of its own: whoever does not know of it begins with the snapshot and asks the table
 * for more.
 */
export const snapshotPrefix = (format: number): string => (format === 1 ? 'catalog/' : `catalog/${format}/`);
export const pointerKey = (format: number): string => `${snapshotPrefix(format)}current.json`;
export const deltaPointerKey = (format: number): string => `${snapshotPrefix(format)}delta.json`;
export const chunkKey = (format: number, version: string, n: number): string =>
  `${snapshotPrefix(format)}${version}/${n}`;

/** Beside this thread. Node's module comes with the first snapshot: a start that needs none does not wait for it. */
async function unpack(packed: Uint8Array, bytes: number): Promise<Uint8Array> {
  const { zstdDecompress } = await import('node:zlib');
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, unpacked: Uint8Array) => (error ? reject(error) : resolve(unpacked));
    zstdDecompress(packed, inOnePiece(bytes), done);
  });
}

/** What a snapshot holds, or a snapshot with what changed since. */
export type SnapshotState = {
  cars: number;
  /** When the newest car in it was changed. */
  newest: string;
  /** ISO instant of domain time: every change before it is in it. */
  seenUpTo: string;
};

export type StoredPointer = SnapshotState & {
  /** The moment it was written and a random end; the moment says when it may be deleted. */
  version: string;
  chunks: number;
  /** How many bytes each chunk has when it is unpacked; 0 for one that lies there as it is. */
  chunkBytes: readonly number[];
  /** ISO instant of domain time: when the whole table was last read. */
  fullReadAt: string;
};

export type DeltaPointer = SnapshotState & {
  version: string;
  /** The version of the snapshot since which all this changed. */
  base: string;
  /** When it is unpacked; 0 for one that lies there as it is. */
  bytes: number;
};

/** The snapshot in use, with the state of its delta if it has one. */
export type SnapshotPointer = StoredPointer & {
  /** Told by where it lies. */
  format: number;
  delta: DeltaPointer | null;
};

async function readPointer<Pointer>(key: string): Promise<Pointer | null> {
  const bytes = await readObject(env('CATALOG_BUCKET'), key);
  return bytes && (JSON.parse(Buffer.from(bytes).toString('utf8')) as Pointer);
}

/** Null when no snapshot of this format was written yet. @throws when a pointer cannot be read */
export async function readSnapshotPointer(
  format: number,
  { withDelta = true } = {},
): Promise<SnapshotPointer | null> {
  const [stored, newest] = await Promise.all([
    readPointer<StoredPointer>(pointerKey(format)),
    withDelta ? readPointer<DeltaPointer>(deltaPointerKey(format)) : null,
  ]);
  if (!stored) return null;
  const delta = newest?.base === stored.version ? newest : null;
  const { cars, newest: newestCar, seenUpTo } = delta ?? stored;
  return { ...stored, cars, newest: newestCar, seenUpTo, format, delta };
}

async function readChunk(key: string, unpackedBytes: number): Promise<Uint8Array> {
  const bytes = await readObject(env('CATALOG_BUCKET'), key);
  if (!bytes) throw new Error(`${key} is missing`);
  return unpackedBytes > 0 ? unpack(bytes, unpackedBytes) : bytes;
}

/**
 * What `openCatalog` takes: all chunks in their order, what unpacks the texts in them, and the delta, read side by side.
 * @throws when one is missing
 */
export async function readSnapshotChunks({
  format,
  version,
  chunks,
  chunkBytes,
  delta,
}: SnapshotPointer): Promise<[chunks: Uint8Array[], codec: TextCodec, delta: Uint8Array | null]> {
  const whole = Array.from({ length: chunks }, (_, n) =>
    readChunk(chunkKey(format, version, n), chunkBytes[n] ?? 0),
  );
  const since = delta && readChunk(chunkKey(format, delta.version, 0), delta.bytes);
  return Promise.all([Promise.all(whole), loadTextCodec(), since]);
}
