import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  cabinName,
  carLayers,
  carName,
  layeredViews,
  type PlateIndex,
  pictureHeight,
  pictureWidth,
  sceneFile,
  sceneNames,
} from '#demo/pictures/layers.ts';
import { eras, looksOf, shapeNames } from '#demo/pictures/looks.ts';

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

describe('the rendered layers', () => {
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
