import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { miniatureSidePx, pictureHash } from '#core/cars/photos.ts';
import { type Point, type Quad, scaleQuad } from '#core/plates/boxes.ts';
import { openPhoto, orUnreadable, type Pixels } from '#functions/plates/ocr.ts';

/** WebP pictures without metadata (no place, no camera); `blurred*` are null when there was no plate to blur. */
export type PhotoVariants = {
  /** Longer side at most 400 px. */
  small: Uint8Array;
  /** Longer side at most 1200 px. */
  large: Uint8Array;
  blurredSmall: Uint8Array | null;
  blurredLarge: Uint8Array | null;
  /** Perceptual hash, the same for any size and compression (`core/cars/photos.ts`). */
  hash: string | null;
};

const smallSidePx = 400;
const largeSidePx = 1200;
const webpQuality = 78;
/** Takes half the time of the default for 5 % more bytes. */
const webpEffort = 2;
/** Boxes end at the characters; the blur must also cover the plate's frame. */
const blurMargin = 1.25;
/** A plate is averaged down to this width, from which no sharpening can restore it. */
const blurredWidthPx = 4;

/**
 * Makes the stored variants of a photo. `plateBoxes` are in pixels of the upright photo, as the plate reader returns them;
 * parts outside are ignored.
 * @throws UnreadablePhoto
 */
export async function makeVariants(photo: Uint8Array, plateBoxes: readonly Quad[]): Promise<PhotoVariants> {
  const { picture, width, height } = await openPhoto(photo);
  const large = await orUnreadable(
    toPixels(fitInside(picture.flatten({ background: '#fff' }).toColourspace('srgb'), largeSidePx)),
  );
  const scale = large.width / width;
  const toLarge = ({ x, y }: Point): Point => ({ x: x * scale, y: (y * large.height) / height });
  const boxes = plateBoxes.map(
    ([a, b, c, d]): Quad => scaleQuad([toLarge(a), toLarge(b), toLarge(c), toLarge(d)], blurMargin),
  );
  const blurred = boxes.length > 0 ? await blurBoxes(large, boxes) : null;
  return {
    small: await toWebp(large, smallSidePx),
    large: await toWebp(large, largeSidePx),
    blurredSmall: blurred && (await toWebp(blurred, smallSidePx)),
    blurredLarge: blurred && (await toWebp(blurred, largeSidePx)),
    hash: await hashOf(large),
  };
}

async function blurBoxes(pixels: Pixels, boxes: readonly Quad[]): Promise<Pixels> {
  const patches: OverlayOptions[] = [];
  for (const box of boxes) {
    const patch = await blurredPatch(pixels, box);
    if (patch) patches.push(patch);
  }
  return toPixels(fromPixels(pixels).composite(patches).removeAlpha());
}

/** The averaged surroundings of a box, cut to its outline; null when the box is outside the picture. */
async function blurredPatch(pixels: Pixels, box: Quad): Promise<OverlayOptions | null> {
  const xs = box.map(({ x }) => x);
  const ys = box.map(({ y }) => y);
  const left = Math.max(0, Math.floor(Math.min(...xs)));
  const top = Math.max(0, Math.floor(Math.min(...ys)));
  const width = Math.min(pixels.width, Math.ceil(Math.max(...xs))) - left;
  const height = Math.min(pixels.height, Math.ceil(Math.max(...ys))) - top;
  if (width < 1 || height < 1) return null;
  const averaged = await toPixels(
    fromPixels(pixels)
      .extract({ left, top, width, height })
      .resize({ width: Math.min(width, blurredWidthPx), height: 1, fit: 'fill' }),
  );
  const corners = box.map(({ x, y }) => `${x - left},${y - top}`).join(' ');
  const outline = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><polygon points="${corners}"/></svg>`;
  const input = await fromPixels(averaged)
    .resize({ width, height, fit: 'fill' })
    .ensureAlpha()
    .composite([{ input: Buffer.from(outline), blend: 'dest-in' }])
    .png()
    .toBuffer();
  return { input, left, top };
}

async function hashOf(pixels: Pixels): Promise<string | null> {
  const side = miniatureSidePx;
  const miniature = fromPixels(pixels).resize({ width: side, height: side, fit: 'fill' });
  return pictureHash(await miniature.toColourspace('b-w').raw().toBuffer());
}

function fitInside(picture: Sharp, sidePx: number): Sharp {
  return picture.resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true });
}

async function toWebp(pixels: Pixels, sidePx: number): Promise<Uint8Array> {
  return fitInside(fromPixels(pixels), sidePx).webp({ quality: webpQuality, effort: webpEffort }).toBuffer();
}

async function toPixels(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

function fromPixels({ data, width, height }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}
