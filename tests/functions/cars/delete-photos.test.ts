import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { deletePhotos, ownFolder } from '#functions/platform/photos.ts';
import { objectsInMemory } from '#tests/support/cloud-in-memory.ts';

vi.stubEnv('PHOTO_BUCKET', 'photos');
vi.stubEnv('AWS_REGION', 'eu-north-1');
const objects = await objectsInMemory();
const photos = objects.bucket('photos');
const keyOf = (person: string, name: string) => `photos/${ownFolder(person)}${name}`;
afterAll(() => {
  vi.unstubAllEnvs();
  return objects.close();
});
beforeEach(() => {
  photos.clear();
  objects.locked.clear();
  for (const name of ['a', 'b', 'c']) photos.set(keyOf('anna', name), new Uint8Array());
  photos.set(keyOf('bent', 'a'), new Uint8Array());
});

it('deletes a person’s photos page by page until none is left, and counts them', async () => {
  expect(await deletePhotos(ownFolder('anna'))).toBe(3);
  expect([...photos.keys()]).toEqual([keyOf('bent', 'a')]);
});

it('deletes nothing where there are no photos', async () => {
  expect(await deletePhotos(ownFolder('cecilie'))).toBe(0);
  expect(photos.size).toBe(4);
});

it('fails with the reason when photos could not be deleted, so that the erasure is not complete', async () => {
  objects.locked.add(keyOf('anna', 'b'));
  await expect(deletePhotos(ownFolder('anna'))).rejects.toThrow('1 photos were not deleted: AccessDenied');
  expect(photos.has(keyOf('anna', 'b'))).toBe(true);
});
