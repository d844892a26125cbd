import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Region } from 'sharp';
import { describe, expect, it } from 'vitest';
import { buildCar } from '#demo/cars/build-car.ts';
import {
  cabinName,
  carLayers,
  carName,
  eras,
  layeredViews,
  looksOf,
  type PlateIndex,
  pictureHeight,
  pictureWidth,
  sceneFile,
  sceneNames,
  shapeNames,
} from '#demo/pictures/layers.ts';
import { createPictureStore } from '#demo/pictures/picture-store.ts';
import { renderPicture } from '#demo/pictures/render-picture.ts';
import {
  bodyOfCar,
  isLayered,
  type LayeredSpec,
  type PictureSpec,
  pictureSpecsOf,
} from '#demo/pictures/spec.ts';
import { plainSpec } from '#tests/support/demo-pictures.ts';

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

  it('show a body of the car’s years: a closed front on electric cars alone, old lamps on old cars', () => {
    const many = Array.from({ length: 1500 }, (_, ordinal) => buildCar(7, ordinal, 0));
    const seen = new Set<string>();
    for (const car of many.filter(({ body }) => body !== 'motorcycle')) {
      const { shape, look } = bodyOfCar(car);
      const { era, grille } = looksOf(shape).find(({ name }) => name === look)!;
      const name = `${car.make} ${car.model} ${car.year}`;
      expect(grille === 'closed', name).toBe(car.fuel === 'electric');
      if (car.year < 2010) expect(['early', 'middle'], name).toContain(era);
      if (car.fuel !== 'electric' && car.year >= 2018) expect(era, name).toBe('late');
      seen.add(`${shape} ${look}`);
    }
    expect(seen.size).toBeGreaterThan(35);
  });

  it('stand where their sellers are, some soiled, some rusty and some badly taken, those of dealers never', () => {
    const many = Array.from({ length: 600 }, (_, ordinal) => buildCar(7, ordinal, 0));
    const of = (seller: string) =>
      many
        .filter(({ sellerType }) => sellerType === seller)
        .flatMap((car) => pictureSpecsOf(car).filter(isLayered));
    const [dealers, others] = [of('dealer'), of('private')];
    expect(new Set(others.map(({ scene }) => scene)).size).toBeGreaterThan(7);
    expect(new Set(others.map(({ hand }) => hand))).toEqual(new Set(['steady', 'crooked', 'dark', 'thumb']));
    expect(others.some(({ rust }) => rust > 0)).toBe(true);
    expect(others.every(({ banner }) => banner === null)).toBe(true);
    expect(dealers.some(({ banner }) => banner !== null)).toBe(true);
    expect(dealers.every(({ hand, rust }) => hand === 'steady' && rust === 0)).toBe(true);
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
    const spec = plainSpec({ view: 'side', shape: 'sedan', look: 'late-mouth' });
    const [red, , blue] = await meanColor(await renderPicture({ ...spec, paint: '#a01010' }), door);
    expect(red! - blue!).toBeGreaterThan(60);
    const [coldRed, , coldBlue] = await meanColor(await renderPicture({ ...spec, paint: '#1030a0' }), door);
    expect(coldBlue! - coldRed!).toBeGreaterThan(60);
  });

  it('stand the other way round where they are mirrored, with the plate still to be read from the left', async () => {
    const spec = plainSpec({ view: 'front34', plate: 'AB12345' });
    const corners = plates[carName(spec.shape, spec.look, 'front34')]!;
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

  it('are dark, tilted, half hidden, soiled or under a banner where the spec says so', async () => {
    const spec = plainSpec({ view: 'side', scene: 'street' });
    const plain = await renderPicture(spec);
    const corner = { left: 0, top: 840, width: 1200, height: 60 };
    const sill = { left: 480, top: 560, width: 160, height: 24 };
    const meanOf = async (change: Partial<LayeredSpec>, region: Region) =>
      meanColor(await renderPicture({ ...spec, ...change }), region);
    const sum = (color: number[]) => color.reduce((total, value) => total + value, 0);
    const [ground, paint] = [await meanColor(plain, corner), await meanColor(plain, sill)];
    expect(sum(await meanOf({ hand: 'dark' }, sill))).toBeLessThan(sum(paint) * 0.75);
    expect(sum(await meanOf({ dirt: 0.8 }, sill))).toBeLessThan(sum(paint) - 20);
    expect(await meanOf({ rust: 1, dirt: 0.01 }, sill)).not.toEqual(paint);
    const [red, , blue] = await meanOf({ hand: 'thumb' }, corner);
    expect(red! - blue!).toBeGreaterThan(ground[0]! - ground[2]! + 4);
    const [dented, whole] = await Promise.all([renderPicture({ ...spec, dents: 2 }), renderPicture(spec)]);
    expect(dented.equals(whole)).toBe(false);
    expect(await meanOf({ banner: 0 }, corner)).not.toEqual(ground);
    expect((await renderPicture({ ...spec, hand: 'crooked' })).equals(plain)).toBe(false);
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
    const impossible = plainSpec({ look: 'early-slats' });
    await expect(createPictureStore(folder).read(impossible)).rejects.toThrow('missing');
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

describe('the rendered layers', () => {
  const folder = 'demo/pictures/layers';
  const mostBytes = 12 * 1024 * 1024;
  const leastPlateWidthPx = 85;

  const plates = JSON.parse(readFileSync(join(folder, 'plates.json'), 'utf8')) as PlateIndex;
  const cars = shapeNames.flatMap((shape) =>
    looksOf(shape).flatMap((look) =>
      layeredViews.map((view) => ({ name: carName(shape, look.name, view), view })),
    ),
  );
  const names = [...cars.map(({ name }) => name), ...eras.map(cabinName)];
  const carFiles = names.map((name) => `${name}.webp`);
  const placeFiles = sceneNames.map(sceneFile);

  it('are there for every shape in every look and for every place, from every side, and nothing else', () => {
    expect(cars.length).toBeGreaterThan(11 * 3 * 4);
    const wanted = ['plates.json', 'motorcycle.webp', ...carFiles, ...placeFiles];
    expect(readdirSync(folder).sort()).toEqual(wanted.sort());
  });

  it('are pictures of 1200 × 900, a frame per layer of a car and per view of a place', async () => {
    for (const file of [...carFiles, ...placeFiles]) {
      const { format, width, height, pages } = await sharp(join(folder, file)).metadata();
      expect({ file, format, width, height, pages }).toEqual({
        file,
        format: 'webp',
        width: pictureWidth,
        height: pictureHeight,
        pages: placeFiles.includes(file) ? layeredViews.length : carLayers.length,
      });
    }
  });

  it('cover the place where the car stands and leave it open in the corners', async () => {
    for (const { name } of cars) {
      const { data } = await sharp(join(folder, `${name}.webp`), { page: carLayers.indexOf('through') })
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const at = (x: number, y: number) => data[y * pictureWidth + x]!;
      expect(at(600, 480), name).toBeLessThan(16);
      for (const [x, y] of [
        [10, 10],
        [1190, 10],
        [10, 890],
      ] as const)
        expect(at(x, y), name).toBeGreaterThan(245);
    }
  });

  it('name the four corners of the plate inside the picture, wide enough to be read, and none from the side', () => {
    for (const { name, view } of cars) {
      const corners = plates[name];
      if (view === 'side') {
        expect(corners, name).toBeNull();
        continue;
      }
      expect(corners, name).toHaveLength(4);
      for (const [x, y] of corners!) {
        expect(x > 0 && x < pictureWidth, name).toBe(true);
        expect(y > 0 && y < pictureHeight, name).toBe(true);
      }
      const [upperLeft, upperRight] = corners!;
      expect(
        Math.hypot(upperRight[0] - upperLeft[0], upperRight[1] - upperLeft[1]),
        name,
      ).toBeGreaterThanOrEqual(leastPlateWidthPx);
    }
    expect(Object.keys(plates).sort()).toEqual(names.toSorted());
  });

  it('weigh 12 MB at most', () => {
    expect(existsSync(folder)).toBe(true);
    const bytes = readdirSync(folder).map((file) => statSync(join(folder, file)).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(mostBytes);
  });
});
