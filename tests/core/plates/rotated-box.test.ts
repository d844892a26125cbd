import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  boxCorners,
  growBox,
  pointInBox,
  type RotatedBox,
  scaleQuad,
  smallestBox,
} from '#core/plates/boxes.ts';

const anyBox: fc.Arbitrary<RotatedBox> = fc.record({
  centerX: fc.double({ min: -500, max: 500, noNaN: true }),
  centerY: fc.double({ min: -500, max: 500, noNaN: true }),
  width: fc.double({ min: 60, max: 300, noNaN: true }),
  height: fc.double({ min: 5, max: 50, noNaN: true }),
  angle: fc.double({ min: -1.5, max: 1.5, noNaN: true }),
});

describe('smallestBox', () => {
  test('smallestBox finds a box from its corners at any angle', () => {
    fc.assert(
      fc.property(anyBox, (box) => {
        const found = smallestBox(boxCorners(box));
        for (const key of ['centerX', 'centerY', 'width', 'height', 'angle'] as const) {
          expect(found[key]).toBeCloseTo(box[key], 5);
        }
      }),
    );
  });

  test('smallestBox contains all points', () => {
    const point = fc.record({ x: fc.integer({ min: 0, max: 100 }), y: fc.integer({ min: 0, max: 100 }) });
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 30 }), (points) => {
        const box = smallestBox(points);
        for (const { x, y } of points) {
          const [dx, dy] = [x - box.centerX, y - box.centerY];
          const along = dx * Math.cos(box.angle) + dy * Math.sin(box.angle);
          const across = dy * Math.cos(box.angle) - dx * Math.sin(box.angle);
          expect(Math.abs(along)).toBeLessThanOrEqual(box.width / 2 + 1e-6);
          expect(Math.abs(across)).toBeLessThanOrEqual(box.height / 2 + 1e-6);
        }
      }),
    );
  });

  test('smallestBox puts the text along the longer side and never upside down', () => {
    const upright = smallestBox([
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 10, y: 40 },
      { x: 0, y: 40 },
    ]);
    expect(upright).toMatchObject({ width: 40, height: 10 });
    expect(upright.angle).toBeCloseTo(Math.PI / 2);
  });
});

test('growBox adds the same margin on all sides', () => {
  const grown = growBox({ centerX: 0, centerY: 0, width: 100, height: 25, angle: 0 }, 1);
  expect(grown.width - 100).toBeCloseTo(20);
  expect(grown.height - 25).toBeCloseTo(20);
});

test('boxCorners starts at the top left and goes clockwise', () => {
  expect(boxCorners({ centerX: 50, centerY: 20, width: 100, height: 40, angle: 0 })).toEqual([
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 100, y: 40 },
    { x: 0, y: 40 },
  ]);
});

test('scaleQuad keeps the centre', () => {
  const [topLeft, , bottomRight] = scaleQuad(
    boxCorners({ centerX: 50, centerY: 20, width: 100, height: 40, angle: 0 }),
    2,
  );
  expect(topLeft).toEqual({ x: -50, y: -20 });
  expect(bottomRight).toEqual({ x: 150, y: 60 });
});

describe('pointInBox', () => {
  const box = { centerX: 10, centerY: 20, width: 8, height: 4 };

  test('pointInBox measures along the text and across it', () => {
    expect(pointInBox({ ...box, angle: 0 }, 0, 0)).toEqual({ x: 10, y: 20 });
    expect(pointInBox({ ...box, angle: 0 }, 0.5, 0.25)).toEqual({ x: 14, y: 21 });
  });

  test('pointInBox rotates with the box', () => {
    const { x, y } = pointInBox({ ...box, angle: Math.PI / 2 }, 0.5, 0.5);
    expect([x, y]).toEqual([expect.closeTo(8), expect.closeTo(24)]);
  });
});

test('smallestBox of one point or of points on a line has no height', () => {
  expect(smallestBox([{ x: 3, y: 4 }])).toEqual({ centerX: 3, centerY: 4, width: 0, height: 0, angle: 0 });
  const line = smallestBox([0, 1, 2, 3].map((step) => ({ x: 3 * step, y: 4 * step })));
  expect(line.width).toBeCloseTo(15);
  expect(line.height).toBeCloseTo(0);
  expect(line.angle).toBeCloseTo(Math.atan2(4, 3));
});

test('smallestBox does not rotate a square, and text never runs to the left', () => {
  const square = smallestBox(boxCorners({ centerX: 0, centerY: 0, width: 10, height: 10, angle: 0 }));
  expect(square.angle).toBeCloseTo(0);
  for (const angle of [-1.5, -0.8, 0, 0.8, 1.5]) {
    const found = smallestBox(
      boxCorners({ centerX: 0, centerY: 0, width: 40, height: 10, angle }).toReversed(),
    );
    expect(found.angle).toBeCloseTo(angle);
  }
});
