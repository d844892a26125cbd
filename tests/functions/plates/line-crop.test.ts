import { describe, expect, it } from 'vitest';
import type { RotatedBox } from '#core/plates/boxes.ts';
import { cropLine, type Pixels } from '#functions/plates/ocr.ts';

type Colour = readonly [number, number, number];
/** A picture whose pixels have the colour that `colourAt` says. */
function pictureOf(width: number, height: number, colourAt: (x: number, y: number) => Colour): Pixels {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) data.set(colourAt(x, y), (y * width + x) * 3);
  return { width, height, data };
}
const colourOf = ({ width, data }: Pixels, x: number, y: number) => [
  ...data.slice((y * width + x) * 3, (y * width + x) * 3 + 3),
];
const boxOf = (fields: Partial<RotatedBox>): RotatedBox => ({
  ...{ centerX: 100, centerY: 50, width: 96, height: 48, angle: 0 },
  ...fields,
});

describe('a line cut out of a photo', () => {
  it.each<[size: string, box: Partial<RotatedBox>, width: number]>([
    ['as large as it is', { width: 96, height: 48 }, 96],
    ['larger', { width: 40, height: 10 }, 192],
    ['smaller', { width: 384, height: 96 }, 192],
    ['no narrower than high', { width: 12, height: 12 }, 48],
    ['no wider than the network reads', { width: 800, height: 20 }, 640],
  ])('cuts a line 48 pixels high and %s', (_size, box, width) => {
    const line = cropLine(
      pictureOf(200, 100, () => [10, 20, 30]),
      boxOf(box),
    );
    expect([line.width, line.height]).toEqual([width, 48]);
  });

  it.each([24, 48, 96, 190, 400])('keeps the colours of a text box %i pixels high', (height) => {
    const plain = pictureOf(400, 200, () => [10, 120, 250]);
    const line = cropLine(plain, boxOf({ centerX: 200, centerY: 100, width: 2 * height, height }));
    expect(new Set(line.data)).toEqual(new Set([10, 120, 250]));
  });

  it('copies the pixels of the photo where nothing is scaled or rotated', () => {
    const photo = pictureOf(200, 100, (x, y) => [x, y, (x * y) % 256]);
    const line = cropLine(photo, boxOf({}));
    // The box begins 48 pixels left of its middle, and 24 above.
    for (const [x, y] of [
      [0, 0],
      [95, 0],
      [40, 20],
      [95, 47],
    ] as const)
      expect(colourOf(line, x, y)).toEqual(colourOf(photo, 52 + x, 26 + y));
  });

  it('averages the pixels that fall into one where the line is scaled down', () => {
    const photo = pictureOf(200, 100, (x, y) => [(x % 2) * 200, (y % 2) * 100, 0]);
    const line = cropLine(photo, boxOf({ width: 192, height: 96 }));
    expect(colourOf(line, 50, 20)).toEqual([100, 50, 0]);
  });

  it('turns a line level when the text runs down the photo', () => {
    const photo = pictureOf(100, 200, (x, y) => [y, x, 0]);
    const line = cropLine(photo, boxOf({ centerX: 50, centerY: 100, angle: Math.PI / 2 }));
    expect(colourOf(line, 0, 0)).toEqual([52, 73, 0]);
    expect(colourOf(line, 95, 0)).toEqual([147, 73, 0]);
    expect(colourOf(line, 0, 47)).toEqual([52, 26, 0]);
  });

  it('continues the colour of the edge beyond the photo', () => {
    const photo = pictureOf(60, 30, (x, y) => [x === 0 ? 200 : 0, y === 29 ? 150 : 0, 0]);
    const line = cropLine(photo, boxOf({ centerX: 30, centerY: 15 }));
    expect(colourOf(line, 0, 0)).toEqual([200, 0, 0]);
    expect(colourOf(line, 95, 47)).toEqual([0, 150, 0]);
  });
});
