import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  areStackedLines,
  boxCorners,
  busyPlaces,
  findTextRegions,
  growBox,
  joinBoxes,
  type Place,
  plateSizedBoxes,
  pointInBox,
  type RotatedBox,
  scaleQuad,
  smallestBox,
  type TextMap,
} from '#core/plates/boxes.ts';

const [width, height] = [320, 192];
type Draw = (x: number, y: number) => number | null;

/** A gradient from dark on the left to bright on the right, with `draw` over it; `light` dims the whole picture. */
function picture(draw: Draw, light = 1) {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      data.fill(
        Math.round(light * (draw(x, y) ?? 20 + (x * 210) / width)),
        (y * width + x) * 3,
        (y * width + x + 1) * 3,
      );
  return { width, height, data };
}

/** Upright strokes, three pixels black and three white, as a plate of 60 × 14 px. */
const plateAt =
  (left: number, top: number, contrast = 200): Draw =>
  (x, y) => {
    const isInside = x >= left && x < left + 60 && y >= top && y < top + 14;
    return isInside ? 128 + ((x - left) % 6 < 3 ? -contrast : contrast) / 2 : null;
  };
const covers = ({ left, top, width: wide, height: high }: Place, x: number, y: number) =>
  x >= left && x < left + wide && y >= top && y < top + high;

describe('busyPlaces', () => {
  it('a picture of a smooth slope has no busy place', () => {
    expect(busyPlaces(picture(() => null))).toEqual([]);
  });

  it('a single hard edge is no busy place, however long', () => {
    expect(busyPlaces(picture((x) => (x < 160 ? 0 : 255)))).toEqual([]);
    expect(busyPlaces(picture((_, y) => (y < 96 ? 0 : 255)))).toEqual([]);
  });

  it('a busy place contains the whole plate and its surroundings', () => {
    const places = busyPlaces(picture(plateAt(130, 100)));
    expect(places).toHaveLength(1);
    for (const x of [112, 130, 160, 189, 205])
      for (const y of [90, 100, 113, 122]) expect(covers(places[0]!, x, y), `${x}, ${y}`).toBe(true);
    expect(places[0]!.width * places[0]!.height).toBeLessThan((width * height) / 2);
  });

  it('busy places are whole tiles within the picture, also for a plate in its corner', () => {
    for (const place of busyPlaces(picture(plateAt(260, 178)))) {
      for (const side of Object.values(place)) expect(side % 32).toBe(0);
      expect(place.left + place.width).toBeLessThanOrEqual(width);
      expect(place.top + place.height).toBeLessThanOrEqual(height);
    }
    expect(busyPlaces(picture(plateAt(260, 178)))).toHaveLength(1);
  });

  it('busy places do not overlap: two plates side by side share one, far apart they have two', () => {
    const two =
      (one: Draw, other: Draw): Draw =>
      (x, y) =>
        one(x, y) ?? other(x, y);
    expect(busyPlaces(picture(two(plateAt(40, 40), plateAt(110, 44))))).toHaveLength(1);
    expect(busyPlaces(picture(two(plateAt(0, 10), plateAt(256, 150))))).toHaveLength(2);
  });

  it('busy places are found in dark and bright photos, but not where strokes are faint', () => {
    expect(busyPlaces(picture(plateAt(130, 100, 70), 0.3))).toHaveLength(1);
    expect(busyPlaces(picture(plateAt(130, 100, 70)))).toHaveLength(1);
    expect(busyPlaces(picture(plateAt(130, 100, 5)))).toEqual([]);
  });

  it('a higher threshold finds fewer busy places', () => {
    expect(busyPlaces(picture(plateAt(130, 100)), 100)).toEqual([]);
  });
});

const line = (centerX: number, centerY: number, width: number, height: number, angle = 0): RotatedBox => ({
  centerX,
  centerY,
  width,
  height,
  angle,
});

describe('plateSizedBoxes', () => {
  test('plateSizedBoxes drops boxes too small or too long for a plate, and sorts by size', () => {
    const boxes = [line(0, 0, 20, 8), line(0, 0, 300, 20), line(0, 0, 60, 14), line(0, 0, 200, 45)];
    expect(plateSizedBoxes(boxes).map((box) => box.width)).toEqual([200, 60]);
  });

  test('plateSizedBoxes keeps boxes from square to eleven times as wide as high, from 24 pixels', () => {
    const kept = (width: number, height: number) => plateSizedBoxes([line(0, 0, width, height)]).length === 1;
    expect([kept(30, 30), kept(30, 31), kept(110, 10), kept(111, 10), kept(24, 8), kept(23, 8)]).toEqual([
      ...[true, false, true, false, true, false],
    ]);
  });

  test('plateSizedBoxes sorts by area', () => {
    const boxes = [line(0, 0, 100, 20), line(0, 0, 60, 50)];
    expect(plateSizedBoxes(boxes).map((box) => box.height)).toEqual([50, 20]);
  });

  test('plateSizedBoxes keeps twenty boxes at most', () => {
    expect(plateSizedBoxes(Array.from({ length: 50 }, () => line(0, 0, 100, 25)))).toHaveLength(20);
  });
});

describe('areStackedLines', () => {
  const upper = line(100, 100, 90, 30);

  test('areStackedLines recognises the two lines of a square plate', () => {
    expect(areStackedLines(upper, line(102, 134, 80, 30))).toBe(true);
  });

  test('areStackedLines recognises the two lines of a tilted plate', () => {
    const tilt = 0.5;
    const below = line(100 - 34 * Math.sin(tilt), 100 + 34 * Math.cos(tilt), 80, 30, tilt);
    expect(areStackedLines({ ...upper, angle: tilt }, below)).toBe(true);
  });

  test('areStackedLines recognises the two lines of a plate that stands upright', () => {
    for (const tilt of [1.2, -1.2]) {
      const below = line(100 - 34 * Math.sin(tilt), 100 + 34 * Math.cos(tilt), 80, 30, tilt);
      expect(areStackedLines({ ...upper, angle: tilt }, below)).toBe(true);
    }
  });

  test.each([
    ['five times as wide as high', line(100, 100, 100, 20), line(100, 120, 80, 20), line(100, 100, 101, 20)],
    ['1.8 times as high as the lower', line(0, 0, 60, 18), line(0, 14, 60, 10), line(0, 0, 60, 18.1)],
    ['1.8 times lower than the lower', line(0, 0, 50, 10), line(0, 14, 50, 18), line(0, 0, 50, 9.9)],
  ])('areStackedLines accepts an upper line up to this limit: %s', (_, first, second, beyond) => {
    expect(areStackedLines(first, second)).toBe(true);
    expect(areStackedLines(beyond, second)).toBe(false);
  });

  test.each([
    ['a fifth wider', line(0, 20, 120, 20), line(0, 20, 121, 20)],
    ['half a line below', line(0, 10, 80, 20), line(0, 9, 80, 20)],
    ['1.8 lines below', line(0, 36, 80, 20), line(0, 37, 80, 20)],
    ['three tenths to the right', line(30, 20, 80, 20), line(31, 20, 80, 20)],
    ['three tenths to the left', line(-30, 20, 80, 20), line(-31, 20, 80, 20)],
  ])('areStackedLines accepts a lower line up to this limit: %s', (_, second, beyond) => {
    expect(areStackedLines(line(0, 0, 100, 20), second)).toBe(true);
    expect(areStackedLines(line(0, 0, 100, 20), beyond)).toBe(false);
  });

  test.each([
    ['above', line(100, 66, 80, 30)],
    ['too far below', line(100, 170, 80, 30)],
    ['beside', line(160, 134, 80, 30)],
    ['much smaller', line(100, 125, 40, 12)],
    ['much wider', line(100, 134, 140, 30)],
  ])('areStackedLines rejects a line that is %s', (_, other) => {
    expect(areStackedLines(upper, other)).toBe(false);
  });

  test('areStackedLines rejects a one-line plate as an upper line', () => {
    expect(areStackedLines(line(100, 100, 200, 30), line(100, 134, 80, 30))).toBe(false);
  });
});

test('joinBoxes encloses both lines', () => {
  expect(joinBoxes(line(50, 10, 100, 20), line(50, 35, 60, 20))).toMatchObject({ width: 100, height: 45 });
});

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
