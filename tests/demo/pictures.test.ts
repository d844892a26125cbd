import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { buildCar } from '#demo/cars/build-car.ts';
import { createPictureStore } from '#demo/pictures/picture-store.ts';
import { drawPlate } from '#demo/pictures/plate.ts';
import { glyphs } from '#demo/pictures/plate-glyphs.ts';
import { renderPicture } from '#demo/pictures/render-picture.ts';
import { type PictureSpec, pictureSpecsOf } from '#demo/pictures/spec.ts';
import { createPlateReader } from '#functions/_adapters/plate-reader/plate-reader.ts';

const cars = Array.from({ length: 60 }, (_, ordinal) => buildCar(3, ordinal, 0));
const specs = cars.flatMap(pictureSpecsOf);
const specOf = (view: PictureSpec['view']) => specs.find((spec) => spec.view === view)!;

describe('the drawn photos', () => {
  it('show a plate on at least one photo of every car, never tilted more than 8°', () => {
    for (const car of cars.filter((one) => one.body !== 'motorcycle'))
      expect(pictureSpecsOf(car).some((spec) => spec.plate === car.plate)).toBe(true);
    expect(specs.every((spec) => Math.abs(spec.tiltDegrees) <= 8)).toBe(true);
  });

  it('are JPEGs of 1200 × 900 and of modest weight, whatever the view', async () => {
    for (const view of ['side', 'front', 'rear', 'interior', 'motorcycle'] as const) {
      const picture = await renderPicture(specOf(view));
      const { format, width, height } = await sharp(picture).metadata();
      expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1200, height: 900 });
      expect(picture.byteLength, view).toBeGreaterThan(12_000);
      expect(picture.byteLength, view).toBeLessThan(70_000);
    }
  });

  it('are the same for the same spec', async () => {
    const spec = specOf('front');
    expect((await renderPicture(spec)).equals(await renderPicture({ ...spec }))).toBe(true);
  });

  it('carry plates that the product reads', async () => {
    const reader = createPlateReader();
    const plated = [
      ...new Map(
        specs.filter((spec) => spec.plate).map((spec) => [`${spec.view}/${spec.body}`, spec]),
      ).values(),
    ];
    for (const spec of plated.slice(0, 6)) {
      const [best] = await reader.read(await renderPicture(spec));
      expect(best?.plate).toBe(spec.plate);
    }
  });

  it('draw every letter and digit from outlines of their own, without a font', () => {
    for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789') expect(glyphs[character]).toBeDefined();
    expect(drawPlate('AB12345')).not.toContain('<text');
  });
});

describe('the picture store', () => {
  it('draws a picture once and keeps it by what it shows', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'demo-pictures-'));
    const spec = specOf('interior');
    const [first, second] = await Promise.all([
      createPictureStore(folder).read(spec),
      createPictureStore(folder).read({ ...spec }),
    ]);
    expect(first.equals(second)).toBe(true);
    expect((await createPictureStore(folder).read(spec)).equals(first)).toBe(true);
    expect(await readdir(folder)).toHaveLength(1);
    await rm(folder, { recursive: true });
  });

  it('serves many at once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'demo-pictures-'));
    const store = createPictureStore(folder);
    const pictures = await Promise.all(specs.slice(0, 6).map((spec) => store.read(spec)));
    expect(pictures.every((picture) => picture.byteLength > 0)).toBe(true);
    await rm(folder, { recursive: true });
  });
});
