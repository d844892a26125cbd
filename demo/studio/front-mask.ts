import type { Grille, Look } from '../pictures/looks.ts';
import type { BodyShape } from './body-shapes.ts';
import { drawHeadLamps } from './head-lamps.ts';
import {
  bothSides,
  box,
  circle,
  line,
  MaskCanvas,
  type MaskTextures,
  polygon,
  surfaces,
  together,
} from './mask-canvas.ts';

/** The front and rear masks cover this many metres across and up; the shader looks them up by them. */
export const endMaskWidth = 2.4;
export const endMaskHeight = 2;
const pxPerMetre = 640;

export function endMaskCanvas(): MaskCanvas {
  return new MaskCanvas(endMaskWidth * pxPerMetre, endMaskHeight * pxPerMetre, -endMaskWidth / 2, pxPerMetre);
}

/** Half the roof's width where a window below it ends. */
export function glassHalfWidthAtRoof({ halfWidth, height, belt, tumblehome }: BodyShape): number {
  return halfWidth - tumblehome * (height - belt[0]);
}

/** Parallel bars, `step` apart. */
export function bars(count: number, left: number, bottom: number, width: number, step: number): Path2D {
  return together(
    ...Array.from({ length: count }, (_, index) => box(left, bottom + index * step, width, 0.008, 0.003)),
  );
}

function windscreenOutline(shape: BodyShape, grow: number): Path2D {
  const foot = shape.cowlHeight + 0.05;
  const top = shape.height - 0.075;
  const low = shape.halfWidth * 0.87;
  const high = glassHalfWidthAtRoof(shape) - 0.085;
  return polygon(
    [-low - grow, foot - grow],
    [-low * 0.5, foot - 0.022 - grow],
    [0, foot - 0.03 - grow],
    [low * 0.5, foot - 0.022 - grow],
    [low + grow, foot - grow],
    [high + grow, top - 0.02 + grow],
    [high - 0.05, top + grow],
    [-high + 0.05, top + grow],
    [-high - grow, top - 0.02 + grow],
  );
}

function drawWindscreen(mask: MaskCanvas, shape: BodyShape): void {
  const foot = shape.cowlHeight + 0.05;
  const rise = shape.height - 0.075 - foot;
  const half = shape.halfWidth * 0.87;
  mask.fill(windscreenOutline(shape, 0.018), surfaces.glassEdge);
  mask.fill(windscreenOutline(shape, 0), surfaces.glass);
  const through = polygon(
    [-half * 0.6, foot + rise * 0.4],
    [half * 0.6, foot + rise * 0.4],
    [half * 0.5, foot + rise * 0.74],
    [-half * 0.5, foot + rise * 0.74],
  );
  mask.fill(through, { ...surfaces.throughGlass, color: '#3b474c', glow: 0.05 });
  const seat = together(
    box(0.16, foot + 0.02, 0.4, rise * 0.42, 0.07),
    box(0.24, foot + rise * 0.5, 0.24, 0.17, 0.06),
  );
  mask.fill(bothSides(seat), surfaces.behindGlass);
  const wheel = new Path2D();
  wheel.arc(0.36, foot + 0.02, 0.18, 0, Math.PI);
  mask.stroke(wheel, 0.03, surfaces.behindGlass);
  mask.fill(box(-0.1, foot + rise - 0.09, 0.2, 0.06, 0.02), surfaces.opening);
  const wipers = together(
    line([-half + 0.1, foot - 0.012], [-0.05, foot + 0.004]),
    line([0, foot - 0.018], [half - 0.2, foot]),
  );
  mask.stroke(wipers, 0.011, surfaces.shutLine);
}

/** Invented faces, each unlike a maker's: bars, slats in a frame, a wide mouth, or closed with a thin line. */
const drawGrille: Record<Grille, (mask: MaskCanvas, bonnet: number, lift: number) => void> = {
  bars(mask, bonnet) {
    mask.fill(box(-0.42, bonnet - 0.14, 0.84, 0.09, 0.02), surfaces.opening);
    mask.fill(bars(3, -0.41, bonnet - 0.128, 0.82, 0.028), surfaces.brightwork);
  },
  slats(mask, bonnet, lift) {
    const foot = Math.max(0.535 + lift, bonnet - 0.3);
    const frame = (grow: number) =>
      polygon(
        [-0.4 - grow, bonnet - 0.06 + grow],
        [0.4 + grow, bonnet - 0.06 + grow],
        [0.44 + grow, bonnet - 0.17],
        [0.34 + grow, foot - grow],
        [-0.34 - grow, foot - grow],
        [-0.44 - grow, bonnet - 0.17],
      );
    mask.fill(frame(0.012), surfaces.brightwork);
    mask.fill(frame(0), surfaces.opening);
    mask.within([frame(0)], () => mask.fill(bars(8, -0.5, foot + 0.015, 1, 0.042), surfaces.slat));
  },
  mouth(mask, bonnet) {
    mask.fill(box(-0.55, bonnet - 0.19, 1.1, 0.13, 0.05), surfaces.opening);
    mask.fill(bars(4, -0.52, bonnet - 0.175, 1.04, 0.028), surfaces.slat);
  },
  closed(mask, bonnet) {
    mask.stroke(line([-0.6, bonnet - 0.11], [0.6, bonnet - 0.11]), 0.012, surfaces.opening);
  },
};

function drawBumper(mask: MaskCanvas, shape: BodyShape): void {
  const { lift, hasCladding, era } = shape;
  if (era === 'early' && !hasCladding) mask.fill(box(-1.2, 0.515 + lift, 2.4, 0.055), surfaces.plastic);
  if (hasCladding) mask.fill(box(-1.2, 0, 2.4, 0.34 + lift), surfaces.cladding);
  else mask.fill(box(-1.2, 0, 2.4, 0.245 + lift), surfaces.plastic);
  // An electric car needs little air.
  const [half, top] = era === 'electric' ? [0.4, 0.335] : era === 'early' ? [0.46, 0.385] : [0.52, 0.415];
  const middle = (0.27 + top) / 2 + lift;
  mask.fill(
    polygon(
      [-half, 0.27 + lift],
      [half, 0.27 + lift],
      [half + 0.08, middle],
      [half, top + lift],
      [-half, top + lift],
      [-half - 0.08, middle],
    ),
    surfaces.opening,
  );
  if (era === 'electric') return;
  mask.fill(bars(3, -half, 0.295 + lift, 2 * half, 0.033), surfaces.slat);
  const pocket = polygon([0.64, 0.34 + lift], [0.84, 0.36 + lift], [0.84, 0.46 + lift], [0.66, 0.43 + lift]);
  if (era !== 'early') mask.fill(bothSides(pocket), surfaces.opening);
  if (era === 'late') return;
  mask.fill(bothSides(circle(0.72, 0.395 + lift, 0.038)), surfaces.lampHousing);
  mask.fill(bothSides(circle(0.72, 0.395 + lift, 0.03)), surfaces.reflector);
}

/** What is seen on the body from the front. */
export function frontMask(shape: BodyShape, look: Look): MaskTextures {
  const { bonnet, lift } = shape;
  const mask = endMaskCanvas();
  drawWindscreen(mask, shape);
  const seam = line(
    [-0.66, bonnet - 0.015],
    [-0.3, bonnet - 0.005],
    [0, bonnet - 0.003],
    [0.3, bonnet - 0.005],
    [0.66, bonnet - 0.015],
  );
  mask.stroke(seam, 0.008, surfaces.shutLine);
  drawGrille[look.grille](mask, bonnet, lift);
  const badgeY = bonnet - (look.grille === 'closed' ? 0.06 : 0.1);
  mask.stroke(circle(0, badgeY, 0.04), 0.013, surfaces.brightwork);
  drawBumper(mask, shape);
  drawHeadLamps(mask, shape);
  return mask.textures();
}
