import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { UnreadablePhoto } from '#core/plates/plate.ts';
import { plateVerdict } from '#core/plates/verdict.ts';
import { createPlateReader } from '#functions/plates/plate-reader.ts';
import { drawPhoto } from './drawn-photo.ts';

const reader = createPlateReader();
const noFacts = { make: null, year: null };

describe('a plate drawn in a photo', () => {
  test('reads a plate with its position and accepts it at the first attempt', async () => {
    const [best] = await reader.read(await drawPhoto({ text: 'ZX 48 217', x: 400, y: 450, widthPx: 220 }));
    expect(best?.plate).toBe('ZX48217');
    expect(plateVerdict(best!, undefined, noFacts)).toBe('accepted');
    const [topLeft, , bottomRight] = best!.box;
    expect((topLeft.x + bottomRight.x) / 2).toBeCloseTo(510, -1.5);
    expect((topLeft.y + bottomRight.y) / 2).toBeCloseTo(474, -1.5);
    expect(best!.widthPx).toBeGreaterThan(170);
  });

  test('reads a tilted plate', async () => {
    const photo = await drawPhoto({ text: 'HM 30 965', x: 380, y: 420, widthPx: 240, degrees: 14 });
    expect((await reader.read(photo))[0]?.plate).toBe('HM30965');
  });

  test('reads a plate of two lines', async () => {
    const photo = await drawPhoto({ text: 'KR 53', second: '184', x: 400, y: 330, widthPx: 220 });
    const [best] = await reader.read(photo);
    expect(best?.plate).toBe('KR53184');
    const [topLeft, , , bottomLeft] = best!.box;
    expect(bottomLeft.y - topLeft.y).toBeGreaterThan(100);
  });

  test('reads a plate in a large photo and returns its box in that photo’s pixels', async () => {
    const photo = await drawPhoto(
      { text: 'PT 71 406', x: 1600, y: 1800, widthPx: 700 },
      { width: 4000, height: 2800 },
    );
    const [best] = await reader.read(photo);
    expect(best?.plate).toBe('PT71406');
    expect(best!.box[0].x).toBeGreaterThan(1500);
    expect(best!.box[1].x - best!.box[0].x).toBeGreaterThan(500);
  });

  test('reads a plate in a photo taken with the camera held upside down', async () => {
    const upright = await drawPhoto({ text: 'ZX 48 217', x: 100, y: 450, widthPx: 220 });
    const turned = await sharp(upright).rotate(180).withMetadata({ orientation: 3 }).jpeg().toBuffer();
    const [best] = await reader.read(turned);
    expect(best?.plate).toBe('ZX48217');
    expect(best!.box[0].x).toBeLessThan(200);
  });
});

test('reads nothing in a photo without a plate', async () => {
  expect(await reader.read(await drawPhoto(null))).toEqual([]);
});

test('does not accept a foreign plate as a Danish one', async () => {
  const readings = await reader.read(await drawPhoto({ text: 'BLX 752 KE', x: 400, y: 450, widthPx: 240 }));
  expect(readings.map((reading) => plateVerdict(reading, undefined, noFacts))).not.toContain('accepted');
});

describe('bytes that are not a photo', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>';
  test.each([
    ['nothing', new Uint8Array()],
    ['text', new TextEncoder().encode('<html>not found</html>')],
    ['a drawing', new TextEncoder().encode(svg)],
    ['a header alone', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46])],
  ])('refuses bytes as unreadable: %s', async (_, bytes) => {
    await expect(reader.read(bytes)).rejects.toBeInstanceOf(UnreadablePhoto);
  });

  test('refuses a photo cut off in the middle as unreadable', async () => {
    const whole = await drawPhoto(null);
    await expect(reader.read(whole.subarray(0, whole.length / 2))).rejects.toBeInstanceOf(UnreadablePhoto);
  });

  test('refuses a small file that decodes to a huge picture before decoding it', async () => {
    const bomb = await sharp({ create: { width: 12_000, height: 9_000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.byteLength).toBeLessThan(1_000_000);
    await expect(reader.read(bomb)).rejects.toBeInstanceOf(UnreadablePhoto);
  });
});

test('names missing model files, and does not blame the photo', async () => {
  const misplaced = createPlateReader({ modelsDir: '/nowhere' });
  const failure = misplaced.read(await drawPhoto(null));
  await expect(failure).rejects.toThrow(/nowhere/);
  await expect(failure).rejects.not.toBeInstanceOf(UnreadablePhoto);
});
