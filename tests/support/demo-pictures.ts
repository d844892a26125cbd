import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { miniatureSidePx, pictureHash } from '#core/cars/photos.ts';
import { createRandom } from '#demo/cars/random.ts';
import { renderPicture } from '#demo/pictures/render-picture.ts';
import type { LayeredSpec, PictureSpec } from '#demo/pictures/spec.ts';

/** The hash of a picture's bytes, as `makeVariants` makes it of a photo that is large enough. */
export async function hashOfBytes(picture: Buffer): Promise<string | null> {
  const large = sharp(picture).resize({ width: 1200, height: 1200, fit: 'inside', withoutEnlargement: true });
  const { data, info } = await large.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: 3 } as const;
  const grey = sharp(data, { raw }).resize({ width: miniatureSidePx, height: miniatureSidePx, fit: 'fill' });
  return pictureHash(await grey.toColourspace('b-w').raw().toBuffer());
}

async function cropped(picture: Buffer, share: number): Promise<Buffer> {
  const [left, top] = [Math.round(1200 * share), Math.round(900 * share)];
  return sharp(picture)
    .extract({ left, top, width: 1200 - 2 * left, height: 900 - 2 * top })
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** What becomes of a photo between two ads: another size, another format, quality 60, a border less. */
const alterations: readonly ((picture: Buffer) => Promise<Buffer>)[] = [
  (picture) => sharp(picture).resize(400).jpeg({ quality: 80 }).toBuffer(),
  (picture) => sharp(picture).resize(1600).jpeg({ quality: 60 }).toBuffer(),
  (picture) => sharp(picture).webp({ quality: 60 }).toBuffer(),
  (picture) => cropped(picture, 0.03),
  async (picture) =>
    sharp(await cropped(picture, 0.02))
      .resize(800)
      .jpeg({ quality: 60 })
      .toBuffer(),
];

/** A picture of the demo and what an ad elsewhere shows of it, as hashes. */
export async function hashesOf(spec: PictureSpec): Promise<[own: string, altered: string]> {
  const picture = await renderPicture(spec);
  const alter = createRandom('altered', JSON.stringify(spec)).pick(alterations);
  return [(await hashOfBytes(picture))!, (await hashOfBytes(await alter(picture)))!];
}

/**
 * Drawing takes a quarter of a second a picture: `tests/demo/write-album-hashes.ts` has done it. `planted`: by the ad's seed
 * and car, its pictures and what a second ad shows of them; `hatchbacks`: by view, paint and side; `interiors`: some.
 */
export type AlbumHashes = {
  planted: Record<string, [own: string, altered: string][]>;
  hatchbacks: Record<string, string>;
  interiors: string[];
};

/** All of one dealer: one body, before one wall. */
export const hardHatchback = { shape: 'hatch', look: 'middle-bars', scene: 'yard' } as const;

export const albumFile = join(import.meta.dirname, '../fixtures/album-hashes.json');
export const readAlbums = (): AlbumHashes => JSON.parse(readFileSync(albumFile, 'utf8')) as AlbumHashes;

/** A washed white car in good light, as a dealer shows it, with what a test is about put over it. */
export function plainSpec(own: Partial<LayeredSpec>): LayeredSpec {
  return {
    view: 'front34',
    shape: 'hatch',
    look: 'middle-bars',
    paint: '#e9eae7',
    scene: 'street',
    seed: 5,
    isMirrored: false,
    plate: null,
    ...{ dirt: 0, rust: 0, dents: 0, hand: 'steady', tiltDegrees: 3, banner: null },
    ...own,
  };
}
