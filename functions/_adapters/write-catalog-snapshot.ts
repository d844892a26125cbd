import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { DeleteObjectsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { formatNumber } from '#core/search/catalog/snapshot-format.ts';
import { env } from '#functions/_runtime/env.ts';
import {
  chunkKey,
  type DeltaPointer,
  deltaPointerKey,
  pointerKey,
  type SnapshotState,
  type StoredPointer,
} from './catalog-snapshot.ts';
import { objectClient } from './write-objects.ts';

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
