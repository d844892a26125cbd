import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';

/** Rows of RGB bytes. */
export type Pixels = { data: Buffer; width: number; height: number };

/** How far apart one channel of a pixel may be, of 255, before the pixel differs: processors round differently. */
const roundingStep = 2;

/** Of all pixels, and never more than so many: in a tall picture the share alone would let a whole button go. */
const tolerated = { share: 0.001, pixels: 100 };

type Comparison = { isSame: boolean; differing: number; total: number };

async function readPng(png: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** A PNG that loses nothing: with an `effort`, sharp would reduce the colours. */
function writePng({ data, width, height }: Pixels): Promise<Buffer> {
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
function drawDifference(expected: Pixels, actual: Pixels): Pixels {
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

/** Takes the picture once more: a PNG. */
type Take = () => Promise<Buffer>;

/** `npm run shots -- --update`: the references are written anew instead of compared. */
const isUpdate = process.env.LOOKS === 'update';

const folder = join(import.meta.dirname, '../e2e/pictures');
const referenceOf = (name: string) => join(folder, `${name}.png`);

/**
 * Holds a picture against its reference. Throws with the number of pixels that differ and the folder in which both and their
 * difference lie.
 */
export async function expectPicture(name: string, take: Take): Promise<void> {
  if (isUpdate) return updateReference(name, take);
  if (!existsSync(referenceOf(name)))
    throw new Error(`"${name}" has no reference picture: npm run shots -- --update makes it.`);
  const reference = await readFile(referenceOf(name));
  const expected = await readPng(reference);
  // Most pages stand still at once. One that does not look right gets the time that a busy machine may need to draw it.
  for (let taken = 0; taken < mostTakes; taken++) {
    if (comparePixels(expected, await readPng(await take())).isSame) return;
    await pause(pauseMs);
  }
  const still = await takeStill(take);
  const actual = await readPng(still);
  const { isSame, differing, total } = comparePixels(expected, actual);
  if (isSame) return;
  const difference = await writePng(drawDifference(expected, actual));
  const kept = await keep(name, {
    expected: reference,
    actual: still,
    difference,
  });
  throw new Error(
    `"${name}": ${differing} of ${total} pixels (${((100 * differing) / total).toFixed(3)} %) differ from the reference. ` +
      `Expected, actual and difference: ${kept}. If it is to look so: npm run shots -- --update.`,
  );
}

/** References without a test; none after an update, which removes them. */
export async function strayReferences(names: readonly string[]): Promise<string[]> {
  const files = await readdir(folder);
  const stray = files.filter((file) => !names.includes(file.replace(/\.png$/, '')));
  if (!isUpdate) return stray;
  await Promise.all(stray.map((file) => rm(join(folder, file))));
  return [];
}

/** Leaves a reference alone that shows the same, so that only what changed is to be looked at. */
async function updateReference(name: string, take: Take): Promise<void> {
  const actual = await readPng(await takeStill(take));
  const path = referenceOf(name);
  if (existsSync(path) && comparePixels(await readPng(await readFile(path)), actual).differing === 0) return;
  await mkdir(folder, { recursive: true });
  await writeFile(path, await writePng(actual));
}

const pauseMs = 200;
const mostTakes = 40;

/** The first picture that equals the one before it. */
async function takeStill(take: Take): Promise<Buffer> {
  let before = await take();
  for (let taken = 1; taken < mostTakes; taken++) {
    await pause(pauseMs);
    const picture = await take();
    if (picture.equals(before)) return picture;
    before = picture;
  }
  throw new Error(`No two of ${mostTakes} pictures in a row were the same.`);
}

async function keep(name: string, pictures: Record<string, Buffer>): Promise<string> {
  const kept = await mkdtemp(join(tmpdir(), `bilfund-${name}-`));
  for (const [what, png] of Object.entries(pictures)) await writeFile(join(kept, `${what}.png`), png);
  return kept;
}
