import { afterAll, expect, it, vi } from 'vitest';
import { formatNumber } from '#core/catalog/memory/snapshot.ts';
import { deleteOldSnapshots } from '#functions/catalog/snapshots.ts';
import { objectsInMemory } from '#tests/support/cloud-in-memory.ts';

const objects = await objectsInMemory();
vi.stubEnv('CATALOG_BUCKET', 'data');
afterAll(() => {
  vi.unstubAllEnvs();
  return objects.close();
});

it('deletes the chunks of an old snapshot although S3 lists them page by page', async () => {
  const bucket = objects.bucket('data');
  const now = new Date('2026-11-21T08:00:00.000Z');
  const old = now.getTime() - 2 * 3600_000;
  for (let chunk = 0; chunk < 5; chunk++)
    bucket.set(`catalog/${formatNumber}/${old}-old/${chunk}`, new Uint8Array());
  bucket.set(`catalog/${formatNumber}/${now.getTime()}-new/0`, new Uint8Array());
  await deleteOldSnapshots([], now);
  expect([...bucket.keys()]).toEqual([`catalog/${formatNumber}/${now.getTime()}-new/0`]);
});
