import type { PlateCorners } from './layers.ts';

/** Where a point of the picture lies on the plate's drawing, px. */
export type PlaneMap = (x: number, y: number) => readonly [u: number, v: number];

/** Solves a square system by elimination with row pivots. `rows` hold the right-hand side last. */
function solve(rows: number[][]): number[] {
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    const best = rows.slice(column).reduce((a, b) => (Math.abs(b[column]!) > Math.abs(a[column]!) ? b : a));
    const at = rows.indexOf(best);
    [rows[column], rows[at]] = [rows[at]!, rows[column]!];
    const pivot = rows[column]!;
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = row[column]! / pivot[column]!;
      for (let index = column; index <= size; index++) row[index]! -= factor * pivot[index]!;
    }
  }
  return rows.map((row, index) => row[size]! / row[index]!);
}

/** The projective map that takes the four corners to the corners of a drawing `width` × `height`, upper left first. */
export function mapToPlane(corners: PlateCorners, width: number, height: number): PlaneMap {
  const targets = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ] as const;
  const rows = corners.flatMap(([x, y], index) => {
    const [u, v] = targets[index]!;
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = solve(rows);
  return (x, y) => {
    const depth = g * x + h * y + 1;
    return [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth];
  };
}
