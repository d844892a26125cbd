import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CarPhoto } from '#core/cars/car.ts';
import { catalogAds } from '#demo/cars/seed-catalog.ts';
import type { PictureStore } from '#demo/pictures/picture-store.ts';
import { type PictureSpec, pictureSpecsOf } from '#demo/pictures/spec.ts';
import { demoSeed } from '#local/demo-marketplace.ts';
import { photoNames, seedPhotoSource, seedPhotos } from '#local/seed.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bilfund-photo-names-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Draws a grey field and notes which plates were asked for. */
function plainPictures(): { store: PictureStore; plates: (string | null)[] } {
  const plates: (string | null)[] = [];
  const read = async (spec: PictureSpec) => {
    plates.push(spec.plate);
    return sharp({ create: { width: 60, height: 40, channels: 3, background: '#888' } })
      .png()
      .toBuffer();
  };
  return { store: { read, prepare: () => undefined, stopPreparing: async () => undefined }, plates };
}

function photosWithPlates(count: number): { id: string; photo: CarPhoto }[] {
  const names = photoNames(folder);
  return catalogAds(demoSeed)
    .flatMap(({ id, car }) => seedPhotos(names, id, pictureSpecsOf(car)).map((photo) => ({ id, photo })))
    .filter(({ photo }) => photo.blurredSmall !== null)
    .slice(0, count);
}

/** What somebody might make of the address of a blurred photo to reach the open one. */
const guesses = (key: string, id: string): string[] => [
  key.replace('-blurred', ''),
  key.replace('small', 'large'),
  key.replace('.webp', '-open.webp'),
  ...['small', 'large'].flatMap((size) => [0, 1, 2].map((view) => `seed/${id}-${view}-${size}.webp`)),
];

it('an open photo cannot be computed from a blurred one: 30 cars with 9 guesses each', async () => {
  const { store, plates } = plainPictures();
  const read = seedPhotoSource(store, photoNames(folder));
  for (const { id, photo } of photosWithPlates(30)) {
    expect(photo.blurredSmall).not.toContain(id);
    for (const guess of guesses(photo.blurredSmall!, id)) await read('photos', `photos/${guess}`);
  }
  expect(plates.length).toBeGreaterThan(30);
  expect(plates.filter((plate) => plate !== null)).toEqual([]);
});

it('each photo of the demo has its own key, the same after a restart', async () => {
  const { store, plates } = plainPictures();
  const { photo } = photosWithPlates(1)[0]!;
  const read = seedPhotoSource(store, photoNames(folder));
  for (const key of [photo.small, photo.large, photo.blurredSmall, photo.blurredLarge])
    expect((await read('photos', `photos/${key}`))?.body.length).toBeGreaterThan(0);
  expect(plates.map((plate) => plate !== null)).toEqual([true, true, false, false]);
});

it('photos of two installations have different names', () => {
  const other = mkdtempSync(join(tmpdir(), 'bilfund-photo-names-'));
  expect(photoNames(other)('1', 0, 'small', false)).not.toBe(photoNames(folder)('1', 0, 'small', false));
  rmSync(other, { recursive: true });
});
