import { expect, test } from 'vitest';
import { findTextRegions, type TextMap } from '#core/plates/boxes.ts';

/** A map that is `probability` inside the given rectangles (left, top, width, height) and 0 elsewhere. */
function paintMap(rectangles: [number, number, number, number][], probability = 0.9): TextMap {
  const [width, height] = [100, 60];
  const values = new Float32Array(width * height);
  for (const [left, top, w, h] of rectangles) {
    for (let y = top; y < top + h; y++) values.fill(probability, y * width + left, y * width + left + w);
  }
  return { width, height, values };
}

test('findTextRegions finds each separate line, in picture pixels', () => {
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

test('findTextRegions joins pixels that touch at a corner', () => {
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

test('findTextRegions ignores specks, threads and faint regions', () => {
  expect(findTextRegions(paintMap([[10, 10, 4, 4]]), 1, 1)).toEqual([]);
  expect(findTextRegions(paintMap([[10, 10, 60, 1]]), 1, 1)).toEqual([]);
  expect(findTextRegions(paintMap([[10, 10, 40, 8]], 0.4), 1, 1)).toEqual([]);
});

test('findTextRegions handles text up to the edges of the map', () => {
  expect(findTextRegions(paintMap([[0, 0, 100, 60]]), 1, 1)).toHaveLength(1);
});

test('findTextRegions adds the margin that the detection leaves out around a line', () => {
  const [box] = findTextRegions(paintMap([[10, 10, 40, 8]]), 1, 1);
  const margin = (40 * 8 * 1.7) / (2 * 48);
  expect(box!.width).toBeCloseTo(40 + 2 * margin);
  expect(box!.height).toBeCloseTo(8 + 2 * margin);
  expect(box).toMatchObject({ centerX: 30, centerY: 14 });
});

test('findTextRegions accepts regions from twenty pixels, three pixels of height and a mean of 0.5', () => {
  const found = (width: number, height: number, probability?: number) =>
    findTextRegions(paintMap([[10, 10, width, height]], probability), 1, 1).length;
  expect([found(5, 4), found(6, 3), found(40, 3), found(40, 2)]).toEqual([1, 0, 1, 0]);
  expect([found(40, 8, 0.5), found(40, 8, 0.49)]).toEqual([1, 0]);
});

test('findTextRegions measures the minimum height in map pixels', () => {
  expect(findTextRegions(paintMap([[10, 10, 40, 3]]), 4, 1)).toHaveLength(1);
  expect(findTextRegions(paintMap([[10, 10, 40, 3]]), 1, 4)).toHaveLength(1);
});

test('findTextRegions does not join the right edge of a row to the left edge of the next', () => {
  const right = [60, 10, 40, 5] as [number, number, number, number];
  expect(findTextRegions(paintMap([right, [0, 15, 40, 5]]), 1, 1)).toHaveLength(2);
  expect(findTextRegions(paintMap([[0, 8, 40, 5], right]), 1, 1)).toHaveLength(2);
});

test('findTextRegions keeps a line apart from a frame one pixel away', () => {
  const frame: [number, number, number, number][] = [
    [10, 5, 60, 4],
    [10, 5, 4, 40],
    [66, 5, 4, 40],
    [10, 41, 60, 4],
  ];
  const boxes = findTextRegions(paintMap([...frame, [15, 10, 50, 30]]), 1, 1);
  expect(boxes).toHaveLength(2);
});

test('findTextRegions measures a line at the bottom right like one in the middle', () => {
  const [middle] = findTextRegions(paintMap([[30, 20, 40, 8]]), 1, 1);
  const [corner] = findTextRegions(paintMap([[60, 52, 40, 8]]), 1, 1);
  expect(corner).toEqual({ ...middle, centerX: 80, centerY: 56 });
});

test('findTextRegions finds a slanted line whole, with its angle', () => {
  const steps = Array.from({ length: 30 }, (_, i): [number, number, number, number] => [
    10 + 2 * i,
    10 + i,
    8,
    6,
  ]);
  const [box, ...others] = findTextRegions(paintMap(steps), 1, 1);
  expect(others).toEqual([]);
  expect(box!.angle).toBeCloseTo(Math.atan2(1, 2), 1);
});

test('findTextRegions finds a region that begins at the first pixel', () => {
  const [box] = findTextRegions(paintMap([[0, 0, 5, 4]]), 1, 1);
  expect(box).toMatchObject({ centerX: 2.5, centerY: 2 });
});
