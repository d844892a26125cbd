import { DeleteObjectsCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { env } from '#functions/_runtime/env.ts';
import { chunkKey, pointerKey, type SnapshotPointer, snapshotPrefix } from './catalog-snapshot.ts';
import { objectClient } from './write-objects.ts';

/** A snapshot that is no longer named may still be being read: it stays this long. */
const keepMs = 3600_000;

async function writeObject(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
  await objectClient.send(
    new PutObjectCommand({ Bucket: env('CATALOG_BUCKET'), Key: key, Body: bytes, ContentType: contentType }),
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
  const isKept = (key: string) => kept.some((version) => key.startsWith(`${snapshotPrefix}${version}/`));
  let deleted = 0;
  let token: string | undefined;
  do {
    const page = await objectClient.send(
      new ListObjectsV2Command({
        Bucket: env('CATALOG_BUCKET'),
        Prefix: snapshotPrefix,
        ContinuationToken: token,
      }),
    );
    const old = (page.Contents ?? [])
      .map(({ Key = '' }) => Key)
      .filter((key) => !isKept(key) && writtenMs(key) < now.getTime() - keepMs);
    if (old.length > 0)
      await objectClient.send(
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
