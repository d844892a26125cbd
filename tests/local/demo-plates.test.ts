import { describe, expect, it } from 'vitest';
import { plateNumber } from '#demo/cars/plate-number.ts';
import { layeredBodies, sceneNames } from '#demo/pictures/layers.ts';
import { renderPicture } from '#demo/pictures/render-picture.ts';
import type { PictureSpec } from '#demo/pictures/spec.ts';
import { createPlateReader } from '#functions/_adapters/plate-reader/plate-reader.ts';

const paints = ['#e9eae7', '#131517', '#b4babd', '#971f1c', '#16324f', '#c99b2e'];

/** Every body twice: all scenes, views with a plate, both ways round and the palest and darkest paints come up. */
const sample: PictureSpec[] = layeredBodies.flatMap((body, row) =>
  [0, 1].map((turn): PictureSpec => {
    const index = row * 2 + turn;
    return {
      view: (['front34', 'rear34', 'front'] as const)[index % 3]!,
      body,
      paint: paints[index % paints.length]!,
      scene: sceneNames[(row + turn) % sceneNames.length]!,
      seed: 1000 + index,
      isMirrored: turn === 1,
      plate: plateNumber(1, index * 97, 2004 + index),
      odometerKm: null,
    };
  }),
);

describe('the plates of the demo cars', () => {
  it('are read from the photos by the product’s own reader', async () => {
    const reader = createPlateReader();
    const read = [];
    for (const spec of sample) {
      const [best] = await reader.read(await renderPicture(spec));
      read.push({ body: spec.body, scene: spec.scene, view: spec.view, plate: best?.plate });
    }
    expect(read).toEqual(sample.map(({ body, scene, view, plate }) => ({ body, scene, view, plate })));
  });

  it('are not to be read where the photo is to show none', async () => {
    const reader = createPlateReader();
    for (const spec of sample.slice(0, 3))
      expect(await reader.read(await renderPicture({ ...spec, plate: null }))).toEqual([]);
  });
});
