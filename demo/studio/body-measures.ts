import type { BodyType } from '../cars/model.ts';
import type { Point } from './curves.ts';

/** A body in metres; x runs forward from the middle of the car, y up from the ground. */
export type Measures = {
  length: number;
  height: number;
  halfWidth: number;
  wheelbase: number;
  frontOverhang: number;
  wheelRadius: number;
  /** Lower edge of the windows at the windscreen's foot and at the rear. */
  belt: readonly [front: number, rear: number];
  /** x of the windscreen's foot, and how far the glass runs back from there. */
  cowl: number;
  windscreenRun: number;
  /** Height of the bonnet's front edge. */
  bonnet: number;
  /** How much higher than usual the body stands. */
  lift: number;
  /** How strongly the sides lean inwards above the belt. */
  tumblehome: number;
  hasRails: boolean;
  hasCladding: boolean;
  /** x of the shut lines: front door's rear edge and, where there is one, the rear door's. */
  doors: { middle: number; rear: number | null };
  /** The side windows' rear end, and heights of the rear window's foot and the tail lamps; from the rear bumper. */
  sideGlassEnd: number;
  rearGlassFoot: number;
  tailLamp: readonly [low: number, high: number];
  hasUprightTailLamps: boolean;
  plateY: { front: number; rear: number };
  /** The silhouette behind the windscreen: over the roof (x from the car's middle), then down to the bumper (from its rear). */
  roof: readonly Point[];
  tail: readonly Point[];
};

const hatch: Measures = {
  length: 4.22,
  height: 1.47,
  halfWidth: 0.9,
  wheelbase: 2.62,
  frontOverhang: 0.86,
  wheelRadius: 0.335,
  belt: [0.9, 0.98],
  cowl: 0.98,
  windscreenRun: 0.74,
  bonnet: 0.8,
  lift: 0,
  tumblehome: 0.27,
  hasRails: false,
  hasCladding: false,
  doors: { middle: -0.27, rear: -1.16 },
  sideGlassEnd: 0.56,
  rearGlassFoot: 1.08,
  tailLamp: [0.8, 0.97],
  hasUprightTailLamps: false,
  plateY: { front: 0.46, rear: 0.64 },
  roof: [
    [-0.25, 1.47],
    [-0.95, 1.435],
  ],
  tail: [
    [0.56, 1.335],
    [0.23, 1.11],
    [0.09, 0.96],
    [0.035, 0.8],
    [0, 0.58],
    [0.02, 0.42],
    [0.09, 0.23],
  ],
};

export const measures: Record<BodyType, Measures> = {
  hatch,
  small: {
    ...hatch,
    length: 3.62,
    height: 1.49,
    halfWidth: 0.82,
    wheelbase: 2.44,
    frontOverhang: 0.68,
    wheelRadius: 0.305,
    belt: [0.91, 1],
    cowl: 0.9,
    windscreenRun: 0.62,
    bonnet: 0.86,
    doors: { middle: -0.28, rear: -1.02 },
    sideGlassEnd: 0.34,
    rearGlassFoot: 1.11,
    tailLamp: [0.78, 0.97],
    plateY: { front: 0.45, rear: 0.62 },
    roof: [
      [-0.3, 1.49],
      [-0.9, 1.465],
    ],
    tail: [
      [0.36, 1.385],
      [0.13, 1.14],
      [0.05, 0.95],
      [0.02, 0.78],
      [0, 0.56],
      [0.02, 0.42],
      [0.08, 0.23],
    ],
  },
  estate: {
    ...hatch,
    length: 4.66,
    height: 1.475,
    wheelbase: 2.72,
    frontOverhang: 0.88,
    cowl: 1.06,
    belt: [0.9, 0.96],
    hasRails: true,
    doors: { middle: -0.22, rear: -1.14 },
    sideGlassEnd: 0.34,
    rearGlassFoot: 1.06,
    plateY: { front: 0.46, rear: 0.68 },
    roof: [
      [-0.5, 1.475],
      [-1.35, 1.445],
    ],
    tail: [
      [0.42, 1.385],
      [0.17, 1.13],
      [0.07, 0.95],
      [0.03, 0.79],
      [0, 0.58],
      [0.02, 0.42],
      [0.09, 0.23],
    ],
  },
  sedan: {
    ...hatch,
    length: 4.68,
    height: 1.44,
    halfWidth: 0.91,
    wheelbase: 2.82,
    frontOverhang: 0.84,
    wheelRadius: 0.342,
    belt: [0.9, 0.97],
    cowl: 0.93,
    windscreenRun: 0.78,
    doors: { middle: -0.33, rear: -1.2 },
    sideGlassEnd: 0.86,
    rearGlassFoot: 1.1,
    tailLamp: [0.84, 0.98],
    plateY: { front: 0.46, rear: 0.7 },
    roof: [
      [-0.35, 1.44],
      [-0.95, 1.375],
      [-1.45, 1.215],
    ],
    tail: [
      [0.5, 1.08],
      [0.24, 1.06],
      [0.06, 1.02],
      [0.03, 0.86],
      [0, 0.58],
      [0.02, 0.42],
      [0.09, 0.23],
    ],
  },
  suv: {
    ...hatch,
    length: 4.46,
    height: 1.66,
    halfWidth: 0.92,
    wheelbase: 2.68,
    frontOverhang: 0.88,
    wheelRadius: 0.375,
    belt: [1.05, 1.12],
    cowl: 1.02,
    windscreenRun: 0.66,
    bonnet: 0.96,
    lift: 0.06,
    hasRails: true,
    hasCladding: true,
    doors: { middle: -0.25, rear: -1.16 },
    sideGlassEnd: 0.34,
    rearGlassFoot: 1.24,
    tailLamp: [0.9, 1.07],
    plateY: { front: 0.54, rear: 0.76 },
    roof: [
      [-0.4, 1.66],
      [-1.25, 1.63],
    ],
    tail: [
      [0.4, 1.56],
      [0.17, 1.27],
      [0.06, 1.06],
      [0.03, 0.86],
      [0, 0.64],
      [0.02, 0.48],
      [0.1, 0.29],
    ],
  },
  van: {
    ...hatch,
    length: 4.62,
    height: 1.9,
    halfWidth: 0.92,
    wheelbase: 2.84,
    frontOverhang: 0.88,
    wheelRadius: 0.35,
    belt: [1.1, 1.14],
    cowl: 1.38,
    windscreenRun: 0.7,
    bonnet: 1,
    tumblehome: 0.14,
    doors: { middle: 0.06, rear: -1 },
    sideGlassEnd: 0.2,
    rearGlassFoot: 1.17,
    tailLamp: [0.82, 1.22],
    hasUprightTailLamps: true,
    plateY: { front: 0.47, rear: 0.72 },
    roof: [
      [-0.5, 1.9],
      [-1.5, 1.885],
    ],
    tail: [
      [0.2, 1.83],
      [0.08, 1.44],
      [0.03, 1.06],
      [0.01, 0.82],
      [0, 0.58],
      [0.015, 0.42],
      [0.08, 0.23],
    ],
  },
  coupe: {
    ...hatch,
    length: 4.5,
    height: 1.37,
    wheelbase: 2.7,
    frontOverhang: 0.85,
    wheelRadius: 0.342,
    belt: [0.88, 0.95],
    cowl: 0.86,
    windscreenRun: 0.82,
    bonnet: 0.77,
    doors: { middle: -0.52, rear: null },
    sideGlassEnd: 0.98,
    rearGlassFoot: 1.05,
    tailLamp: [0.8, 0.92],
    plateY: { front: 0.45, rear: 0.64 },
    roof: [
      [-0.3, 1.37],
      [-0.85, 1.31],
      [-1.4, 1.165],
    ],
    tail: [
      [0.44, 1.01],
      [0.2, 0.975],
      [0.06, 0.94],
      [0.03, 0.8],
      [0, 0.57],
      [0.02, 0.41],
      [0.09, 0.23],
    ],
  },
};
