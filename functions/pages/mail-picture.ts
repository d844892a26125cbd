import { loadSharp } from './share-card.ts';

/** As wide as a mail on a sharp screen needs it, in the shape that the mail leaves open for it. */
const width = 720;
const shape = 3 / 2;
/** Mails are read on phones, on the way. */
const mostBytes = 40_000;

/** The next is drawn where a picture of much detail is too large by the one before; the last holds for any picture. */
const steps = [
  { width, quality: 68 },
  { width, quality: 54 },
  { width, quality: 38 },
  { width: width / 2, quality: 40 },
] as const;

/** A stored photo as mails show it: JPEG of at most 40 kB, cut to the mail's shape, since some programs stretch what has another. */
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
