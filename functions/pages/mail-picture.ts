import { loadSharp } from './share-card.ts';

/** The width of a mail on a high-resolution screen, in the aspect ratio of the mail's layout. */
const width = 720;
const shape = 3 / 2;
/** Mails are often read on mobile connections. */
const mostBytes = 40_000;

/** Tried in order until the file is small enough; the last always is. */
const steps = [
  { width, quality: 68 },
  { width, quality: 54 },
  { width, quality: 38 },
  { width: width / 2, quality: 40 },
] as const;

/**
 * A stored photo for mails: JPEG of at most 40 kB, cropped to the mail's aspect ratio because some mail programs stretch
 * pictures.
 */
export async function drawMailPicture(photo: Uint8Array): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const pixels = await sharp(photo)
    .resize({ width, height: width / shape, fit: 'cover' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: pixels.info.width, height: pixels.info.height, channels: 3 } as const;
  let picture = new Uint8Array();
  for (const step of steps) {
    picture = await sharp(pixels.data, { raw })
      .resize({ width: step.width })
      .jpeg({ quality: step.quality, mozjpeg: true })
      .toBuffer();
    if (picture.length <= mostBytes) break;
  }
  return picture;
}
