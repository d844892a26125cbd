import { describe, expect, it } from 'vitest';
import { plateNumber } from '#demo/cars/build-car.ts';
import { looksOf, sceneNames, shapeNames } from '#demo/pictures/layers.ts';
import { renderPicture } from '#demo/pictures/render-picture.ts';
import type { LayeredSpec } from '#demo/pictures/spec.ts';
import { createPlateReader } from '#functions/plates/plate-reader.ts';
import { plainSpec } from '#tests/support/demo-pictures.ts';

const paints = ['#e9eae7', '#131517', '#b4babd', '#971f1c', '#16324f', '#c99b2e'];
const hands = ['steady', 'crooked', 'dark', 'thumb'] as const;

/**
 * Every shape twice, in its first and its last look: all places, views with a plate, both ways round, the palest and darkest
 * paints and every way of taking a photo come up.
 */
const sample: LayeredSpec[] = shapeNames.flatMap((shape, row) =>
  [0, -1].map((end, turn) => {
    const index = row * 2 + turn;
    return plainSpec({
      view: (['front34', 'rear34', 'front'] as const)[index % 3]!,
      ...{ shape, look: looksOf(shape).at(end)!.name, hand: hands[(index + row) % hands.length]! },
      ...{ paint: paints[index % paints.length]!, scene: sceneNames[(row + 5 * turn) % sceneNames.length]! },
      ...{ seed: 1000 + index, isMirrored: turn === 1, plate: plateNumber(1, index * 97, 2004 + index) },
      ...{
        tiltDegrees: turn === 0 ? 4 : -4,
        dirt: 0.3 * (index % 3),
        banner: index % 4 === 0 ? row % 4 : null,
      },
    });
  }),
);

describe('the plates of the demo cars', { timeout: 300_000 }, () => {
  it("the product’s own plate reader reads the plates of the demo cars' photos", async () => {
    const reader = createPlateReader();
    const read = [];
    for (const spec of sample) {
      const [best] = await reader.read(await renderPicture(spec));
      read.push({ shape: spec.shape, scene: spec.scene, view: spec.view, plate: best?.plate });
    }
    expect(read).toEqual(sample.map(({ shape, scene, view, plate }) => ({ shape, scene, view, plate })));
  });

  it('photos of the demo that are to show no plate have no readable one', async () => {
    const reader = createPlateReader();
    for (const spec of sample.slice(0, 3))
      expect(await reader.read(await renderPicture({ ...spec, plate: null }))).toEqual([]);
  });
});
