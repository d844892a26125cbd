import type { BodyShape } from './body-shapes.ts';
import { bothSides, box, circle, type MaskCanvas, polygon, surfaces } from './mask-canvas.ts';

/** Lamps as high as they are wide or higher, beside the window of an estate or the doors of a van. */
function drawUpright(mask: MaskCanvas, { tailLamp: [low, high], halfWidth, era }: BodyShape): void {
  const inner = halfWidth - 0.19;
  const glass = bothSides(box(inner, low, 0.4, high - low, 0.02));
  const part = (from: number, to: number) =>
    bothSides(box(inner, low + (high - low) * from, 0.4, (high - low) * (to - from)));
  mask.fill(glass, surfaces.tailLamp);
  mask.within([glass], () => {
    if (era === 'early') {
      mask.fill(part(0, 1), surfaces.redGlass);
      mask.fill(part(0.36, 0.56), surfaces.indicatorGlass);
      mask.fill(part(0.2, 0.36), surfaces.reversingLight);
      return;
    }
    mask.fill(
      bothSides(box(inner + 0.02, low + (high - low) * 0.5, 0.3, (high - low) * 0.44, 0.012)),
      surfaces.redGlass,
    );
    mask.fill(
      bothSides(box(inner + 0.02, low + 0.02, 0.3, (high - low) * 0.18, 0.01)),
      surfaces.reversingLight,
    );
    if (era === 'late') mask.fill(bothSides(box(inner + 0.018, low, 0.022, high - low)), surfaces.tailLight);
  });
}

function drawEarly(mask: MaskCanvas, { tailLamp: [low, high] }: BodyShape): void {
  const glass = bothSides(
    polygon([0.5, low - 0.06], [0.48, high - 0.01], [1.1, high], [1.1, low - 0.06], [0.56, low - 0.08]),
  );
  mask.fill(glass, surfaces.redGlass);
  mask.within([glass], () => {
    mask.fill(bothSides(box(0.4, low - 0.08, 0.8, 0.06)), surfaces.redGlass);
    mask.fill(bothSides(box(0.4, low - 0.015, 0.8, 0.05)), surfaces.indicatorGlass);
    mask.fill(bothSides(box(0.5, low - 0.015, 0.11, 0.05)), surfaces.reversingLight);
  });
}

function drawMiddle(mask: MaskCanvas, { tailLamp: [low, high] }: BodyShape): void {
  const glass = bothSides(
    polygon([0.46, low], [0.42, high - 0.02], [1.1, high], [1.1, low - 0.04], [0.6, low - 0.04]),
  );
  mask.fill(glass, surfaces.redGlass);
  mask.within([glass], () => {
    mask.fill(bothSides(circle(0.69, (low + high) / 2 - 0.01, 0.05)), surfaces.tailLamp);
    mask.fill(bothSides(circle(0.69, (low + high) / 2 - 0.01, 0.03)), surfaces.tailLight);
    mask.fill(bothSides(box(0.46, low + 0.02, 0.12, 0.045, 0.012)), surfaces.reversingLight);
  });
}

function drawLate(mask: MaskCanvas, { tailLamp: [low, high] }: BodyShape): void {
  const housing = polygon([0.4, low + 0.03], [0.38, high - 0.01], [1.1, high], [1.1, low], [0.52, low]);
  mask.fill(bothSides(housing), surfaces.tailLamp);
  mask.fill(bothSides(box(0.5, low + 0.035, 0.6, 0.026, 0.012)), surfaces.tailLight);
  mask.fill(bothSides(box(0.46, high - 0.055, 0.16, 0.03, 0.01)), surfaces.reversingLight);
}

/** One line of light across the tail. */
function drawAcross(mask: MaskCanvas, { tailLamp: [low, high] }: BodyShape): void {
  const middle = (low + high) / 2;
  mask.fill(box(-1.1, middle - 0.045, 2.2, 0.09, 0.01), surfaces.tailLamp);
  mask.fill(box(-1, middle - 0.008, 2, 0.018, 0.008), { ...surfaces.tailLight, glow: 0.2 });
  mask.fill(bothSides(box(0.52, middle - 0.032, 0.3, 0.05, 0.012)), surfaces.tailLight);
}

export function drawTailLamps(mask: MaskCanvas, shape: BodyShape): void {
  if (shape.hasUprightTailLamps) drawUpright(mask, shape);
  else
    ({ early: drawEarly, middle: drawMiddle, late: drawLate, electric: drawAcross })[shape.era](mask, shape);
}

/** The same lamps round the corner. */
export function drawTailLampsFromSide(mask: MaskCanvas, shape: BodyShape): void {
  const { rear, era, hasUprightTailLamps } = shape;
  let [low, high] = shape.tailLamp;
  const isLow = !hasUprightTailLamps && (era === 'early' || era === 'middle');
  if (isLow) low -= era === 'early' ? 0.06 : 0.04;
  if (era === 'electric' && !hasUprightTailLamps) {
    const middle = (low + high) / 2;
    [low, high] = [middle - 0.045, middle + 0.045];
  }
  const [upper, lower] = hasUprightTailLamps ? [0.14, 0.12] : era === 'early' ? [0.2, 0.17] : [0.3, 0.2];
  const glass = polygon(
    [rear - 0.1, low],
    [rear - 0.1, high],
    [rear + upper, high - 0.01],
    [rear + lower, low + 0.02],
  );
  mask.fill(glass, era === 'early' || era === 'middle' ? surfaces.redGlass : surfaces.tailLamp);
  if (era !== 'early') return;
  const [from, to] = hasUprightTailLamps ? [0.36, 0.56] : [0.29, 0.54];
  mask.within([glass], () =>
    mask.fill(
      box(rear - 0.1, low + (high - low) * from, 0.5, (high - low) * (to - from)),
      surfaces.indicatorGlass,
    ),
  );
}
