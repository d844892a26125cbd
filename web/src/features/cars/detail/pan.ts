/** How much larger a photo is while zoomed, and how far it may be moved, in percent of its size (docs/spec.md 9). */
export const zoomScale = 1.5;
const panLimit = 150;

/** Where the pointer stands in the picture (0–1 each way) → how far the zoomed picture moves, in percent. */
export function panOffset(x: number, y: number): { x: number; y: number } {
  const along = (share: number) => {
    const wanted = (0.5 - share) * panLimit;
    return Math.max(-panLimit / 2, Math.min(panLimit / 2, wanted)) / 3;
  };
  return { x: along(x), y: along(y) };
}

/** The photo before or after, round the ends. */
export function wrapIndex(index: number, count: number): number {
  return (index + count) % count;
}
