import { randomBytes } from 'node:crypto';
import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { createObjectService } from 'local-cloud/services/objects/object-service.ts';
import { ObjectStore } from 'local-cloud/services/objects/object-store.ts';
import {
  againstAws,
  type ContractTarget,
  contractTarget,
  temporaryFolder,
} from 'local-cloud/tests/support/contract-target.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { formatNumber } from '#core/catalog/memory/snapshot.ts';
import { pointerKey } from '#functions/catalog/snapshots.ts';

const Bucket = process.env.LOCAL_CLOUD_CONTRACT_BUCKET ?? 'contract-bucket';
const folder = temporaryFolder();
let target: ContractTarget;
let s3: S3Client;

beforeAll(async () => {
  const store = new ObjectStore(folder.path);
  target = await contractTarget(() => createObjectService(store));
  s3 = new S3Client(target.config);
  if (!againstAws) vi.stubEnv('AWS_ENDPOINT_URL_S3', target.origin);
  vi.stubEnv('CATALOG_BUCKET', Bucket);
  if (!againstAws) {
    vi.stubEnv('AWS_REGION', 'eu-north-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  }
  store.createBucket(Bucket);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  s3.destroy();
  await target.close();
  folder.remove();
});

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
