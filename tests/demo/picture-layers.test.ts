import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  assetName,
  layeredBodies,
  layeredViews,
  type PlateIndex,
  pictureHeight,
  pictureWidth,
  sceneNames,
} from '#demo/pictures/layers.ts';

const folder = 'demo/pictures/layers';
const mostBytes = 12 * 1024 * 1024;
const leastPlateWidthPx = 85;

const plates = JSON.parse(readFileSync(join(folder, 'plates.json'), 'utf8')) as PlateIndex;
const assets = layeredBodies.flatMap((body) =>
  sceneNames.flatMap((scene) => layeredViews.map((view) => ({ name: assetName(body, scene, view), view }))),
);
const layersOf = (name: string) => [`${name}.a.webp`, `${name}.m.webp`];

describe('the rendered layers', () => {
  it('are there for every body in every scene from every side, and nothing else', () => {
    expect(assets).toHaveLength(7 * 4 * 4);
    const wanted = ['plates.json', ...assets.flatMap(({ name }) => layersOf(name))];
    expect(readdirSync(folder).sort()).toEqual(wanted.sort());
  });

  it('are pictures of 1200 × 900', async () => {
    for (const file of assets.flatMap(({ name }) => layersOf(name))) {
      const { format, width, height } = await sharp(join(folder, file)).metadata();
      expect({ file, format, width, height }).toEqual({
        file,
        format: 'webp',
        width: pictureWidth,
        height: pictureHeight,
      });
    }
  });

  it('name the four corners of the plate inside the picture, wide enough to be read, and none from the side', () => {
    for (const { name, view } of assets) {
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
    expect(Object.keys(plates).sort()).toEqual(assets.map(({ name }) => name).sort());
  });

  it('weigh 12 MB at most', () => {
    expect(existsSync(folder)).toBe(true);
    const bytes = readdirSync(folder).map((file) => statSync(join(folder, file)).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(mostBytes);
  });
});
