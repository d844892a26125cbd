import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { mailPictureUrl } from '#core/cars/photos.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';

const photo = (background: string) =>
  sharp({ create: { width: 1200, height: 800, channels: 3, background } })
    .webp()
    .toBuffer();

const stored = { shared: '', own: '' };

/** As a mail program asks: by the address in the mail, and as nobody. */
function ask(address: string) {
  const [, folder = '', name = ''] = /^\/picture\/([^/]*)\/([^/]*)$/.exec(address)!;
  return callRoute<Buffer>(handler, { params: { folder, photo: name } });
}

// Readings are counted in memory, and another file may have asked at a later time than this world's.
vi.resetModules();
await worldOfFile();
const { drawMailPictureRoute: handler } = await import('#functions/pages/api.ts');
beforeAll(async () => {
  const { carFolder, ownFolder, storePhoto } = await import('#functions/platform/photos.ts');
  stored.shared = await storePhoto(await photo('#00ff00'), carFolder('car'));
  stored.own = await storePhoto(await photo('#00ff00'), ownFolder('anna'));
});

describe('GET /picture/{folder}/{photo}.jpg', () => {
  it('answers the stored photo as a JPEG that any cache may keep for a day', async () => {
    const { status, headers, body } = await ask(mailPictureUrl(stored.shared));
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
    });
    const picture = sharp(body);
    expect(await picture.metadata()).toMatchObject({ format: 'jpeg', width: 720, height: 480 });
    const { dominant } = await picture.stats();
    expect(dominant.g).toBeGreaterThan(200);
    expect(Math.max(dominant.r, dominant.b)).toBeLessThan(60);
  });

  it('lets only the reader’s mail program keep the photo of a privately imported car', async () => {
    const { status, headers } = await ask(mailPictureUrl(stored.own));
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('private, max-age=86400');
  });

  it('answers no picture after an erasure deleted its photo', async () => {
    const { deletePhotos } = await import('#functions/platform/photos.ts');
    const { ownFolder } = await import('#functions/platform/photos.ts');
    expect(await deletePhotos(ownFolder('anna'))).toBe(1);
    const { status, headers } = await ask(mailPictureUrl(stored.own));
    expect(status).toBe(404);
    expect(headers['cache-control']).toBe('no-store');
  });

  it.each([
    '/picture/cars/nothing.jpg',
    '/picture/own/nothing.jpg',
    '/picture/../data.jpg',
    '/picture/cars/...jpg',
    '/picture/cars/.jpg',
  ])('answers no picture at the address %s', async (address) => {
    expect((await ask(address)).status).toBe(404);
  });
});
