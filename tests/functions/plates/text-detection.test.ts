import { expect, it } from 'vitest';
import { detectTextLines } from '#functions/plates/ocr.ts';

/** Grey, 320 × 192, with a patch of strokes whose left upper corner is at (200, 128); `isPlain` leaves them out. */
function photoOf(isPlain: boolean) {
  const [width, height] = [320, 192];
  const data = new Uint8Array(width * height * 3).fill(128);
  for (let y = 128; y < 144; y++)
    for (let x = 200; !isPlain && x < 264; x++)
      data.fill(x % 6 < 3 ? 0 : 255, (y * width + x) * 3, (y * width + x + 1) * 3);
  return { width, height, data };
}

/** A network that finds a line of text 20 px from the left and 10 px from above, wherever it looks, and how large its pictures were. */
function finding() {
  const asked: { width: number; height: number }[] = [];
  const detect = async ({ width, height }: { width: number; height: number }) => {
    asked.push({ width, height });
    const values = new Float32Array(width * height);
    for (let y = 10; y < 20; y++) values.fill(1, y * width + 20, y * width + 60);
    return { values, dimensions: [1, 1, height, width] };
  };
  return { asked, detect };
}
const size = { sidePx: 320, mostEnlargement: 1 };

it('searches the whole photo in the first pass', async () => {
  const { asked, detect } = finding();
  expect(await detectTextLines(detect, photoOf(true), { ...size, isBusyOnly: false })).toHaveLength(1);
  expect(asked).toEqual([{ width: 320, height: 192 }]);
});

it('makes no second pass over a photo without a possible plate', async () => {
  const { asked, detect } = finding();
  expect(await detectTextLines(detect, photoOf(true), { ...size, isBusyOnly: true })).toEqual([]);
  expect(asked).toEqual([]);
});

it('searches only possible plate positions in the second pass, and returns their lines in photo coordinates', async () => {
  const { asked, detect } = finding();
  const boxes = await detectTextLines(detect, photoOf(false), { ...size, isBusyOnly: true });
  expect(asked).toHaveLength(1);
  expect(asked[0]!.width * asked[0]!.height).toBeLessThan((320 * 192) / 2);
  // The place begins a tile before that of the strokes.
  expect(boxes[0]!.centerX - 40).toBeCloseTo(160, -1);
  expect(boxes[0]!.centerY - 15).toBeCloseTo(96, -1);
});
