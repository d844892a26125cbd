import type { BodyShape } from './body-shapes.ts';
import { bump, ease } from './curves.ts';

/** Half the body's width at a point of its side view; the swellings and creases here are what the reflections follow. */
export type HalfWidth = (x: number, y: number) => number;

export function halfWidthOf(shape: BodyShape): HalfWidth {
  const { length, halfWidth, belt, lift, tumblehome, wheelRadius } = shape;
  return (x, y) => {
    const share = Math.abs(x) / (length / 2);
    const shoulder = belt[0] - 0.03 + (belt[1] - belt[0]) * ease(1.5, -1.8, x);
    const above = Math.max(0, y - shoulder);
    const onDoors = ease(1.8, 1.2, Math.abs(x));
    let width = halfWidth * (1 - 0.1 * share ** 5 - (x > 0 ? 0.03 : 0.02) * share ** 2);
    width -= (tumblehome * above ** 2) / (above + 0.05);
    width += 0.018 * bump(y - (shoulder - 0.04), 0.065);
    width -= 0.02 * bump(y - (shoulder - 0.16), 0.05) * onDoors;
    width -= 0.03 * bump(y - 0.44 - lift, 0.11) * onDoors;
    width += 0.014 * bump(y - 0.27 - lift, 0.055);
    width -= 0.08 * ease(0.26 + lift, 0.12 + lift, y);
    const flare = 0.032 * (y < shoulder ? ease(shoulder, shoulder - 0.2, y) : 0);
    for (const axle of [shape.frontAxle, shape.rearAxle]) {
      const beyond = Math.max(0, Math.hypot(x - axle, y - wheelRadius) - wheelRadius - 0.05);
      width += flare * bump(beyond, 0.1);
    }
    return width;
  };
}
