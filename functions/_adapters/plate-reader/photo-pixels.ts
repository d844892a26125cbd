import sharp, { type Metadata, type Sharp } from 'sharp';
import { UnreadablePhoto } from '#core/plate/reading.ts';

/** RGB, 8 bits, row by row. */
export type Pixels = { width: number; height: number; data: Uint8Array };

/** An upright photo, scaled down; `scale` is pixels of the original per pixel here (≥ 1). */
export type WorkingPhoto = Pixels & { scale: number };

/** More than any phone delivers to a marketplace; a compressed bomb decodes to far more. */
const mostInputPixels = 50_000_000;
/** What ads carry. SVG and PDF are programs that draw, not photos. */
const photoFormats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'avif']);

/** A photo opened and checked, not yet decoded. Throws `UnreadablePhoto`. */
export async function openPhoto(
  photo: Uint8Array,
): Promise<{ picture: Sharp; width: number; height: number }> {
  if (photo.byteLength === 0) throw new UnreadablePhoto('no bytes');
  const picture = sharp(photo, { limitInputPixels: mostInputPixels, failOn: 'error' });
  const metadata: Metadata = await orUnreadable(picture.metadata());
  if (!photoFormats.has(metadata.format)) throw new UnreadablePhoto(`format ${metadata.format}`);
  const { width, height } = metadata.autoOrient;
  if (width * height > mostInputPixels) throw new UnreadablePhoto(`${width} × ${height} pixels`);
  return { picture: picture.autoOrient(), width, height };
}

/** The photo upright, without alpha, its longer side at most `longestSidePx`. Throws `UnreadablePhoto`. */
export async function readWorkingPhoto(photo: Uint8Array, longestSidePx: number): Promise<WorkingPhoto> {
  const { picture, width, height } = await openPhoto(photo);
  const raw = picture
    .resize({ width: longestSidePx, height: longestSidePx, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#808080' })
    .toColourspace('srgb')
    .raw();
  const { data, info } = await orUnreadable(raw.toBuffer({ resolveWithObject: true }));
  const scale = Math.max(width, height) / Math.max(info.width, info.height);
  return { width: info.width, height: info.height, data, scale };
}

/** The same pixels at another size, not keeping the aspect. */
export async function resizePixels(pixels: Pixels, width: number, height: number): Promise<Pixels> {
  const raw = { width: pixels.width, height: pixels.height, channels: 3 } as const;
  const data = await sharp(pixels.data, { raw })
    .resize({ width, height, fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer();
  return { width, height, data };
}

/** The decoder's complaint about the bytes, as the error callers know. */
export async function orUnreadable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new UnreadablePhoto((cause as Error).message, { cause });
  }
}
