import type { Equipment } from '../pictures/equipment.ts';
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

function drawRearWindow(mask: MaskCanvas, shape: BodyShape): void {
  const foot = shape.rearGlassFoot;
  const top = shape.height - 0.1;
  const low = shape.halfWidth * 0.8;
  const high = glassHalfWidthAtRoof(shape) - 0.11;
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

function drawTailgate(mask: MaskCanvas, { halfWidth, tailLamp, lift, rearGlassFoot }: BodyShape): void {
  const [low, high] = tailLamp;
  const right: [number, number][] = [
    [halfWidth * 0.74, high + 0.06],
    [halfWidth * 0.7, low - 0.02],
    [halfWidth * 0.64, 0.53 + lift],
  ];
  const left = right.toReversed().map(([x, y]): [number, number] => [-x, y]);
  mask.stroke(line(...right, ...left), 0.008, surfaces.shutLine);
  mask.stroke(circle(0, Math.min(high - 0.03, rearGlassFoot - 0.1), 0.04), 0.013, surfaces.brightwork);
}

function drawTailLamps(mask: MaskCanvas, { tailLamp, hasUprightTailLamps, halfWidth }: BodyShape): void {
  const [low, high] = tailLamp;
  if (hasUprightTailLamps) {
    const inner = halfWidth - 0.17;
    mask.fill(bothSides(box(inner, low, 0.4, high - low)), surfaces.tailLamp);
    mask.fill(bothSides(box(inner + 0.02, low + 0.16, 0.3, high - low - 0.2, 0.012)), surfaces.tailLight);
    mask.fill(bothSides(box(inner + 0.02, low + 0.02, 0.3, 0.09, 0.01)), surfaces.reversingLight);
    return;
  }
  const housing = polygon([0.4, low + 0.03], [0.38, high - 0.01], [1.1, high], [1.1, low], [0.52, low]);
  mask.fill(bothSides(housing), surfaces.tailLamp);
  mask.fill(bothSides(box(0.5, low + 0.035, 0.6, 0.035, 0.012)), surfaces.tailLight);
  mask.fill(bothSides(box(0.46, high - 0.055, 0.16, 0.03, 0.01)), surfaces.reversingLight);
}

function drawBumper(mask: MaskCanvas, shape: BodyShape, hasExhaust: boolean): void {
  const { lift, hasCladding } = shape;
  mask.fill(polygon([-0.7, 0], [0.7, 0], [0.66, 0.36 + lift], [-0.66, 0.36 + lift]), surfaces.plastic);
  mask.fill(box(-1.2, 0, 2.4, 0.25 + lift), surfaces.plastic);
  if (hasCladding) mask.fill(box(-1.2, 0, 2.4, 0.42 + lift), surfaces.cladding);
  mask.fill(bothSides(box(0.62, 0.37 + lift, 0.2, 0.028, 0.01)), surfaces.reflex);
  if (hasExhaust) mask.fill(bothSides(box(0.42, 0.235 + lift, 0.14, 0.045, 0.02)), surfaces.brightwork);
}

/** What is seen on the body from the rear. */
export function rearMask(shape: BodyShape, equipment: Equipment): MaskTextures {
  const mask = endMaskCanvas();
  drawRearWindow(mask, shape);
  drawTailgate(mask, shape);
  drawTailLamps(mask, shape);
  const { rear: plateY } = shape.plateY;
  mask.fill(box(-0.31, plateY - 0.085, 0.62, 0.17, 0.03), { color: '#0006', roughness: 0.5, lacquer: 0.5 });
  const strip = equipment.hasChrome ? surfaces.brightwork : surfaces.opening;
  mask.fill(box(-0.31, plateY + 0.085, 0.62, 0.018, 0.006), strip);
  drawBumper(mask, shape, equipment.grille !== 'closed');
  return mask.textures();
}
