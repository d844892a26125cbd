import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { DeleteObjectsCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import type { TextCodec } from '#core/catalog/memory/segment.ts';
import { formatNumber } from '#core/catalog/memory/snapshot.ts';
import { objectClient, readObject } from '#functions/platform/objects.ts';
import { env } from '#functions/platform/settings.ts';

/** Into one piece of memory of its size and a little more, by which the end is seen, instead of many that are copied together. */
export const inOnePiece = (bytes: number) => ({ chunkSize: bytes + 64 });

/** By zstd, in this thread. Node's module comes with the first snapshot: a start that needs none does not wait for it. */
export async function loadTextCodec(): Promise<TextCodec> {
  const { zstdCompressSync, zstdDecompressSync } = await import('node:zlib');
  return {
    pack: (bytes) => zstdCompressSync(bytes),
    unpack: (packed, length) => zstdDecompressSync(packed, inOnePiece(length)),
  };
}

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

/** Of the bucket of the catalog. */
export async function writeObject(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
  await objectClient.send(
    new PutObjectCommand({ Bucket: env('CATALOG_BUCKET'), Key: key, Body: bytes, ContentType: contentType }),
  );
}

/** Of the bucket of the catalog, a thousand at most. */
export async function deleteObjects(keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await objectClient.send(
    new DeleteObjectsCommand({
      Bucket: env('CATALOG_BUCKET'),
      Delete: { Objects: keys.map((Key) => ({ Key })), Quiet: true },
    }),
  );
}

const pack = promisify(zstdCompress);

/** What packing a chunk must spare at least: one that holds packed texts alone is not packed and unpacked twice. */
const leastSpared = 1 / 16;

type WrittenChunk = {
  /** How many lie there. */
  bytes: number;
  /** How many it has when it is unpacked; 0 when it lies there as it is. */
  unpackedBytes: number;
};

async function writeChunkOf(version: string, n: number, chunk: Uint8Array): Promise<WrittenChunk> {
  const packed = await pack(chunk);
  const isSmaller = packed.length < chunk.length * (1 - leastSpared);
  const stored = isSmaller ? packed : chunk;
  await writeObject(chunkKey(formatNumber, version, n), stored, 'application/octet-stream');
  return { bytes: stored.length, unpackedBytes: isSmaller ? chunk.length : 0 };
}

const writePointer = (key: string, pointer: StoredPointer | DeltaPointer): Promise<void> =>
  writeObject(key, Buffer.from(JSON.stringify(pointer)), 'application/json');

/** Begins with the machine's time; `random` tells apart two that are written at once. */
const versionOf = (writtenAt: Date, random: string) => `${writtenAt.getTime()}-${random}`;

type Written = { version: string; bytes: number };

/** In this format, compressed. */
export async function writeSnapshot(
  chunks: readonly Uint8Array[],
  about: SnapshotState & Pick<StoredPointer, 'fullReadAt'>,
  writtenAt: Date,
  random: string,
): Promise<Written> {
  const version = versionOf(writtenAt, random);
  const written = await Promise.all(chunks.map((chunk, n) => writeChunkOf(version, n, chunk)));
  const chunkBytes = written.map(({ unpackedBytes }) => unpackedBytes);
  await writePointer(pointerKey(formatNumber), { ...about, version, chunks: chunks.length, chunkBytes });
  return { version, bytes: written.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** What changed since the snapshot of version `base`, in the place of what was written of it before. */
export async function writeDelta(
  delta: Uint8Array,
  about: SnapshotState & Pick<DeltaPointer, 'base'>,
  writtenAt: Date,
  random: string,
): Promise<Written> {
  const version = versionOf(writtenAt, random);
  const { bytes, unpackedBytes } = await writeChunkOf(version, 0, delta);
  await writePointer(deltaPointerKey(formatNumber), { ...about, version, bytes: unpackedBytes });
  return { version, bytes };
}

/** A snapshot that is no longer named may still be being read: it stays this long. */
const keepMs = 3600_000;
/** One of the former format is for functions of the former version, to which a rollout may also go back. Then none uses it. */
const keepFormerMs = 8 * 86_400_000;

/** When the snapshot of a chunk's key was written; NaN for what is no chunk of this prefix. */
const writtenMs = (key: string, prefix: string) =>
  Number(/^(\d+)-/.exec(key.startsWith(prefix) ? key.slice(prefix.length) : '')?.[1] ?? Number.NaN);

async function deleteChunks(prefix: string, isOld: (key: string) => boolean): Promise<number> {
  let deleted = 0;
  let token: string | undefined;
  do {
    const page = await objectClient.send(
      new ListObjectsV2Command({ Bucket: env('CATALOG_BUCKET'), Prefix: prefix, ContinuationToken: token }),
    );
    const old = (page.Contents ?? []).map(({ Key = '' }) => Key).filter(isOld);
    await deleteObjects(old);
    deleted += old.length;
    token = page.NextContinuationToken;
  } while (token);
  return deleted;
}

/** Deletes the snapshots that nobody can be reading any more, `kept` of this format never. Returns the number of objects. */
export async function deleteOldSnapshots(kept: readonly string[], now: Date): Promise<number> {
  const own = snapshotPrefix(formatNumber);
  const isKept = (key: string) => kept.some((version) => key.startsWith(`${own}${version}/`));
  let deleted = await deleteChunks(
    own,
    (key) => !isKept(key) && writtenMs(key, own) < now.getTime() - keepMs,
  );
  // What came before the former is left over where a version was left out, or a rollout came within those days.
  for (let format = 1; format < formatNumber; format++) {
    const former = snapshotPrefix(format);
    deleted += await deleteChunks(former, (key) => writtenMs(key, former) < now.getTime() - keepFormerMs);
  }
  return deleted;
}
