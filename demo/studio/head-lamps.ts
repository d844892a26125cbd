import type { BodyShape } from './body-shapes.ts';
import {
  bothSides,
  box,
  circle,
  type MaskCanvas,
  type MaskPoint,
  polygon,
  surfaces,
  together,
} from './mask-canvas.ts';

type Outline = {
  front: readonly MaskPoint[] /** How far the lamp reaches round the corner, and how high it is there. */;
  side: { reach: number; low: number };
};

/** The glass as seen from before the car, right half; heights from the bonnet's edge. */
function outlineOf({ era, bonnet, name }: BodyShape): Outline {
  const tall = name === 'van' || name === 'pickup' ? 0.05 : 0;
  if (era === 'early')
    return {
      front: [
        [0.42, bonnet - 0.19 - tall],
        [0.43, bonnet - 0.075],
        [0.56, bonnet - 0.04],
        [1, bonnet - 0.035],
        [1, bonnet - 0.2 - tall],
        [0.55, bonnet - 0.215 - tall],
      ],
      side: { reach: 0.26, low: 0.2 + tall },
    };
  if (era === 'middle')
    return {
      front: [
        [0.45, bonnet - 0.15 - tall],
        [0.43, bonnet - 0.085],
        [0.62, bonnet - 0.045],
        [1, bonnet - 0.02],
        [1, bonnet - 0.18 - tall],
        [0.62, bonnet - 0.185 - tall],
      ],
      side: { reach: 0.38, low: 0.175 + tall },
    };
  if (era === 'late')
    return {
      front: [
        [0.46, bonnet - 0.125],
        [0.44, bonnet - 0.06],
        [0.7, bonnet - 0.035],
        [1, bonnet - 0.03],
        [1, bonnet - 0.15 - tall],
        [0.62, bonnet - 0.155 - tall],
      ],
      side: { reach: 0.42, low: 0.15 + tall },
    };
  return {
    front: [
      [0.5, bonnet - 0.125],
      [0.48, bonnet - 0.085],
      [0.7, bonnet - 0.055],
      [1, bonnet - 0.04],
      [1, bonnet - 0.135],
      [0.66, bonnet - 0.145],
    ],
    side: { reach: 0.36, low: 0.13 },
  };
}

/** Bulbs before bright bowls under clear glass, and the indicator beside them: what lamps were until 2009. */
function drawBowls(mask: MaskCanvas, { bonnet }: BodyShape, outline: Path2D): void {
  mask.fill(outline, surfaces.bowlGlass);
  mask.within([outline], () => {
    mask.fill(bothSides(box(0.79, bonnet - 0.3, 0.3, 0.3)), surfaces.indicatorGlass);
    const bowls = (grow: number) =>
      bothSides(
        together(circle(0.52, bonnet - 0.13, 0.052 + grow), circle(0.68, bonnet - 0.125, 0.07 + grow)),
      );
    mask.fill(bowls(0.008), surfaces.lampHousing);
    mask.fill(bowls(0), surfaces.reflector);
    mask.fill(
      bothSides(together(circle(0.52, bonnet - 0.13, 0.018), circle(0.68, bonnet - 0.125, 0.026))),
      surfaces.lens,
    );
  });
}

function drawProjectors(mask: MaskCanvas, { bonnet }: BodyShape, outline: Path2D): void {
  mask.fill(outline, { ...surfaces.lampHousing, color: '#2c3338' });
  mask.within([outline], () => {
    mask.fill(bothSides(box(0.82, bonnet - 0.3, 0.3, 0.16)), { ...surfaces.indicatorGlass, glow: 0.02 });
    const [near, far] = [circle(0.57, bonnet - 0.115, 0.044), circle(0.71, bonnet - 0.112, 0.056)];
    mask.fill(bothSides(together(near, far)), surfaces.reflector);
    mask.fill(bothSides(circle(0.71, bonnet - 0.112, 0.036)), surfaces.lampHousing);
    mask.fill(
      bothSides(together(circle(0.57, bonnet - 0.115, 0.016), circle(0.71, bonnet - 0.112, 0.024))),
      surfaces.lens,
    );
  });
}

function drawStrips(mask: MaskCanvas, { bonnet }: BodyShape, outline: Path2D): void {
  mask.fill(outline, surfaces.lampHousing);
  const eyes = (size: number) =>
    bothSides(together(circle(0.6, bonnet - 0.105, size), circle(0.73, bonnet - 0.1, size * 1.15)));
  mask.within([outline], () => {
    mask.fill(eyes(0.036), { ...surfaces.reflector, color: '#6a747a' });
    mask.fill(eyes(0.02), { ...surfaces.lens, glow: 0.18 });
    const strip = polygon(
      [0.45, bonnet - 0.076],
      [0.45, bonnet - 0.06],
      [0.7, bonnet - 0.042],
      [1, bonnet - 0.04],
      [1, bonnet - 0.06],
      [0.7, bonnet - 0.056],
    );
    mask.fill(bothSides(strip), surfaces.daylight);
  });
}

function drawSlits(mask: MaskCanvas, { bonnet }: BodyShape, outline: Path2D): void {
  mask.fill(outline, surfaces.lampHousing);
  mask.within([outline], () => {
    const blocks = [0.58, 0.66, 0.74].map((across) =>
      box(across - 0.028, bonnet - 0.118, 0.05, 0.028, 0.008),
    );
    mask.fill(bothSides(together(...blocks)), { ...surfaces.lens, glow: 0.22 });
  });
  mask.fill(bothSides(box(0.5, bonnet - 0.07, 0.36, 0.011, 0.005)), surfaces.daylight);
}

export function drawHeadLamps(mask: MaskCanvas, shape: BodyShape): void {
  const outline = bothSides(polygon(...outlineOf(shape).front));
  const draw = { early: drawBowls, middle: drawProjectors, late: drawStrips, electric: drawSlits }[shape.era];
  draw(mask, shape, outline);
}

/** The same lamps round the corner. */
export function drawHeadLampsFromSide(mask: MaskCanvas, shape: BodyShape): void {
  const { front, bonnet, era } = shape;
  const { reach, low } = outlineOf(shape).side;
  const outline = polygon(
    [front + 0.1, bonnet - low],
    [front + 0.1, bonnet - 0.03],
    [front - reach * 0.75, bonnet - 0.028],
    [front - reach, bonnet - 0.012],
    [front - reach * 0.75, bonnet - low * 0.8],
  );
  const glass = era === 'early' ? surfaces.bowlGlass : surfaces.lampHousing;
  mask.fill(outline, era === 'middle' ? { ...glass, color: '#2c3338' } : glass);
  mask.within([outline], () => {
    if (era === 'early') mask.fill(box(front - reach, bonnet - 0.3, 0.13, 0.3), surfaces.indicatorGlass);
    if (era === 'late')
      mask.fill(box(front - 0.34, bonnet - 0.062, 0.5, 0.017), { ...surfaces.daylight, glow: 0.25 });
  });
}
