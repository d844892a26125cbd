import { S3Client } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { deletePhotos } from '#functions/cars/delete-photos.ts';
import { ownFolder } from '#functions/platform/photo-keys.ts';

/** What lies in the bucket, and what it does not let go. */
let kept: string[] = [];
let refused: string[] = [];
let prefixes: string[] = [];

type Asked = { input: { Prefix?: string; Delete?: { Objects: { Key: string }[] } } };
function answer({ input }: Asked) {
  if (input.Delete === undefined) {
    prefixes.push(String(input.Prefix));
    return { Contents: kept.slice(0, 2).map((Key) => ({ Key })) };
  }
  const gone = input.Delete.Objects.map(({ Key }) => Key).filter((Key) => !refused.includes(Key));
  kept = kept.filter((Key) => !gone.includes(Key));
  const left = input.Delete.Objects.filter(({ Key }) => refused.includes(Key));
  return left.length > 0 ? { Errors: left.map(({ Key }) => ({ Key, Code: 'AccessDenied' })) } : {};
}

beforeAll(() => {
  vi.stubEnv('PHOTO_BUCKET', 'photos');
  vi.stubEnv('AWS_REGION', 'eu-north-1');
});
afterAll(() => void vi.unstubAllEnvs());
beforeEach(() => {
  [kept, refused, prefixes] = [['a', 'b', 'c'], [], []];
  vi.spyOn(S3Client.prototype, 'send').mockImplementation(async (command: unknown) =>
    answer(command as Asked),
  );
});
afterEach(() => void vi.restoreAllMocks());

it('deletes a person’s photos page by page until none is left, and counts them', async () => {
  expect(await deletePhotos(ownFolder('anna'))).toBe(3);
  expect(kept).toEqual([]);
  expect(new Set(prefixes).size).toBe(1);
});

it('deletes nothing where there are no photos', async () => {
  kept = [];
  expect(await deletePhotos(ownFolder('anna'))).toBe(0);
});

it('fails with the reason when photos could not be deleted, so that the erasure is not complete', async () => {
  refused = ['b'];
  await expect(deletePhotos(ownFolder('anna'))).rejects.toThrow('1 photos were not deleted: AccessDenied');
  expect(kept).toContain('b');
});
