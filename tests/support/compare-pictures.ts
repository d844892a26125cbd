import sharp from 'sharp';

/** Rows of RGB bytes. */
export type Pixels = { data: Buffer; width: number; height: number };

/** How far apart one channel of a pixel may be, of 255, before the pixel differs: processors round differently. */
const roundingStep = 2;

/** Of all pixels, and never more than so many: in a tall picture the share alone would let a whole button go. */
const tolerated = { share: 0.001, pixels: 100 };

export type Comparison = { isSame: boolean; differing: number; total: number };

export async function readPng(png: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** A PNG that loses nothing: with an `effort`, sharp would reduce the colours. */
export function writePng({ data, width, height }: Pixels): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** Where the pixel's bytes begin; -1 outside the picture. */
function offsetOf({ width, height }: Pixels, x: number, y: number): number {
  return x < width && y < height ? (y * width + x) * 3 : -1;
}

function differs(one: Pixels, from: number, other: Pixels, at: number): boolean {
  if (from < 0 || at < 0) return true;
  for (let channel = 0; channel < 3; channel++)
    if (Math.abs(one.data[from + channel]! - other.data[at + channel]!) > roundingStep) return true;
  return false;
}

/** Looks at every place of the larger picture, row by row; where the other one has ended, the pixel differs. */
function eachPixel(expected: Pixels, actual: Pixels, look: (isOther: boolean, at: number) => void): void {
  const { width, height } = sizeOfBoth(expected, actual);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = offsetOf(actual, x, y);
      look(differs(expected, offsetOf(expected, x, y), actual, at), at);
    }
}

const sizeOfBoth = (one: Pixels, other: Pixels) => ({
  width: Math.max(one.width, other.width),
  height: Math.max(one.height, other.height),
});

const isEqual = (one: Pixels, other: Pixels) =>
  one.width === other.width && one.height === other.height && one.data.equals(other.data);

/** Counts the pixels that differ. */
export function comparePixels(expected: Pixels, actual: Pixels): Comparison {
  const { width, height } = sizeOfBoth(expected, actual);
  const total = width * height;
  // Looking at each pixel takes a quarter of a second, and most pictures are the same to the byte.
  if (isEqual(expected, actual)) return { isSame: true, differing: 0, total };
  let differing = 0;
  eachPixel(expected, actual, (isOther) => {
    if (isOther) differing++;
  });
  return { isSame: differing <= Math.min(total * tolerated.share, tolerated.pixels), differing, total };
}

const red = [224, 0, 0];

/** What both show in pale grey, what differs in red. */
export function drawDifference(expected: Pixels, actual: Pixels): Pixels {
  const { width, height } = sizeOfBoth(expected, actual);
  const data = Buffer.alloc(width * height * 3);
  let to = 0;
  eachPixel(expected, actual, (isOther, at) => {
    data.set(isOther ? red : paleGrey(actual, at), to);
    to += 3;
  });
  return { data, width, height };
}

function paleGrey({ data }: Pixels, at: number): number[] {
  const grey = 200 + Math.round((data[at]! + data[at + 1]! + data[at + 2]!) / 15);
  return [grey, grey, grey];
}
