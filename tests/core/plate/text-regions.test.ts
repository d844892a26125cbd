import { expect, test } from 'vitest';
import { findTextRegions, type TextMap } from '#core/plate/text-regions.ts';

/** A map that is `probability` inside the given rectangles (left, top, width, height) and 0 elsewhere. */
function paintMap(rectangles: [number, number, number, number][], probability = 0.9): TextMap {
  const [width, height] = [100, 60];
  const values = new Float32Array(width * height);
  for (const [left, top, w, h] of rectangles) {
    for (let y = top; y < top + h; y++) values.fill(probability, y * width + left, y * width + left + w);
  }
  return { width, height, values };
}

test('finds each separate line, in the pixels of the picture', () => {
  const boxes = findTextRegions(
    paintMap([
      [10, 10, 40, 8],
      [10, 40, 30, 6],
    ]),
    2,
    2,
  );
  expect(boxes).toHaveLength(2);
  expect(boxes[0]).toMatchObject({ centerX: 60, centerY: 28 });
  expect(boxes[0]!.width).toBeGreaterThan(80);
  expect(boxes[0]!.angle).toBeCloseTo(0);
});

test('joins pixels that touch by a corner only', () => {
  expect(
    findTextRegions(
      paintMap([
        [10, 10, 20, 5],
        [30, 15, 20, 5],
      ]),
      1,
      1,
    ),
  ).toHaveLength(1);
});

test('ignores specks, threads and faint regions', () => {
  expect(findTextRegions(paintMap([[10, 10, 4, 4]]), 1, 1)).toEqual([]);
  expect(findTextRegions(paintMap([[10, 10, 60, 1]]), 1, 1)).toEqual([]);
  expect(findTextRegions(paintMap([[10, 10, 40, 8]], 0.4), 1, 1)).toEqual([]);
});

test('handles text up to the edges of the map', () => {
  expect(findTextRegions(paintMap([[0, 0, 100, 60]]), 1, 1)).toHaveLength(1);
});
