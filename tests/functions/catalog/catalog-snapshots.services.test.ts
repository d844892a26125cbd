import { randomBytes } from 'node:crypto';
import { ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { expect, test, vi } from 'vitest';
import { formatNumber } from '#core/catalog/memory/snapshot.ts';
import { pointerKey } from '#functions/catalog/snapshots.ts';
import { contractBucket } from '#tests/support/contract-bucket.ts';

const { Bucket, s3 } = await contractBucket();
vi.stubEnv('CATALOG_BUCKET', Bucket);

const now = new Date('2026-11-21T08:00:00.000Z');
const hour = 3600_000;
const day = 24 * hour;
const versionOf = (age: number, name: string) => `${now.getTime() - age}-${name}`;

test('deletes an unnamed snapshot after an hour, one of a former format after eight days, and nothing else', async () => {
  vi.resetModules();
  const { deleteOldSnapshots } = await import('#functions/catalog/snapshots.ts');
  const own = (age: number, name: string) => `catalog/${formatNumber}/${versionOf(age, name)}`;
  const former = (age: number, name: string) => `catalog/${formatNumber - 1}/${versionOf(age, name)}`;
  const first = (age: number, name: string) => `catalog/${versionOf(age, name)}`;
  const chunks = [
    ...[own(9 * day, 'named'), own(hour, 'young'), own(hour + 1, 'old'), former(8 * day, 'young')],
    ...[
      former(8 * day + 1, 'old'),
      `catalog/${formatNumber + 1}/1-next`,
      first(8 * day + 1, 'old'),
      first(day, 'young'),
    ],
  ].flatMap((version) => [`${version}/0`, `${version}/1`]);
  const pointers = [1, formatNumber - 1, formatNumber].map(pointerKey);
  for (const Key of [...chunks, ...pointers])
    await s3.send(new PutObjectCommand({ Bucket, Key, Body: '{}' }));
  expect(await deleteOldSnapshots([versionOf(9 * day, 'named')], now)).toBe(6);
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'catalog/' }));
  const kept = Contents.map(({ Key = '' }) => Key);
  const expected = [...chunks, ...pointers].filter((key) => !key.includes('-old'));
  expect(kept.sort()).toEqual(expected.sort());
});

test('stores a chunk that compression cannot shrink as it is, and reads every chunk as it was written', async () => {
  vi.resetModules();
  const { writeSnapshot } = await import('#functions/catalog/snapshots.ts');
  const { readSnapshotChunks, readSnapshotPointer } = await import('#functions/catalog/snapshots.ts');
  const [even, random] = [new Uint8Array(10_000).fill(7), new Uint8Array(randomBytes(10_000))];
  const about = { cars: 1, newest: '', seenUpTo: now.toISOString(), fullReadAt: now.toISOString() };
  await writeSnapshot([even, random], about, now, 'mixed');
  const pointer = (await readSnapshotPointer(formatNumber))!;
  expect(pointer).toMatchObject({ chunkBytes: [10_000, 0] });
  const [chunks] = await readSnapshotChunks(pointer);
  expect([even, random].map((chunk, n) => Buffer.compare(chunk, chunks[n]!))).toEqual([0, 0]);
});
