import type { LayeredSpec } from '#demo/pictures/spec.ts';

/** A washed white car in good light, as a dealer shows it, with what a test is about put over it. */
export function plainSpec(own: Partial<LayeredSpec>): LayeredSpec {
  return {
    view: 'front34',
    shape: 'hatch',
    look: 'middle-bars',
    paint: '#e9eae7',
    scene: 'street',
    seed: 5,
    isMirrored: false,
    plate: null,
    ...{ dirt: 0, rust: 0, dents: 0, hand: 'steady', tiltDegrees: 3, banner: null },
    ...own,
  };
}
