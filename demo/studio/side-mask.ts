import type { Look } from '../pictures/looks.ts';
import { type BodyShape, beltAt } from './body-shapes.ts';
import { inwardNormals } from './curves.ts';
import { drawHeadLampsFromSide } from './head-lamps.ts';
import {
  box,
  circle,
  line,
  MaskCanvas,
  type MaskPoint,
  type MaskTextures,
  polygon,
  surfaces,
  together,
} from './mask-canvas.ts';
import { drawTailLampsFromSide } from './tail-lamps.ts';

/** The side mask covers this many metres, the car in its middle; the shader looks it up by them. */
export const sideMaskLength = 5.4;
export const sideMaskHeight = 2;
const pxPerMetre = 760;

const seamWidth = 0.0085;
/** The window opening's upper edge, and the glass's, in from the silhouette. */
const openingInset = 0.112;
const glassInset = 0.135;

/** The silhouette, drawn in by `inset`. */
function innerOutline({ outline }: BodyShape, inset: number): Path2D {
  const normals = inwardNormals(outline, 3);
  return polygon(
    ...outline.map(
      ([x, y], index): MaskPoint => [x + normals[index]![0] * inset, y + normals[index]![1] * inset],
    ),
  );
}

/** Everything above the belt line between two x, `offset` above the belt. */
function aboveBelt(shape: BodyShape, rear: number, front: number, offset: number): Path2D {
  return polygon(
    [rear, beltAt(shape, rear) + offset],
    [front, beltAt(shape, front) + offset],
    [front, 2.4],
    [rear, 2.4],
  );
}

function drawLowerEdge(mask: MaskCanvas, shape: BodyShape): void {
  const strip = (top: number) => box(-3, 0, 6, top + shape.lift);
  if (!shape.hasCladding) {
    mask.fill(strip(0.225), surfaces.plastic);
    return;
  }
  mask.fill(strip(0.34), surfaces.cladding);
  for (const axle of [shape.frontAxle, shape.rearAxle])
    mask.fill(circle(axle, shape.wheelRadius, shape.wheelRadius + 0.115), surfaces.cladding);
}

function drawSeams(mask: MaskCanvas, shape: BodyShape): void {
  const { cowl, doors, front, lift, rearAxle, wheelRadius, bonnet, cowlHeight } = shape;
  const seam = (...points: MaskPoint[]) => mask.stroke(line(...points), seamWidth, surfaces.shutLine);
  const fore = cowl - 0.3;
  const sill = 0.3 + lift;
  const rearDoorFoot = doors.rear === null ? doors.middle : doors.rear + 0.3;
  seam(
    [fore + 0.02, beltAt(shape, fore)],
    [fore, 0.62 + lift],
    [fore - 0.04, 0.36 + lift],
    [fore - 0.1, sill],
    [rearDoorFoot, sill],
  );
  seam([doors.middle, beltAt(shape, doors.middle)], [doors.middle - 0.02, 0.6 + lift], [doors.middle, sill]);
  if (doors.rear !== null) {
    const archTop = rearAxle + wheelRadius * 0.55 + 0.16;
    seam(
      [doors.rear - 0.06, beltAt(shape, doors.rear) + 0.05],
      [doors.rear - 0.02, 0.82 + lift],
      [Math.max(archTop, doors.rear - 0.02), wheelRadius + 0.3],
      [Math.max(rearAxle + wheelRadius + 0.16, rearDoorFoot), sill],
    );
  }
  // A sliding door hangs on a rail.
  if (shape.isPanelVan) seam([doors.rear ?? 0, 0.98], [shape.rear + 0.2, 0.985]);
  seam([front - 0.34, bonnet - 0.005], [cowl + 0.1, cowlHeight - 0.075]);
  mask.stroke(box(rearAxle - 0.32, 0.78 + lift, 0.15, 0.13, 0.03), seamWidth * 0.8, surfaces.shutLine);
}

function drawSeats(mask: MaskCanvas, shape: BodyShape): void {
  const { cowl } = shape;
  for (const x of [cowl - 1.05, cowl - 1.95]) {
    if (x < shape.rear + shape.sideGlassEnd + 0.1) continue;
    const belt = beltAt(shape, x);
    mask.fill(box(x - 0.11, belt - 0.1, 0.2, 0.3, 0.06), surfaces.behindGlass);
    mask.fill(box(x - 0.085, belt + 0.19, 0.05, 0.05), surfaces.behindGlass);
    mask.fill(box(x - 0.11, belt + 0.225, 0.12, 0.13, 0.045), surfaces.behindGlass);
  }
  const wheel = new Path2D();
  wheel.ellipse(cowl - 0.62, beltAt(shape, cowl - 0.62) + 0.11, 0.03, 0.1, 0.35, 0, Math.PI * 2);
  mask.stroke(wheel, 0.025, surfaces.behindGlass);
}

/** The panes from front to rear, parted by the pillars: their rear and front ends. */
function panes(shape: BodyShape): [rear: number, front: number][] {
  const { cowl, doors } = shape;
  const end = shape.rear + shape.sideGlassEnd;
  const fore: [number, number][] = [
    [cowl - 0.325, cowl - 0.1],
    [doors.middle + 0.045, cowl - 0.36],
  ];
  if (shape.isPanelVan) return fore;
  if (doors.rear === null || doors.rear - end < 0.16) return [...fore, [end, doors.middle - 0.045]];
  return [...fore, [doors.rear + 0.01, doors.middle - 0.045], [end, doors.rear - 0.035]];
}

/** The windows of the far side, a little smaller, seen past what stands between. */
function drawThrough(mask: MaskCanvas, shape: BodyShape, glass: Path2D): void {
  if (shape.isPanelVan) return;
  const far = innerOutline(shape, glassInset + 0.05);
  panes(shape).forEach(([rear, front], index) => {
    const isRearmost = index > 1 && index === panes(shape).length - 1;
    if (front - rear < 0.3 || isRearmost) return;
    mask.within([glass, far, aboveBelt(shape, rear + 0.05, front - 0.07, 0.05)], () =>
      mask.fill(box(-3, 0, 6, 3), surfaces.throughGlass),
    );
  });
}

function drawWindows(mask: MaskCanvas, shape: BodyShape, look: Look): void {
  const end = shape.isPanelVan ? shape.doors.middle + 0.03 : shape.rear + shape.sideGlassEnd;
  const whole = aboveBelt(shape, end - 0.025, shape.cowl - 0.1, -0.012);
  mask.within([innerOutline(shape, openingInset), whole], () =>
    mask.fill(box(-3, 0, 6, 3), surfaces.glassEdge),
  );
  if (look.hasChrome) {
    const belt = line(
      [end, beltAt(shape, end) - 0.006],
      [shape.cowl - 0.12, beltAt(shape, shape.cowl - 0.12) - 0.006],
    );
    mask.within([innerOutline(shape, 0.09)], () => mask.stroke(belt, 0.014, surfaces.brightwork));
  }
  const glass = innerOutline(shape, glassInset);
  for (const [rear, front] of panes(shape))
    mask.within([glass, aboveBelt(shape, rear, front, 0.012)], () =>
      mask.fill(box(-3, 0, 6, 3), surfaces.glass),
    );
  drawThrough(mask, shape, glass);
  mask.within([glass, aboveBelt(shape, -3, 3, 0.012)], () => drawSeats(mask, shape));
}

/** x of the door handles. */
export function handlePositions({ doors }: BodyShape): number[] {
  return doors.rear === null ? [doors.middle + 0.15] : [doors.middle + 0.13, doors.rear + 0.12];
}

export function handleHeight(shape: BodyShape): number {
  return beltAt(shape, 0) - 0.115;
}

function drawLamps(mask: MaskCanvas, shape: BodyShape): void {
  const { front, lift, era } = shape;
  drawHeadLampsFromSide(mask, shape);
  drawTailLampsFromSide(mask, shape);
  // The indicator on the wing went into the mirror later.
  if (era === 'early')
    mask.fill(box(shape.frontAxle - 0.56, 0.74 + lift, 0.06, 0.026, 0.01), surfaces.indicatorGlass);
  else mask.fill(box(front - 0.2, 0.5 + lift, 0.05, 0.024, 0.01), surfaces.reflexAmber);
}

/** Black strips along doors and bumpers, as cars had them against other people's doors. */
function drawRubStrip(
  mask: MaskCanvas,
  { rearAxle, frontAxle, wheelRadius, front, rear, lift }: BodyShape,
): void {
  const from = rearAxle + wheelRadius + 0.12;
  mask.fill(box(from, 0.545 + lift, frontAxle - wheelRadius - 0.12 - from, 0.042, 0.015), surfaces.plastic);
  mask.fill(box(front - 0.34, 0.515 + lift, 0.5, 0.055, 0.01), surfaces.plastic);
  mask.fill(box(rear - 0.1, 0.515 + lift, 0.46, 0.055, 0.01), surfaces.plastic);
}

/** What is seen on the body from the side: lower edge, seams, windows, handles' recesses, lamps round the corners. */
export function sideMask(shape: BodyShape, look: Look): MaskTextures {
  const mask = new MaskCanvas(
    sideMaskLength * pxPerMetre,
    sideMaskHeight * pxPerMetre,
    -sideMaskLength / 2,
    pxPerMetre,
  );
  drawLowerEdge(mask, shape);
  drawSeams(mask, shape);
  drawWindows(mask, shape, look);
  const recesses = handlePositions(shape).map((x) =>
    box(x - 0.1, handleHeight(shape) - 0.01, 0.2, 0.03, 0.014),
  );
  mask.fill(together(...recesses), surfaces.shutLine);
  if (shape.era === 'early' && !look.hasChrome) drawRubStrip(mask, shape);
  drawLamps(mask, shape);
  return mask.textures();
}
