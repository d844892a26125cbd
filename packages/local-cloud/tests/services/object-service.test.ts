import { randomUUID } from 'node:crypto';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createObjectService } from '../../services/objects/object-service.ts';
import { ObjectStore } from '../../services/objects/object-store.ts';
import {
  againstAws,
  type ContractTarget,
  contractTarget,
  temporaryFolder,
} from '../support/contract-target.ts';

const Bucket = process.env.LOCAL_CLOUD_CONTRACT_BUCKET ?? 'contract-bucket';
const folder = temporaryFolder();
let target: ContractTarget;
let s3: S3Client;
let store: ObjectStore;

beforeAll(async () => {
  store = new ObjectStore(folder.path);
  target = await contractTarget(() => createObjectService(store));
  s3 = new S3Client(target.config);
  store.createBucket(Bucket);
});

afterAll(async () => {
  s3.destroy();
  await target.close();
  folder.remove();
});

const put = (Key: string, Body: string, more: { CacheControl?: string } = {}) =>
  s3.send(new PutObjectCommand({ Bucket, Key, Body, ContentType: 'text/plain', ...more }));
const read = async (Key: string) => {
  const answer = await s3.send(new GetObjectCommand({ Bucket, Key }));
  return (await answer.Body?.transformToString()) ?? '';
};

describe('an object', () => {
  test('comes back as it was stored, under any key', async () => {
    const Key = `a folder/æ+ø & å?/${randomUUID()}.txt`;
    await put(Key, 'hej Ærø', { CacheControl: 'max-age=60' });
    const answer = await s3.send(new GetObjectCommand({ Bucket, Key }));
    expect(await answer.Body?.transformToString()).toBe('hej Ærø');
    expect(answer).toMatchObject({ ContentType: 'text/plain', CacheControl: 'max-age=60', ContentLength: 9 });
    const head = await s3.send(new HeadObjectCommand({ Bucket, Key }));
    expect(head.ETag).toBe(answer.ETag);
    expect(head.ContentLength).toBe(9);
  });

  test('is gone after it was deleted, and deleting it again is fine', async () => {
    const Key = `gone-${randomUUID()}`;
    await put(Key, 'x');
    await s3.send(new DeleteObjectCommand({ Bucket, Key }));
    await s3.send(new DeleteObjectCommand({ Bucket, Key }));
    await expect(read(Key)).rejects.toMatchObject({ name: 'NoSuchKey' });
    const head = s3.send(new HeadObjectCommand({ Bucket, Key }));
    await expect(head).rejects.toMatchObject({ name: 'NotFound' });
  });
});

describe('a bucket', () => {
  test('lists its keys in order, page by page', async () => {
    const prefix = `${randomUUID()}/`;
    for (const name of ['b', 'a', 'deep/one', 'deep/two', 'c']) await put(prefix + name, name);
    const keys: string[] = [];
    let ContinuationToken: string | undefined;
    do {
      const command = new ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 2, ContinuationToken });
      const page = await s3.send(command);
      keys.push(...(page.Contents ?? []).map((object) => object.Key?.slice(prefix.length) ?? ''));
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
    expect(keys).toEqual(['a', 'b', 'c', 'deep/one', 'deep/two']);
  });

  test('deletes many at once', async () => {
    const prefix = `${randomUUID()}/`;
    const Objects = ['1 & 2', '<3>'].map((name) => ({ Key: prefix + name }));
    for (const { Key } of Objects) await put(Key, 'x');
    await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    expect((await s3.send(new ListObjectsV2Command({ Bucket, Prefix: prefix }))).KeyCount).toBe(0);
  });

  test('does not exist before it is made', async () => {
    const get = s3.send(new GetObjectCommand({ Bucket: `nobody-made-${randomUUID()}`, Key: 'x' }));
    await expect(get).rejects.toMatchObject({ name: 'NoSuchBucket' });
  });
});

describe.skipIf(againstAws)('the embedded store', () => {
  test('refuses a body that comes as a stream', async () => {
    const headers = { 'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER' };
    const answer = await fetch(`${target.origin}/${Bucket}/stream`, { method: 'PUT', body: 'x', headers });
    expect(answer.status).toBe(501);
  });

  test('refuses a body that does not fit its checksum', async () => {
    const answer = await fetch(`${target.origin}/${Bucket}/bad`, {
      method: 'PUT',
      body: 'x',
      headers: { 'x-amz-checksum-crc32': 'AAAAAA==' },
    });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('<Code>BadDigest</Code>');
  });

  test('asks lazy sources for what is not stored, and keeps what it is told to keep', async () => {
    let asked = 0;
    store.addLazySource(async (bucket, key) => {
      asked += 1;
      return bucket === Bucket && key === 'drawn'
        ? { body: Buffer.from('picture'), headers: { 'content-type': 'image/png' }, keep: true }
        : undefined;
    });
    expect(await read('drawn')).toBe('picture');
    expect(await read('drawn')).toBe('picture');
    expect(asked).toBe(1);
  });
});
