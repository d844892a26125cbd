import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { boxCorners } from '#core/plates/boxes.ts';
import { makeVariants } from '#functions/cars/photo-variants.ts';
import { drawMailPicture } from '#functions/pages/mail-picture.ts';
import { createPlateReader } from '#functions/plates/plate-reader.ts';
import { drawPhoto } from '#tests/functions/plates/drawn-photo.ts';
import { seeded } from '#tests/support/random-cards.ts';

const mostBytes = 40_000;

/** No camera makes a picture with so much detail. */
function noise(width: number, height: number): Promise<Buffer> {
  const random = seeded(7);
  const data = Uint8Array.from({ length: width * height * 3 }, () => random.whole(0, 255));
  return sharp(data, { raw: { width, height, channels: 3 } })
    .webp({ quality: 90 })
    .toBuffer();
}

describe('the picture of a mail', () => {
  it('draws the mail picture as a JPEG in the format of the mail, whatever the photo’s format', async () => {
    for (const [width, height] of [
      [1200, 840],
      [800, 1200],
      [300, 200],
    ] as const) {
      const photo = await drawPhoto(null, { width, height, format: 'webp' });
      const picture = await drawMailPicture(photo);
      expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 720, height: 480 });
      expect(picture.length).toBeLessThanOrEqual(mostBytes);
    }
  });

  it('keeps the mail picture within 40 kB, however detailed the photo is', async () => {
    const picture = await drawMailPicture(await noise(1200, 900));
    expect(picture.length).toBeLessThanOrEqual(mostBytes);
    expect((await sharp(picture).metadata()).format).toBe('jpeg');
  });

  it('shows no plate in the mail picture where the photo shows none', async () => {
    const plate = { text: 'ZX 48 217', x: 600, y: 650, widthPx: 330 };
    const box = boxCorners({ centerX: 765, centerY: 686, width: 330, height: 73, angle: 0 });
    const { large, blurredLarge } = await makeVariants(
      await drawPhoto(plate, { width: 1500, height: 1050 }),
      [box],
    );
    const reader = createPlateReader();
    expect((await reader.read(await drawMailPicture(large)))[0]?.plate).toBe('ZX48217');
    expect(await reader.read(await drawMailPicture(blurredLarge!))).toEqual([]);
  });
});
