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
  /** No windows behind the front doors. */
  isPanelVan: boolean;
  /** x where a covered bed begins behind a cab. */
  bedFrom: number | null;
  plateY: { front: number; rear: number };
  /** The silhouette behind the windscreen: over the roof (x from the car's middle), then down to the bumper (from its rear). */
  roof: readonly Point[];
  tail: readonly Point[];
};
