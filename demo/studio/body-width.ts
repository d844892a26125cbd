import type { BodyShape } from './body-shapes.ts';
import { bump, ease } from './curves.ts';

/** Half the body's width at a point of its side view; the swellings and creases here are what the reflections follow. */
export type HalfWidth = (x: number, y: number) => number;

export function halfWidthOf(shape: BodyShape): HalfWidth {
  const { length, halfWidth, belt, lift, tumblehome, wheelRadius, era } = shape;
  // Sides were flat once; today a crease runs below the windows and another above the sill.
  const modelled = { early: 0.45, middle: 0.8, late: 1, electric: 0.85 }[era];
  return (x, y) => {
    const share = Math.abs(x) / (length / 2);
    const shoulder = belt[0] - 0.03 + (belt[1] - belt[0]) * ease(1.5, -1.8, x);
    const above = Math.max(0, y - shoulder);
    const onDoors = ease(1.9, 1.3, Math.abs(x));
    let width = halfWidth * (1 - 0.085 * share ** 6 - (x > 0 ? 0.03 : 0.02) * share ** 2);
    width -= (tumblehome * above ** 2) / (above + 0.05);
    width += 0.012 * modelled * ease(shoulder - 0.13, shoulder - 0.1, y) * ease(shoulder + 0.08, shoulder, y);
    width -= 0.02 * modelled * bump(y - 0.44 - lift, 0.12) * onDoors;
    width += 0.012 * modelled * bump(y - 0.29 - lift, 0.05);
    width -= 0.08 * ease(0.26 + lift, 0.12 + lift, y);
    const flare = (era === 'early' ? 0.02 : 0.03) * (y < shoulder ? ease(shoulder, shoulder - 0.2, y) : 0);
    for (const axle of [shape.frontAxle, shape.rearAxle]) {
      const beyond = Math.max(0, Math.hypot(x - axle, y - wheelRadius) - wheelRadius - 0.05);
      width += flare * bump(beyond, 0.1);
    }
    return width;
  };
}
