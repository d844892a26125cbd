import type { Random } from '#demo/cars/random.ts';
import { darken, lighten, mixColors } from './color.ts';
import { ellipse, type Point, path, polygon, rect, smoothLine } from './svg.ts';

/** Where the road begins behind the car. */
export const roadTop = 648;

/** A rolling line of land from edge to edge, filled downwards. */
export function hills(random: Random, top: number, swing: number, color: string, opacity = 1): string {
  const points: Point[] = Array.from(
    { length: 9 },
    (_, index): Point => [-40 + index * 160, top - swing * random.next()],
  );
  return path(`${smoothLine(points)}L1240 900L-40 900Z`, `fill="${color}" opacity="${opacity}"`);
}

export function clouds(random: Random, count: number): string {
  return Array.from({ length: count }, () => {
    const [x, y, width] = [random.between(-50, 1250), random.between(60, 330), random.between(90, 230)];
    return (
      ellipse([x, y], width, width * 0.16, 'fill="#ffffff" opacity=".34"') +
      ellipse([x + width * 0.3, y - width * 0.09], width * 0.55, width * 0.14, 'fill="#ffffff" opacity=".34"')
    );
  }).join('');
}

/** Round crowns of deciduous trees. */
export function leafTrees(
  random: Random,
  base: number,
  height: number,
  color: string,
  count: number,
): string {
  return Array.from({ length: count }, (_, index) => {
    const x = ((index + random.next()) / count) * 1280 - 40;
    const tall = height * random.between(0.6, 1.15);
    const crown = mixColors(color, random.chance(0.5) ? '#e2e6cf' : '#1f3122', random.between(0.02, 0.16));
    return (
      rect(x - tall * 0.03, base - tall * 0.4, tall * 0.06, tall * 0.4, 'fill="#5b5145"') +
      ellipse([x, base - tall * 0.62], tall * 0.36, tall * 0.4, `fill="${crown}"`) +
      ellipse(
        [x - tall * 0.14, base - tall * 0.74],
        tall * 0.2,
        tall * 0.2,
        `fill="${lighten(crown, 0.14)}" opacity=".7"`,
      )
    );
  }).join('');
}

export function sashWindow(x: number, y: number, width: number, height: number): string {
  const frame = '#efeadf';
  return [
    rect(x - 6, y - 6, width + 12, height + 12, `fill="${frame}"`),
    rect(x, y, width, height, 'fill="#4a585e"'),
    path(
      polygon([
        [x, y],
        [x + width * 0.7, y],
        [x + width * 0.2, y + height],
        [x, y + height],
      ]),
      'fill="#c3d1d4" opacity=".4"',
    ),
    rect(x + width / 2 - 3, y, 6, height, `fill="${frame}"`),
    rect(x, y + height * 0.36, width, 6, `fill="${frame}"`),
  ].join('');
}

/** A town house with its gable to the street. */
export function gableHouse(
  random: Random,
  x: number,
  base: number,
  width: number,
  height: number,
  color: string,
): string {
  const top = base - height;
  const roof = polygon([
    [x - 5, top + 4],
    [x + width / 2, top - width * 0.42],
    [x + width + 5, top + 4],
  ]);
  const columns = width > 120 ? 3 : 2;
  const cell = width / (columns + 0.5);
  const rows = Math.max(2, Math.floor(height / 74));
  const panes = Array.from({ length: rows * columns }, (_, index) => {
    const column = index % columns;
    const row = Math.floor(index / columns);
    return sashWindow(
      x + cell * (0.45 + column),
      top + 22 + row * (height / rows),
      cell * 0.42,
      (height / rows) * 0.52,
    );
  }).join('');
  const attic = sashWindow(x + width / 2 - 12, top - width * 0.16, 24, 26);
  return (
    rect(x, top, width, height, `fill="${color}"`) +
    path(roof, `fill="${darken(color, 0.07)}"`) +
    rect(x, top, width * 0.06, height, `fill="${darken(color, random.between(0.08, 0.16))}"`) +
    panes +
    attic
  );
}

/** Glitter on water. */
export function glints(random: Random, top: number, bottom: number, count: number): string {
  return Array.from({ length: count }, () => {
    const y = random.between(top, bottom);
    return rect(
      random.between(-60, 1200),
      y,
      random.between(30, 150),
      1.5 + (y - top) * 0.02,
      `rx="1" fill="#eef3f1" opacity="${random.between(0.15, 0.5).toFixed(2)}"`,
    );
  }).join('');
}
