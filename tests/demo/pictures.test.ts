import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Region } from 'sharp';
import { describe, expect, it } from 'vitest';
import { buildCar } from '#demo/cars/build-car.ts';
import type { BodyType } from '#demo/cars/model.ts';
import { equipmentOf, scenesFor } from '#demo/pictures/equipment.ts';
import { assetName, layeredBodies, type PlateIndex } from '#demo/pictures/layers.ts';
import { createPictureStore } from '#demo/pictures/picture-store.ts';
import { drawPlate } from '#demo/pictures/plate.ts';
import { glyphs } from '#demo/pictures/plate-glyphs.ts';
import { renderPicture } from '#demo/pictures/render-picture.ts';
import { isLayered, type PictureSpec, pictureSpecsOf } from '#demo/pictures/spec.ts';

const plates = JSON.parse(readFileSync('demo/pictures/layers/plates.json', 'utf8')) as PlateIndex;
const cars = Array.from({ length: 60 }, (_, ordinal) => buildCar(3, ordinal, 0));
const specs = cars.flatMap(pictureSpecsOf);
const specOf = (view: PictureSpec['view']) => specs.find((spec) => spec.view === view)!;

const views = ['front34', 'side', 'rear34', 'front', 'interior', 'motorcycle'] as const;

/** Mean of red, green and blue over a part of a picture, 0 … 255. */
async function meanColor(picture: Buffer, region: Region): Promise<number[]> {
  const { channels } = await sharp(await sharp(picture).extract(region).toBuffer()).stats();
  return channels.map(({ mean }) => mean);
}

describe('the photos of a car', () => {
  it('show its plate on one of the first two', () => {
    for (const car of cars.filter((one) => one.body !== 'motorcycle'))
      expect(
        pictureSpecsOf(car)
          .slice(0, 2)
          .some((spec) => spec.plate === car.plate),
      ).toBe(true);
  });

  it('keep one scene, one side of the picture and one seed, whatever the view', () => {
    for (const car of cars) {
      const outside = pictureSpecsOf(car).filter(isLayered);
      expect(
        new Set(outside.map((spec) => `${spec.scene} ${spec.isMirrored} ${spec.seed}`)).size,
      ).toBeLessThan(2);
    }
  });

  it('show a closed front or plain bars on electric cars and never a closed front on others', () => {
    for (const body of layeredBodies) {
      const grilles = (isElectric: boolean) =>
        scenesFor(body, isElectric).map((scene) => equipmentOf(body, scene).grille);
      expect(grilles(true)).toContain('closed');
      expect(grilles(true).filter((grille) => grille !== 'closed' && grille !== 'bars')).toEqual([]);
      expect(grilles(false)).not.toContain('closed');
      expect(grilles(false).length).toBeGreaterThan(2);
    }
  });

  it('are JPEGs of 1200 × 900 and of modest weight, whatever the view', async () => {
    for (const view of views) {
      const picture = await renderPicture(specOf(view));
      const { format, width, height } = await sharp(picture).metadata();
      expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1200, height: 900 });
      expect(picture.byteLength, view).toBeGreaterThan(12_000);
      expect(picture.byteLength, view).toBeLessThan(170_000);
    }
  });

  it('are the same for the same spec', async () => {
    const spec = specOf('front');
    expect((await renderPicture(spec)).equals(await renderPicture({ ...spec }))).toBe(true);
  });

  it('are painted in the colour of the car', async () => {
    const door = { left: 480, top: 480, width: 60, height: 40 };
    const spec: PictureSpec = { ...specOf('side'), body: 'sedan', isMirrored: false };
    const [red, , blue] = await meanColor(await renderPicture({ ...spec, paint: '#a01010' }), door);
    expect(red! - blue!).toBeGreaterThan(60);
    const [coldRed, , coldBlue] = await meanColor(await renderPicture({ ...spec, paint: '#1030a0' }), door);
    expect(coldBlue! - coldRed!).toBeGreaterThan(60);
  });

  it('stand the other way round where they are mirrored, with the plate still to be read from the left', async () => {
    const spec: PictureSpec = { ...specOf('front34'), isMirrored: false };
    const corners = plates[assetName(spec.body as BodyType, spec.scene, 'front34')]!;
    const xs = corners.map(([x]) => x);
    const ys = corners.map(([, y]) => y);
    const [left, right] = [Math.ceil(Math.min(...xs)), Math.floor(Math.max(...xs))];
    const top = Math.round((Math.min(...ys) + Math.max(...ys)) / 2) - 4;
    // The blue field with the country's letters is on the plate's left end in both.
    const field = (from: number) => ({ left: Math.round(from), top, width: 6, height: 6 });
    for (const [isMirrored, from] of [
      [false, left + 4],
      [true, 1200 - right + 4],
    ] as const) {
      const [red, , blue] = await meanColor(await renderPicture({ ...spec, isMirrored }), field(from));
      expect(blue! - red!, `mirrored: ${isMirrored}`).toBeGreaterThan(20);
    }
  });

  it('show a blank plate where the plate is not to be seen', () => {
    expect(drawPlate(null).length).toBeLessThan(drawPlate('AB12345').length);
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

  it('prepares pictures while nobody waits, and stops when it is told to', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'demo-pictures-'));
    const store = createPictureStore(folder);
    store.prepare(specs.slice(0, 2));
    await expect.poll(() => readdir(folder), { timeout: 20_000 }).toHaveLength(2);
    store.prepare(specs.slice(2, 30));
    await store.stopPreparing();
    expect((await readdir(folder)).length).toBeLessThan(30);
    await rm(folder, { recursive: true });
  });

  it('tells whoever asks when a picture cannot be made', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'demo-pictures-'));
    const impossible = { ...specOf('side'), body: 'motorcycle' } as PictureSpec;
    await expect(createPictureStore(folder).read(impossible)).rejects.toThrow('no rendered body');
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
