import { existsSync } from 'node:fs';
import sharp from 'sharp';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import type { RotatedBox } from '#core/plates/boxes.ts';
import { junkIndex, stepLength, symbolIndex } from '#core/plates/decode.ts';
import { UnreadablePhoto } from '#core/plates/plate.ts';
import { plateVerdict } from '#core/plates/verdict.ts';
import {
  cropLine,
  detectTextLines,
  findModelFiles,
  type NetworkOutput,
  type OcrNetworks,
  openPhoto,
  orUnreadable,
  type Pixels,
  readWorkingPhoto,
  recogniseLine,
  resizePixels,
} from '#functions/plates/ocr.ts';
import { createPlateReader } from '#functions/plates/plate-reader.ts';
import { drawPhoto } from './drawn-photo.ts';

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

const [a, b] = [symbolIndex('A'), symbolIndex('B')];

/** Networks that answer the same to every line, and the lines that they were asked. */
function answering(values: number[], classes: number) {
  const asked: Parameters<OcrNetworks['recogniseLine']>[0][] = [];
  const answer = async (input: (typeof asked)[number]): Promise<NetworkOutput> => {
    asked.push(input);
    const dimensions = [1, values.length / classes, classes];
    return { values: Float32Array.from(values), dimensions };
  };
  // Class 1 and 2 are an A, large and small; class 3 is a B; class 0 and 4 are something else.
  const symbolClasses = [
    [1, a],
    [2, a],
    [3, b],
  ].map(([one, symbol]) => ({ class: one!, symbol: symbol! }));
  return { asked, networks: { detectText: answer, recogniseLine: answer, symbolClasses } };
}
const line = (width: number, data: number[] = Array(width * 3).fill(0)) => ({
  ...{ width, height: 1, data: Uint8Array.from(data) },
});

it('answers for every step the probability of each plate symbol, upper and lower case together, and of everything else as junk', async () => {
  const { networks } = answering([0.1, 0.5, 0.25, 0.125, 0.025, 0, 0, 0, 0.75, 0.25], 5);
  const { steps, probabilities } = await recogniseLine(networks, line(1));
  expect(steps).toBe(2);
  expect(probabilities).toHaveLength(2 * stepLength);
  expect([a, b, junkIndex].map((symbol) => probabilities[symbol])).toEqual([0.75, 0.125, 0.125]);
  expect([a, b, junkIndex].map((symbol) => probabilities[stepLength + symbol])).toEqual([0, 0.75, 0.25]);
});

it('never answers a negative junk probability', async () => {
  const { networks } = answering([0, 1, 0.5, 0, 0], 5);
  expect((await recogniseLine(networks, line(1))).probabilities[junkIndex]).toBe(0);
});

it('passes blue, green and red in separate planes from −1 to 1, with grey beside a narrow line', async () => {
  const { networks, asked } = answering([1, 0, 0, 0, 0], 5);
  await recogniseLine(networks, line(2, [255, 0, 127.5, 0, 255, 0]));
  const [{ values, width, height } = { values: new Float32Array(), width: 0, height: 0 }] = asked;
  expect([width, height, values.length]).toEqual([64, 1, 3 * 64]);
  const plane = (channel: number) => [...values.slice(channel * 64, channel * 64 + 3)];
  expect(plane(0)[0]).toBeCloseTo(0, 1);
  expect(plane(0).slice(1)).toEqual([-1, 0]);
  expect(plane(1)).toEqual([-1, 1, 0]);
  expect(plane(2)).toEqual([1, -1, 0]);
});

it('passes a wide line in its full width', async () => {
  const { networks, asked } = answering([1, 0, 0, 0, 0], 5);
  await recogniseLine(networks, line(65));
  expect(asked[0]).toMatchObject({ width: 65, height: 1 });
});

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

describe('model files', () => {
  afterEach(() => vi.unstubAllEnvs());

  test('finds the models in the installed package unless a folder is named', () => {
    vi.stubEnv('OCR_MODELS_DIR', undefined);
    expect(Object.values(findModelFiles()).every((file) => existsSync(file))).toBe(true);
  });

  test('finds the models in OCR_MODELS_DIR, or first in the folder given as an argument', () => {
    vi.stubEnv('OCR_MODELS_DIR', '/var/task/models');
    expect(findModelFiles().detection).toMatch(/^\/var\/task\/models\/.+\.onnx$/);
    expect(findModelFiles('/opt/models').characters).toMatch(/^\/opt\/models\/.+\.txt$/);
  });
});
