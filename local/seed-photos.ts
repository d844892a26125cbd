import sharp from 'sharp';
import type { CarPhoto } from '#core/car/car.ts';
import { catalogAds } from '#demo/cars/seed-catalog.ts';
import type { PictureStore } from '#demo/pictures/picture-store.ts';
import { type PictureSpec, pictureSpecsOf } from '#demo/pictures/spec.ts';
import { demoSeed } from './demo-marketplace.ts';
import type { LazySource } from './services/objects/object-store.ts';

const sides = { small: 400, large: 1200 } as const;
type Size = keyof typeof sides;

const keyOf = (carId: string, view: number, size: Size, isBlurred: boolean) =>
  `seed/${carId}-${view}-${size}${isBlurred ? '-blurred' : ''}.webp`;

/** The photos of a demo car that the catalog starts with: keys of pictures that are drawn when somebody looks. */
export function seedPhotos(carId: string, pictures: readonly PictureSpec[]): CarPhoto[] {
  return pictures.map((picture, view) => ({
    small: keyOf(carId, view, 'small', false),
    large: keyOf(carId, view, 'large', false),
    blurredSmall: picture.plate === null ? null : keyOf(carId, view, 'small', true),
    blurredLarge: picture.plate === null ? null : keyOf(carId, view, 'large', true),
  }));
}

const keyPattern = /^photos\/seed\/(\d+)-(\d)-(small|large)(-blurred)?\.webp$/;

/** Draws the picture behind such a key; undefined for every other key. */
export function seedPhotoSource(pictures: PictureStore): LazySource {
  let specs: Map<string, PictureSpec[]> | undefined;
  return async (_bucket, key) => {
    const [, carId, view, size, blurred] = keyPattern.exec(key) ?? [];
    if (!carId) return undefined;
    specs ??= new Map(catalogAds(demoSeed).map(({ id, car }) => [id, pictureSpecsOf(car)]));
    const spec = specs.get(carId)?.[Number(view)];
    if (!spec) return undefined;
    const drawn = await pictures.read(blurred ? { ...spec, plate: null } : spec);
    const side = sides[size as Size];
    const body = await sharp(drawn)
      .resize({ width: side, height: side, fit: 'inside' })
      .webp({ quality: 80, effort: 2 })
      .toBuffer();
    const headers = { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' };
    return { body, headers, keep: true };
  };
}
