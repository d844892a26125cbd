import { readFileSync } from 'node:fs';
import sharp, { type Region, type Sharp } from 'sharp';
import { createWorld } from '#demo/cars/world.ts';
import { renderPicture } from '#demo/pictures/render-picture.ts';
import { pictureSpecsOf } from '#demo/pictures/spec.ts';
import type { TruePhoto } from './plates-truth.ts';

/** `covered`: the plate is made one with what surrounds it; `beside`: the largest part next to it; `demo`: sides and insides. */
export type PlainPhoto = { kind: 'covered' | 'beside' | 'demo'; bytes: Buffer };

const demoPhotos = 60;
const jpegQuality = 90;

/** Photos in which there is no plate to be read: of the set's photos two each, and those of the demo's that show none. */
export async function photosWithoutPlate(photos: readonly TruePhoto[]): Promise<PlainPhoto[]> {
  const made: PlainPhoto[] = [];
  for (const photo of photos) {
    const bytes = readFileSync(photo.file);
    const { width, height } = await sharp(bytes).metadata();
    const hidden = hiddenRegion(photo, width, height);
    made.push({ kind: 'covered', bytes: await cover(bytes, hidden) });
    made.push({ kind: 'beside', bytes: await toJpeg(sharp(bytes).extract(beside(hidden, width, height))) });
  }
  const specs = createWorld(1)
    .ads()
    .flatMap(({ car }) => pictureSpecsOf(car))
    .filter(({ plate }) => plate === null);
  for (const spec of specs.slice(0, demoPhotos))
    made.push({ kind: 'demo', bytes: await renderPicture(spec) });
  return made;
}

const toJpeg = (picture: Sharp) => picture.jpeg({ quality: jpegQuality }).toBuffer();

/** The plate with its frame. */
function hiddenRegion({ box }: TruePhoto, width: number, height: number): Region {
  const left = Math.max(0, Math.floor(box.left - box.width * 0.2));
  const top = Math.max(0, Math.floor(box.top - box.height * 0.4));
  const right = Math.min(width, Math.ceil(box.left + box.width * 1.2));
  const bottom = Math.min(height, Math.ceil(box.top + box.height * 1.4));
  return { left, top, width: right - left, height: bottom - top };
}

async function cover(photo: Buffer, region: Region): Promise<Buffer> {
  const few = await sharp(photo)
    .extract(region)
    .resize({ width: 4, height: 1, fit: 'fill' })
    .png()
    .toBuffer();
  const { left, top, width, height } = region;
  const input = await sharp(few).resize({ width, height, fit: 'fill' }).png().toBuffer();
  return toJpeg(sharp(photo).composite([{ input, left, top }]));
}

/** Above, below, left or right of the region, whichever is largest. */
function beside({ left, top, width, height }: Region, photoWidth: number, photoHeight: number): Region {
  const [right, bottom] = [left + width, top + height];
  const parts = [
    { left: 0, top: 0, width: photoWidth, height: top },
    { left: 0, top: bottom, width: photoWidth, height: photoHeight - bottom },
    { left: 0, top: 0, width: left, height: photoHeight },
    { left: right, top: 0, width: photoWidth - right, height: photoHeight },
  ];
  return parts.reduce((a, b) => (b.width * b.height > a.width * a.height ? b : a));
}
