import { randomBytes, randomUUID } from 'node:crypto';
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { readObject } from '#functions/platform/objects.ts';
import { contractBucket } from '#tests/support/contract-bucket.ts';

const { Bucket, s3 } = await contractBucket();
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
