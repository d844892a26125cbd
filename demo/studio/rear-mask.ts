import type { Look } from '../pictures/looks.ts';
import type { BodyShape } from './body-shapes.ts';
import { endMaskCanvas, glassHalfWidthAtRoof } from './front-mask.ts';
import {
  bothSides,
  box,
  circle,
  line,
  type MaskCanvas,
  type MaskTextures,
  polygon,
  surfaces,
} from './mask-canvas.ts';
import { drawTailLamps } from './tail-lamps.ts';

function drawRearWindow(mask: MaskCanvas, shape: BodyShape): void {
  const foot = shape.rearGlassFoot;
  const top = shape.height - 0.1;
  const low = shape.halfWidth * (shape.isPanelVan ? 0.66 : 0.8);
  const high = shape.isPanelVan ? low : glassHalfWidthAtRoof(shape) - 0.11;
  const pane = (grow: number) =>
    polygon(
      [-low - grow, foot - grow],
      [0, foot - 0.015 - grow],
      [low + grow, foot - grow],
      [high + grow, top - 0.02 + grow],
      [high - 0.05, top + grow],
      [-high + 0.05, top + grow],
      [-high - grow, top - 0.02 + grow],
    );
  mask.fill(pane(0.016), surfaces.glassEdge);
  mask.fill(pane(0), surfaces.glass);
  for (const across of [-0.38, 0, 0.38])
    mask.fill(box(across - 0.11, foot + 0.02, 0.22, 0.13, 0.05), surfaces.behindGlass);
  mask.stroke(line([-0.05, foot + 0.02], [0.42, foot + 0.05]), 0.014, surfaces.shutLine);
}

function drawTailgate(
  mask: MaskCanvas,
  { halfWidth, tailLamp, lift, rearGlassFoot, isPanelVan }: BodyShape,
): void {
  const [low, high] = tailLamp;
  const right: [number, number][] = [
    [halfWidth * 0.74, high + 0.06],
    [halfWidth * 0.7, low - 0.02],
    [halfWidth * 0.64, 0.53 + lift],
  ];
  const left = right.toReversed().map(([x, y]): [number, number] => [-x, y]);
  mask.stroke(line(...right, ...left), 0.008, surfaces.shutLine);
  // A van has two doors where others have a tailgate.
  if (isPanelVan) mask.stroke(line([0, 0.4], [0, 2]), 0.012, surfaces.shutLine);
  mask.stroke(circle(0, Math.min(high - 0.03, rearGlassFoot - 0.1), 0.04), 0.013, surfaces.brightwork);
}

function drawBumper(mask: MaskCanvas, shape: BodyShape, hasExhaust: boolean): void {
  const { lift, hasCladding, era } = shape;
  if (era === 'early' && !hasCladding) mask.fill(box(-1.2, 0.515 + lift, 2.4, 0.055), surfaces.plastic);
  mask.fill(polygon([-0.7, 0], [0.7, 0], [0.66, 0.36 + lift], [-0.66, 0.36 + lift]), surfaces.plastic);
  mask.fill(box(-1.2, 0, 2.4, 0.25 + lift), surfaces.plastic);
  if (hasCladding) mask.fill(box(-1.2, 0, 2.4, 0.42 + lift), surfaces.cladding);
  mask.fill(bothSides(box(0.62, 0.37 + lift, 0.2, 0.028, 0.01)), surfaces.reflex);
  if (!hasExhaust) return;
  const pipe = box(0.42, 0.235 + lift, 0.14, 0.045, 0.02);
  mask.fill(era === 'late' ? bothSides(pipe) : pipe, surfaces.brightwork);
}

/** What is seen on the body from the rear. */
export function rearMask(shape: BodyShape, look: Look): MaskTextures {
  const mask = endMaskCanvas();
  drawRearWindow(mask, shape);
  drawTailgate(mask, shape);
  drawTailLamps(mask, shape);
  const { rear: plateY } = shape.plateY;
  mask.fill(box(-0.31, plateY - 0.085, 0.62, 0.17, 0.03), { color: '#0006', roughness: 0.5, lacquer: 0.5 });
  const strip = look.hasChrome ? surfaces.brightwork : surfaces.opening;
  mask.fill(box(-0.31, plateY + 0.085, 0.62, 0.018, 0.006), strip);
  drawBumper(mask, shape, look.grille !== 'closed');
  return mask.textures();
}
