import type { Era, ShapeName } from '../pictures/looks.ts';
import { usualMeasures } from './body-measures.ts';
import { moreMeasures } from './body-measures-more.ts';
import { closedCurve, type Point } from './curves.ts';
import type { Measures } from './measures.ts';

export type BodyShape = Measures & {
  name: ShapeName;
  era: Era;
  front: number;
  rear: number;
  frontAxle: number;
  rearAxle: number;
  /** Height of the windscreen's foot. */
  cowlHeight: number;
  /** x where the windscreen meets the roof. */
  roofFront: number;
  /** The side silhouette, closed, clockwise from the front bumper over the roof. */
  outline: readonly Point[];
};

const outlineSamples = 520;

function controlPoints(of: Omit<BodyShape, 'outline'>): Point[] {
  const { front, rear, lift, bonnet, cowl, cowlHeight, height, roofFront, windscreenRun } = of;
  const nose: Point[] = [
    [front - 0.085, 0.19 + lift],
    [front - 0.015, 0.32 + lift],
    [front, 0.5 + lift],
    [front - 0.015, 0.6 + lift],
    [front - 0.06, bonnet - 0.1],
    [front - 0.17, bonnet],
    [front - 0.46, bonnet + (cowlHeight - bonnet) * 0.55],
    [cowl + 0.06, cowlHeight - 0.012],
    [cowl - 0.04, cowlHeight + 0.045],
  ];
  const windscreen: Point[] = [
    [cowl - windscreenRun * 0.5, cowlHeight + (height - cowlHeight) * 0.56],
    [roofFront, height - 0.065],
    [roofFront - 0.22, height - 0.018],
  ];
  const tail = of.tail.map(([x, y]): Point => [rear + x, y]);
  const underside: Point[] = [
    [of.rearAxle, 0.19 + lift],
    [0, 0.185 + lift],
    [of.frontAxle, 0.185 + lift],
  ];
  return [...nose, ...windscreen, ...of.roof, ...tail, ...underside];
}

const measures: Record<ShapeName, Measures> = { ...usualMeasures, ...moreMeasures };

/** Older cars are narrower, with lower bonnets and smaller wheels. */
function ofEra(own: Measures, era: Era): Measures {
  const { wheels, narrower, bonnet } = {
    early: { wheels: 0.93, narrower: 0.025, bonnet: -0.035 },
    middle: { wheels: 0.985, narrower: 0.005, bonnet: -0.01 },
    late: { wheels: 1.02, narrower: 0, bonnet: 0 },
    electric: { wheels: 1.04, narrower: 0, bonnet: -0.01 },
  }[era];
  return {
    ...own,
    wheelRadius: own.wheelRadius * wheels,
    halfWidth: own.halfWidth - narrower,
    bonnet: own.bonnet + bonnet,
  };
}

export function bodyShape(name: ShapeName, era: Era): BodyShape {
  const own = ofEra(measures[name], era);
  const front = own.length / 2;
  const frontAxle = front - own.frontOverhang;
  const shape = {
    ...own,
    name,
    era,
    front,
    rear: -front,
    frontAxle,
    rearAxle: frontAxle - own.wheelbase,
    cowlHeight: own.belt[0] + 0.07,
    roofFront: own.cowl - own.windscreenRun,
  };
  return { ...shape, outline: closedCurve(controlPoints(shape), outlineSamples) };
}

/** Height of the windows' lower edge at `x`. */
export function beltAt(shape: BodyShape, x: number): number {
  const [front, rear] = shape.belt;
  return front + (rear - front) * ((shape.cowl - x) / (shape.cowl - shape.rear));
}

/** Height of the roof line at `x`. */
export function roofAt(shape: BodyShape, x: number): number {
  return Math.max(...shape.outline.filter((point) => Math.abs(point[0] - x) < 0.03).map(([, y]) => y));
}
