import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { formatNumber } from '#core/search/catalog/snapshot-format.ts';
import { env } from '#functions/_runtime/env.ts';
import { snapshotPrefix } from './catalog-snapshot.ts';
import { deleteObjects } from './write-catalog-snapshot.ts';
import { objectClient } from './write-objects.ts';

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
