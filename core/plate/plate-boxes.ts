import { boxCorners, type RotatedBox, smallestBox } from './rotated-box.ts';

const leastAspect = 1;
const mostAspect = 11;
const leastLineWidthPx = 24;
/** Beyond the largest 20 lines of a photo there are no plates, only work. */
const mostBoxes = 20;

/** The boxes that can hold a plate or one line of it, largest first. */
export function plateSizedBoxes(boxes: readonly RotatedBox[]): RotatedBox[] {
  return boxes
    .filter((box) => {
      const aspect = box.width / box.height;
      return aspect >= leastAspect && aspect <= mostAspect && box.width >= leastLineWidthPx;
    })
    .sort((a, b) => b.width * b.height - a.width * a.height)
    .slice(0, mostBoxes);
}

/**
 * Whether two lines can be the two lines of one plate ("AB 12" over "345"): much the same height, the lower one right below,
 * in the middle and not much wider. Seen along the upper line, so that it holds for tilted plates.
 */
export function areStackedLines(upper: RotatedBox, lower: RotatedBox): boolean {
  if (upper.width / upper.height > 5) return false;
  const heights = upper.height / lower.height;
  if (heights > 1.8 || heights < 1 / 1.8 || lower.width > upper.width * 1.2) return false;
  const dx = lower.centerX - upper.centerX;
  const dy = lower.centerY - upper.centerY;
  const sideways = dx * Math.cos(upper.angle) + dy * Math.sin(upper.angle);
  const below = dy * Math.cos(upper.angle) - dx * Math.sin(upper.angle);
  const meanHeight = (upper.height + lower.height) / 2;
  return below >= meanHeight * 0.5 && below <= meanHeight * 1.8 && Math.abs(sideways) <= upper.width * 0.3;
}

/** The box around both lines of a plate. */
export function joinBoxes(a: RotatedBox, b: RotatedBox): RotatedBox {
  return smallestBox([...boxCorners(a), ...boxCorners(b)]);
}
