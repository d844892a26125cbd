import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { DeleteObjectsCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import type { TextCodec } from '#core/catalog/memory/segment.ts';
import { formatNumber } from '#core/catalog/memory/snapshot.ts';
import { objectClient, readObject } from '#functions/platform/objects.ts';
import { env } from '#functions/platform/settings.ts';

/** Unpacks into one buffer of the known size (plus a little, to detect the end) instead of many that are joined. */
export const inOnePiece = (bytes: number) => ({ chunkSize: bytes + 64 });

/** zstd, on this thread. Node's module is loaded with the first snapshot, not at start. */
export async function loadTextCodec(): Promise<TextCodec> {
  const { zstdCompressSync, zstdDecompressSync } = await import('node:zlib');
  return {
    pack: (bytes) => zstdCompressSync(bytes),
    unpack: (packed, length) => zstdDecompressSync(packed, inOnePiece(length)),
  };
}

/**
 * Keys of the catalog's snapshots: chunks `<n>` under a prefix of format and version, and a pointer to the current version.
 * The pointer is written last, so a snapshot is complete or not visible. Each format has its own prefix: no version of the
 * functions reads, replaces or deletes what only another can open.
 */
export const snapshotPrefix = (format: number): string => (format === 1 ? 'catalog/' : `catalog/${format}/`);
export const pointerKey = (format: number): string => `${snapshotPrefix(format)}current.json`;
export const chunkKey = (format: number, version: string, n: number): string =>
  `${snapshotPrefix(format)}${version}/${n}`;

/** zstd, off this thread. Node's module is loaded with the first snapshot, not at start. */
async function unpack(packed: Uint8Array, bytes: number): Promise<Uint8Array> {
  const { zstdDecompress } = await import('node:zlib');
  return promisify(zstdDecompress)(packed, inOnePiece(bytes));
}

export type SnapshotState = {
  cars: number;
  newest: string;
  /** ISO instant of domain time: it contains every earlier change. */
  seenUpTo: string;
};

export type StoredPointer = SnapshotState & {
  /** The time it was written and a random suffix; the time decides when it may be deleted. */
  version: string;
  chunks: number;
  /** Size of each chunk when unpacked; 0 for a chunk stored uncompressed. */
  chunkBytes: readonly number[];
  /** ISO instant of domain time: when the whole table was last read. */
  fullReadAt: string;
};

export type SnapshotPointer = StoredPointer & {
  /** Known from its key. */
  format: number;
};

/** Null when there is no snapshot of this format yet. @throws when the pointer cannot be read */
export async function readSnapshotPointer(format: number): Promise<SnapshotPointer | null> {
  const bytes = await readObject(env('CATALOG_BUCKET'), pointerKey(format));
  return bytes && { ...(JSON.parse(Buffer.from(bytes).toString('utf8')) as StoredPointer), format };
}

async function readChunk(key: string, unpackedBytes: number): Promise<Uint8Array> {
  const bytes = await readObject(env('CATALOG_BUCKET'), key);
  if (!bytes) throw new Error(`${key} is missing`);
  return unpackedBytes > 0 ? unpack(bytes, unpackedBytes) : bytes;
}

/** What `openCatalog` takes: all chunks in order, read in parallel, and the text decoder. @throws when one is missing */
export async function readSnapshotChunks({
  format,
  version,
  chunks,
  chunkBytes,
}: SnapshotPointer): Promise<[chunks: Uint8Array[], codec: TextCodec]> {
  const whole = Array.from({ length: chunks }, (_, n) =>
    readChunk(chunkKey(format, version, n), chunkBytes[n] ?? 0),
  );
  return Promise.all([Promise.all(whole), loadTextCodec()]);
}

export async function writeObject(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
  await objectClient.send(
    new PutObjectCommand({ Bucket: env('CATALOG_BUCKET'), Key: key, Body: bytes, ContentType: contentType }),
  );
}

/** Deletes at most a thousand objects of the catalog's bucket. */
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

/** The least that packing must save: a chunk of already compressed texts is stored as it is. */
const leastSpared = 1 / 16;

type WrittenChunk = {
  bytes: number;
  /** Size when unpacked; 0 when stored uncompressed. */
  unpackedBytes: number;
};

async function writeChunkOf(version: string, n: number, chunk: Uint8Array): Promise<WrittenChunk> {
  const packed = await pack(chunk);
  const isSmaller = packed.length < chunk.length * (1 - leastSpared);
  const stored = isSmaller ? packed : chunk;
  await writeObject(chunkKey(formatNumber, version, n), stored, 'application/octet-stream');
  return { bytes: stored.length, unpackedBytes: isSmaller ? chunk.length : 0 };
}

export async function writeSnapshot(
  chunks: readonly Uint8Array[],
  about: SnapshotState & Pick<StoredPointer, 'fullReadAt'>,
  writtenAt: Date,
  random: string,
): Promise<{ version: string; bytes: number }> {
  // Starts with the machine's time; `random` tells concurrent writes apart.
  const version = `${writtenAt.getTime()}-${random}`;
  const written = await Promise.all(chunks.map((chunk, n) => writeChunkOf(version, n, chunk)));
  const chunkBytes = written.map(({ unpackedBytes }) => unpackedBytes);
  const pointer: StoredPointer = { ...about, version, chunks: chunks.length, chunkBytes };
  await writeObject(pointerKey(formatNumber), Buffer.from(JSON.stringify(pointer)), 'application/json');
  return { version, bytes: written.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** A superseded snapshot may still be being read: it is kept this long. */
const keepMs = 3600_000;
/** A snapshot that is no longer written is kept for functions to which a rollout, or the setting `CATALOG`, may go back. */
const keepFormerMs = 8 * 86_400_000;

/** When the snapshot of a chunk's key was written; NaN for a key that is no chunk of this prefix. */
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

/**
 * Deletes snapshots of all formats up to this one that are too old to start from. Also the oldest formats: they remain when a
 * version was skipped or two rollouts came within those days. Returns the number of objects.
 */
export async function deleteFormerSnapshots(upToFormat: number, now: Date): Promise<number> {
  let deleted = 0;
  for (let format = 1; format <= upToFormat; format++) {
    const prefix = snapshotPrefix(format);
    deleted += await deleteChunks(prefix, (key) => writtenMs(key, prefix) < now.getTime() - keepFormerMs);
  }
  return deleted;
}

/**
 * Deletes snapshots that nobody can be reading any more, but never the `kept` ones of this format. Returns the number of
 * objects.
 */
export async function deleteOldSnapshots(kept: readonly string[], now: Date): Promise<number> {
  const own = snapshotPrefix(formatNumber);
  const isKept = (key: string) => kept.some((version) => key.startsWith(`${own}${version}/`));
  const deleted = await deleteChunks(
    own,
    (key) => !isKept(key) && writtenMs(key, own) < now.getTime() - keepMs,
  );
  return deleted + (await deleteFormerSnapshots(formatNumber - 1, now));
}
