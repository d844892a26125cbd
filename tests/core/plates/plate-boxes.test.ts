import { describe, expect, test } from 'vitest';
import { areStackedLines, joinBoxes, plateSizedBoxes, type RotatedBox } from '#core/plates/boxes.ts';

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
