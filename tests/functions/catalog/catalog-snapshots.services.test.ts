import { randomBytes, randomUUID } from 'node:crypto';
import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { createObjectService } from 'local-cloud/services/objects/object-service.ts';
import { ObjectStore } from 'local-cloud/services/objects/object-store.ts';
import { againstAws, contractTarget, temporaryFolder } from 'local-cloud/tests/support/contract-target.ts';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { formatNumber } from '#core/catalog/memory/snapshot.ts';
import { pointerKey } from '#functions/catalog/snapshots.ts';
import { readObject } from '#functions/platform/objects.ts';

/** A bucket for the tests of a file, of the embedded service or, where the environment names one, of AWS. */
async function contractBucket() {
  const Bucket = process.env.LOCAL_CLOUD_CONTRACT_BUCKET ?? 'contract-bucket';
  const folder = temporaryFolder();
  const store = new ObjectStore(folder.path);
  const target = await contractTarget(() => createObjectService(store));
  const s3 = new S3Client(target.config);
  store.createBucket(Bucket);
  // Against AWS the environment has them.
  if (!againstAws) {
    vi.stubEnv('AWS_ENDPOINT_URL_S3', target.origin);
    vi.stubEnv('AWS_REGION', 'eu-north-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  }
  afterAll(async () => {
    vi.unstubAllEnvs();
    s3.destroy();
    await target.close();
    folder.remove();
  });
  return { Bucket, s3 };
}

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

describe('signed reading of objects', () => {
  const put = (Key: string, Body: string | Uint8Array) =>
    s3.send(new PutObjectCommand({ Bucket, Key, Body }));

  test('reads the bytes of an object with any key', async () => {
    const key = `a folder/æ+ø & å? (it's!*)/${randomUUID()}.txt`;
    await put(key, 'hej Ærø');
    expect(Buffer.from((await readObject(Bucket, key))!).toString()).toBe('hej Ærø');
  });

  test('reads an object of many megabytes', async () => {
    const bytes = randomBytes(12 << 20);
    const Key = `large/${randomUUID()}`;
    await put(Key, bytes);
    expect(bytes.equals((await readObject(Bucket, Key))!)).toBe(true);
    await s3.send(new DeleteObjectCommand({ Bucket, Key }));
  });

  test('distinguishes a missing object from one that cannot be read', async () => {
    expect(await readObject(Bucket, `nothing/${randomUUID()}`)).toBeNull();
    await expect(readObject(Bucket, `nothing/${randomUUID()}`, [])).rejects.toThrow('NoSuchKey');
    await expect(readObject(`nobody-made-${randomUUID()}`, 'x')).rejects.toThrow('NoSuchBucket');
  });
});
