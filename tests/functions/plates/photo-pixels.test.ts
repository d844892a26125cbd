import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { UnreadablePhoto } from '#core/plates/plate.ts';
import { openPhoto, orUnreadable, readWorkingPhoto, resizePixels } from '#functions/plates/ocr.ts';

const plain = (width: number, height: number, background = '#ff0000') =>
  sharp({ create: { width, height, channels: 3, background } });

describe('decoding a photo', () => {
  it('scales down the longer side of a photo and returns the scale', async () => {
    const photo = await readWorkingPhoto(await plain(400, 200).png().toBuffer(), 100);
    expect(photo).toMatchObject({ width: 100, height: 50, scale: 4 });
    expect([...photo.data.slice(0, 3)]).toEqual([255, 0, 0]);
  });

  it('does not enlarge a photo', async () => {
    expect(await readWorkingPhoto(await plain(40, 20).png().toBuffer(), 100)).toMatchObject({
      ...{ width: 40, height: 20, scale: 1 },
    });
  });

  it('turns a photo upright that was taken with the camera held sideways', async () => {
    const bytes = await plain(40, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await readWorkingPhoto(bytes, 100)).toMatchObject({ width: 20, height: 40 });
    expect(await openPhoto(bytes)).toMatchObject({ width: 20, height: 40 });
  });

  it('makes transparent pixels grey', async () => {
    const clear = { width: 4, height: 4, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 0 } };
    const { data } = await readWorkingPhoto(await sharp({ create: clear }).png().toBuffer(), 4);
    expect([...data]).toEqual(Array(4 * 4 * 3).fill(0x80));
  });

  it.each<[what: string, bytes: () => Uint8Array | Promise<Uint8Array>, message: string | RegExp]>([
    ['no bytes', () => new Uint8Array(), 'no bytes'],
    ['no picture', () => Buffer.from('a letter'), /unsupported image format/],
    [
      'a drawing',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'format svg',
    ],
    ['more pixels than any phone takes', () => plain(10_000, 5_001).png().toBuffer(), /pixel/],
  ])('rejects a photo that is %s, with the reason', async (_what, bytes, message) => {
    const refused = openPhoto(await bytes());
    await expect(refused).rejects.toBeInstanceOf(UnreadablePhoto);
    await expect(refused).rejects.toThrow(message);
  });

  it('rejects a photo that breaks off', async () => {
    const noise = sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 128, sigma: 50 },
      },
    });
    const whole = await noise.jpeg().toBuffer();
    await expect(readWorkingPhoto(whole.subarray(0, whole.length / 2), 300)).rejects.toBeInstanceOf(
      UnreadablePhoto,
    );
  });
});

it('keeps the decoder’s message in the error', async () => {
  const cause = new Error('bad Huffman code');
  await expect(orUnreadable(Promise.reject(cause))).rejects.toMatchObject({
    message: 'Unreadable photo: bad Huffman code',
    cause,
  });
});

it('resizes pixels without keeping the aspect ratio', async () => {
  const { data, info } = await plain(10, 10, '#204060').raw().toBuffer({ resolveWithObject: true });
  const resized = await resizePixels({ width: info.width, height: info.height, data }, 6, 3);
  expect(resized).toMatchObject({ width: 6, height: 3 });
  expect([...resized.data]).toEqual(Array(18).fill([0x20, 0x40, 0x60]).flat());
});
