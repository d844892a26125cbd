import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { boxCorners } from '#core/plates/boxes.ts';
import { UnreadablePhoto } from '#core/plates/plate.ts';
import { makeVariants } from '#functions/cars/photo-variants.ts';
import { createPlateReader } from '#functions/plates/plate-reader.ts';
import { deletePhotos, ownFolder } from '#functions/platform/photos.ts';
import { drawPhoto } from '#tests/functions/plates/drawn-photo.ts';
import { objectsInMemory } from '#tests/support/cloud-in-memory.ts';

const plate = { text: 'ZX 48 217', x: 600, y: 650, widthPx: 330 };
const plateBox = boxCorners({ centerX: 765, centerY: 686, width: 330, height: 73, angle: 0 });
const drawPlate = () => drawPhoto(plate, { width: 1500, height: 1050 });

async function differences(
  a: Uint8Array,
  b: Uint8Array,
  left: number,
  top: number,
  size: number,
): Promise<number> {
  const part = (picture: Uint8Array) =>
    sharp(picture).extract({ left, top, width: size, height: size }).greyscale().raw().toBuffer();
  const [one, other] = [await part(a), await part(b)];
  return one.reduce((sum, value, index) => sum + Math.abs(value - other[index]!), 0) / one.length;
}

describe('makeVariants', () => {
  test('makes a small and a large WebP with the aspect of the photo', async () => {
    const { small, large } = await makeVariants(await drawPlate(), []);
    expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', width: 400, height: 280 });
    expect(await sharp(large).metadata()).toMatchObject({ format: 'webp', width: 1200, height: 840 });
  });

  test('blurs nothing where there is no plate', async () => {
    expect(await makeVariants(await drawPlate(), [])).toMatchObject({
      blurredSmall: null,
      blurredLarge: null,
    });
  });

  test('never enlarges a photo', async () => {
    const { large } = await makeVariants(await drawPhoto(null, { width: 300, height: 200 }), []);
    expect(await sharp(large).metadata()).toMatchObject({ width: 300, height: 200 });
  });

  test('makes the plate unreadable and blurs nothing else', async () => {
    const variants = await makeVariants(await drawPlate(), [plateBox]);
    const reader = createPlateReader();
    expect((await reader.read(variants.large))[0]?.plate).toBe('ZX48217');
    expect(await reader.read(variants.blurredLarge!)).toEqual([]);
    expect(await reader.read(variants.blurredSmall!)).toEqual([]);
    expect(await differences(variants.large, variants.blurredLarge!, 100, 100, 200)).toBeLessThan(2);
  });

  test('ignores boxes outside the photo and cuts those across its edge', async () => {
    const outside = boxCorners({ centerX: -500, centerY: 90, width: 100, height: 30, angle: 0 });
    const across = boxCorners({ centerX: 1490, centerY: 1040, width: 200, height: 60, angle: 0.4 });
    const { blurredLarge } = await makeVariants(await drawPlate(), [outside, across]);
    expect(await sharp(blurredLarge!).metadata()).toMatchObject({ width: 1200, height: 840 });
  });

  test('removes location and camera data, and turns the photo upright', async () => {
    const tagged = await sharp(await drawPhoto(null, { width: 600, height: 400 }))
      .withExif({ IFD0: { Make: 'Camera', Orientation: '6' }, IFD3: { GPSLatitude: '55/1 40/1 0/1' } })
      .jpeg()
      .toBuffer();
    const turned = await sharp(tagged).withMetadata({ orientation: 6 }).toBuffer();
    const { large } = await makeVariants(turned, [plateBox]);
    const metadata = await sharp(large).metadata();
    expect(metadata).toMatchObject({ width: 400, height: 600 });
    expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.orientation]).toEqual(
      Array(4).fill(undefined),
    );
  });

  test('refuses bytes that are not a photo', async () => {
    await expect(makeVariants(new Uint8Array([1, 2, 3]), [])).rejects.toBeInstanceOf(UnreadablePhoto);
  });
});

describe('photo hashes', () => {
  const bits = (a: string, b: string) => {
    const different = BigInt(`0x${a}`) ^ BigInt(`0x${b}`);
    return [...different.toString(2)].filter((bit) => bit === '1').length;
  };

  test('gives a photo a hash of 16 hex digits that survives scaling and compression', async () => {
    const photo = await drawPlate();
    const worse = await sharp(photo).resize(420).jpeg({ quality: 35 }).toBuffer();
    const [one, other] = [await makeVariants(photo, []), await makeVariants(worse, [])];
    expect(one.hash).toMatch(/^[0-9a-f]{16}$/);
    expect(bits(one.hash!, other.hash!)).toBeLessThanOrEqual(6);
  });

  test('gives different photos different hashes', async () => {
    const drawing = (stops: string[]) => {
      const bands = stops.map(
        (color, band) => `<rect x="${band * 100}" width="100" height="300" fill="${color}"/>`,
      );
      return Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="500" height="300">${bands.join('')}</svg>`,
      );
    };
    const rising = await sharp(drawing(['#111', '#444', '#777', '#aaa', '#eee']))
      .png()
      .toBuffer();
    const falling = await sharp(rising).flop().toBuffer();
    const [one, other] = [await makeVariants(rising, []), await makeVariants(falling, [])];
    expect(bits(one.hash!, other.hash!)).toBeGreaterThan(20);
  });
});

describe('deleting a person’s photos', async () => {
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
});
