import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LazySource } from 'local-cloud/services/objects/object-store.ts';
import sharp from 'sharp';
import type { CarPhoto } from '#core/cars/car.ts';
import { catalogAds } from '#demo/cars/seed-catalog.ts';
import type { PictureStore } from '#demo/pictures/picture-store.ts';
import { type PictureSpec, pictureSpecsOf } from '#demo/pictures/spec.ts';
import { demoSeed } from './demo-marketplace.ts';

const sides = { small: 400, large: 1200 } as const;
type Size = keyof typeof sides;

/** The key of one picture of a car. Who knows some keys can work out no other. */
export type PhotoNames = (carId: string, view: number, size: Size, isBlurred: boolean) => string;

/** Names that hang on a secret of the installation: it is made with its first use and kept in the data folder. */
export function photoNames(dataFolder: string): PhotoNames {
  const secret = readSecret(join(dataFolder, 'photo-names'));
  return (...picture) => {
    const name = createHmac('sha256', secret).update(JSON.stringify(picture)).digest('base64url');
    return `seed/${name.slice(0, 32)}.webp`;
  };
}

function readSecret(file: string): Buffer {
  try {
    writeFileSync(file, randomBytes(32), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file);
}

/** The photos of a demo car that the catalog starts with: keys of pictures that are drawn when somebody looks. */
export function seedPhotos(names: PhotoNames, carId: string, pictures: readonly PictureSpec[]): CarPhoto[] {
  return pictures.map((picture, view) => ({
    small: names(carId, view, 'small', false),
    large: names(carId, view, 'large', false),
    blurredSmall: picture.plate === null ? null : names(carId, view, 'small', true),
    blurredLarge: picture.plate === null ? null : names(carId, view, 'large', true),
    hash: null,
  }));
}

type Drawn = { spec: PictureSpec; size: Size };
const withoutPlate = (spec: PictureSpec): PictureSpec => ({ ...spec, plate: null });

/** Every picture of the demo's cars by its key. */
function drawnByKey(names: PhotoNames): Map<string, Drawn> {
  const drawn = new Map<string, Drawn>();
  for (const { id, car } of catalogAds(demoSeed))
    for (const [view, spec] of pictureSpecsOf(car).entries())
      for (const size of ['small', 'large'] as const) {
        drawn.set(names(id, view, size, false), { spec, size });
        drawn.set(names(id, view, size, true), { spec: withoutPlate(spec), size });
        // Cars that were stored when the open picture's key could be told from the blurred one's: nobody sees a plate there.
        for (const old of ['', '-blurred'])
          drawn.set(`seed/${id}-${view}-${size}${old}.webp`, { spec: withoutPlate(spec), size });
      }
  return drawn;
}

const keyPattern = /^photos\/(seed\/[\w-]+\.webp)$/;

/** Draws the picture behind such a key; undefined for every other key. */
export function seedPhotoSource(pictures: PictureStore, names: PhotoNames): LazySource {
  let drawn: Map<string, Drawn> | undefined;
  return async (_bucket, key) => {
    const [, asked] = keyPattern.exec(key) ?? [];
    if (!asked) return undefined;
    drawn ??= drawnByKey(names);
    const found = drawn.get(asked);
    if (!found) return undefined;
    const side = sides[found.size];
    const body = await sharp(await pictures.read(found.spec))
      .resize({ width: side, height: side, fit: 'inside' })
      .webp({ quality: 80, effort: 2 })
      .toBuffer();
    const headers = { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' };
    return { body, headers, keep: true };
  };
}
