import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { mailPictureUrl } from '#core/cars/photos.ts';
import { boxCorners } from '#core/plates/boxes.ts';
import { makeVariants } from '#functions/cars/photo-variants.ts';
import {
  colors,
  dealMark,
  drawLine,
  drawMailPicture,
  drawParagraph,
  place,
  priceLine,
  type TextStyle,
} from '#functions/pages/share-card.ts';
import { createPlateReader } from '#functions/plates/plate-reader.ts';
import { drawPhoto } from '#tests/functions/plates/drawn-photo.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { seeded } from '#tests/support/random-cards.ts';

const marksOf = (svg: string) =>
  [...svg.matchAll(/translate\(([\d.]+) ([\d.]+)\)/g)].map(([, x]) => Number(x) + 13);

describe('the price line of a shared car', () => {
  it('draws a poor price far to the right, with a line from the middle to it', () => {
    const line = priceLine('poor', 0, 100, 400);
    expect(marksOf(line)).toEqual([336]);
    expect(line).toContain('<rect x="132" y="94" width="136"');
    expect(line).toContain(`<path d="M200 100H336" stroke="${colors.poor}" stroke-width="4"/>`);
  });

  it.each(['no_estimate', 'fair'] as const)(
    'says nothing of the side on which a price is that is %s',
    (deal) => {
      const line = priceLine(deal, 10, 100, 400);
      expect(line).toMatch(/^<path d="M10 100H410"[^>]*stroke-dasharray="2 8"[^>]*\/>$/);
    },
  );
});

it.each(['fair', 'poor', 'no_estimate'] as const)('draws the deal %s in its own colour and shape', (deal) => {
  const mark = dealMark(deal, 5, 7, 28);
  expect(mark).toContain(`translate(5 7) scale(2)" color="${colors[deal]}"`);
  expect(mark).toMatch(/<(circle|path|g)[ >]/);
});

const style: TextStyle = { sizePx: 30, weight: 400, color: '#16201c', tracking: 0 };
const words = 'A car with a tow bar and two sets of wheels that was always kept indoors';
const first = (count: number) => `${words.split(' ').slice(0, count).join(' ')}…`;
const unbounded = 10_000;

describe('a line of a picture', () => {
  it('keeps the size of a text line that fits', async () => {
    const line = await drawLine('149.900 kr.', style, unbounded);
    expect(line.input.equals((await drawLine('149.900 kr.', style, line.width)).input)).toBe(true);
  });

  it('shrinks a text line until it fits', async () => {
    const line = await drawLine('149.900 kr.', style, unbounded);
    const smaller = await drawLine('149.900 kr.', style, line.width - 1);
    expect(smaller.width).toBeLessThan(line.width);
    const half = await drawLine('149.900 kr.', style, line.width / 2);
    expect(half.width).toBeLessThanOrEqual(line.width / 2);
    expect(half.width).toBeGreaterThan(line.width / 2.5);
  });

  it('draws markup characters as they are', async () => {
    expect((await drawLine('A & B <C>', style, unbounded)).width).toBeGreaterThan(
      (await drawLine('A B C', style, unbounded)).width,
    );
  });
});

describe('a paragraph of a picture', () => {
  it('draws a whole paragraph where it fits, in lines no wider than asked', async () => {
    const whole = await drawParagraph(words, style, 300, unbounded);
    expect(whole.width).toBeLessThanOrEqual(300);
    expect(whole.input.equals((await drawParagraph(words, style, 300, whole.height)).input)).toBe(true);
  });

  it.each([1, 2, 3])(
    'keeps as many words of a paragraph as fit into %i lines, and marks that more follow',
    async (lines) => {
      const room = (await drawParagraph(Array(lines).fill('Åg…').join('\n'), style, 300, unbounded)).height;
      const cut = await drawParagraph(words, style, 300, room);
      expect(cut.height).toBeLessThanOrEqual(room);
      const heights = await Promise.all(
        words
          .split(' ')
          .map(async (_, at) => (await drawParagraph(first(at + 1), style, 300, unbounded)).height),
      );
      const most = heights.findLastIndex((height) => height <= room) + 1;
      expect(most).toBeGreaterThan(1);
      expect(cut.input.equals((await drawParagraph(first(most), style, 300, unbounded)).input)).toBe(true);
    },
  );

  it('keeps the first word of a paragraph, however little room there is', async () => {
    const cut = await drawParagraph(words, style, 300, 1);
    expect(cut.input.equals((await drawParagraph(first(1), style, 300, unbounded)).input)).toBe(true);
  });
});

it('places text on whole pixels', async () => {
  const line = await drawLine('A', style, unbounded);
  expect(place(line, 10.4, 20.6)).toEqual({ input: line.input, left: 10, top: 21 });
});

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

describe('GET /picture/{folder}/{photo}.jpg', async () => {
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
    const { deletePhotos, ownFolder } = await import('#functions/platform/photos.ts');
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
