import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { env } from '#functions/_runtime/env.ts';
import { objectClient as client } from './object-client.ts';

/**
 * The catalog's snapshots: `catalog/<version>/<n>` for each chunk, and a pointer that names the one in use. The pointer is
 * written last, so a snapshot is whole or not there.
 */
const prefix = 'catalog/';
const pointerKey = `${prefix}current.json`;
const chunkKey = (version: string, n: number) => `${prefix}${version}/${n}`;
/** A snapshot that is no longer named may still be being read: it stays this long. */
const keepMs = 3600_000;

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

async function readObject(key: string): Promise<Uint8Array | null> {
  try {
    const answer = await client.send(new GetObjectCommand({ Bucket: env('CATALOG_BUCKET'), Key: key }));
    return (await answer.Body?.transformToByteArray()) ?? null;
  } catch (error) {
    if (error instanceof Error && error.name === 'NoSuchKey') return null;
    throw error;
  }
}

async function writeObject(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
  await client.send(
    new PutObjectCommand({ Bucket: env('CATALOG_BUCKET'), Key: key, Body: bytes, ContentType: contentType }),
  );
}

/** Null when no snapshot was written yet. @throws when the pointer cannot be read */
export async function readSnapshotPointer(): Promise<SnapshotPointer | null> {
  const bytes = await readObject(pointerKey);
  return bytes && (JSON.parse(Buffer.from(bytes).toString('utf8')) as SnapshotPointer);
}

/** All chunks side by side, in their order. @throws when one is missing */
export async function readSnapshotChunks({ version, chunks }: SnapshotPointer): Promise<Uint8Array[]> {
  return Promise.all(
    Array.from({ length: chunks }, async (_, n) => {
      const bytes = await readObject(chunkKey(version, n));
      if (!bytes) throw new Error(`chunk ${n} of ${chunks} is missing`);
      return bytes;
    }),
  );
}

/** `writtenAt` is the machine's time, `random` tells apart two that are written at once. */
export async function writeSnapshot(
  chunks: readonly Uint8Array[],
  about: Omit<SnapshotPointer, 'version' | 'chunks'>,
  writtenAt: Date,
  random: string,
): Promise<SnapshotPointer> {
  const version = `${writtenAt.getTime()}-${random}`;
  await Promise.all(
    chunks.map((bytes, n) => writeObject(chunkKey(version, n), bytes, 'application/octet-stream')),
  );
  const pointer: SnapshotPointer = { ...about, version, chunks: chunks.length };
  await writeObject(pointerKey, Buffer.from(JSON.stringify(pointer)), 'application/json');
  return pointer;
}

const writtenMs = (key: string) => Number(/^catalog\/(\d+)-/.exec(key)?.[1] ?? Number.NaN);

/** Deletes the snapshots that nobody can be reading any more, `kept` never. Returns the number of objects. */
export async function deleteOldSnapshots(kept: readonly string[], now: Date): Promise<number> {
  const isKept = (key: string) => kept.some((version) => key.startsWith(`${prefix}${version}/`));
  let deleted = 0;
  let token: string | undefined;
  do {
    const page = await client.send(
      new ListObjectsV2Command({
        Bucket: env('CATALOG_BUCKET'),
        Prefix: prefix,
        ContinuationToken: token,
      }),
    );
    const old = (page.Contents ?? [])
      .map(({ Key = '' }) => Key)
      .filter((key) => !isKept(key) && writtenMs(key) < now.getTime() - keepMs);
    if (old.length > 0)
      await client.send(
        new DeleteObjectsCommand({
          Bucket: env('CATALOG_BUCKET'),
          Delete: { Objects: old.map((Key) => ({ Key })), Quiet: true },
        }),
      );
    deleted += old.length;
    token = page.NextContinuationToken;
  } while (token);
  return deleted;
}
