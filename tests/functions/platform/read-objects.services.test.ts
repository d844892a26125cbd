import { randomBytes, randomUUID } from 'node:crypto';
import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { createObjectService } from 'local-cloud/services/objects/object-service.ts';
import { ObjectStore } from 'local-cloud/services/objects/object-store.ts';
import {
  againstAws,
  type ContractTarget,
  contractTarget,
  temporaryFolder,
} from 'local-cloud/tests/support/contract-target.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readObject } from '#functions/platform/objects.ts';

const Bucket = process.env.LOCAL_CLOUD_CONTRACT_BUCKET ?? 'contract-bucket';
const folder = temporaryFolder();
let target: ContractTarget;
let s3: S3Client;

beforeAll(async () => {
  const store = new ObjectStore(folder.path);
  target = await contractTarget(() => createObjectService(store));
  s3 = new S3Client(target.config);
  // Against AWS the environment has them.
  if (!againstAws) vi.stubEnv('AWS_ENDPOINT_URL_S3', target.origin);
  store.createBucket(Bucket);
});

afterAll(async () => {
  vi.unstubAllEnvs();
  s3.destroy();
  await target.close();
  folder.remove();
});

const put = (Key: string, Body: string | Uint8Array) => s3.send(new PutObjectCommand({ Bucket, Key, Body }));

describe('signed reading of objects', () => {
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
