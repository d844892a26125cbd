/** Metres: x forward, y up. */
export type Point = readonly [x: number, y: number];

/** 0 below `from`, 1 beyond `to`, eased between; `from` may be the larger. */
export function ease(from: number, to: number, value: number): number {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return share * share * (3 - 2 * share);
}

/** 1 at distance 0, 1/e at `width`. */
export function bump(distance: number, width: number): number {
  return Math.exp(-((distance / width) ** 2));
}

const distance = (a: Point, b: Point) => Math.hypot(b[0] - a[0], b[1] - a[1]);
const between = (a: Point, b: Point, share: number): Point => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
];

const stepsPerSegment = 40;

/** One centripetal Catmull-Rom segment from `b` to `c`: it neither loops nor overshoots where points lie close. */
function segment(a: Point, b: Point, c: Point, d: Point): Point[] {
  const knot = (from: Point, to: Point) => Math.max(1e-4, Math.sqrt(distance(from, to)));
  const t1 = knot(a, b);
  const t2 = t1 + knot(b, c);
  const t3 = t2 + knot(c, d);
  return Array.from({ length: stepsPerSegment }, (_, step) => {
    const t = t1 + ((t2 - t1) * step) / stepsPerSegment;
    const mix = (p: Point, q: Point, from: number, to: number) => between(p, q, (t - from) / (to - from));
    const first = mix(a, b, 0, t1);
    const second = mix(b, c, t1, t2);
    const third = mix(c, d, t2, t3);
    return mix(mix(first, second, 0, t2), mix(second, third, t1, t3), t1, t2);
  });
}

/** A closed smooth line through `points`, as `count` samples at even distances along it. */
export function closedCurve(points: readonly Point[], count: number): Point[] {
  const at = (index: number) => points[(index + points.length) % points.length]!;
  const fine = points.flatMap((_, index) => segment(at(index - 1), at(index), at(index + 1), at(index + 2)));
  const lengths = [0];
  fine.forEach((point, index) => {
    lengths.push(lengths[index]! + distance(point, fine[(index + 1) % fine.length]!));
  });
  const total = lengths.at(-1)!;
  let piece = 0;
  return Array.from({ length: count }, (_, index) => {
    const goal = (total * index) / count;
    while (lengths[piece + 1]! < goal) piece++;
    const share = (goal - lengths[piece]!) / (lengths[piece + 1]! - lengths[piece]!);
    return between(fine[piece % fine.length]!, fine[(piece + 1) % fine.length]!, share);
  });
}

/** Unit normals of a closed outline that point into it, averaged over `reach` samples either side. */
export function inwardNormals(outline: readonly Point[], reach: number): Point[] {
  const count = outline.length;
  const at = <T>(items: readonly T[], index: number) => items[(index + count) % count]!;
  const unit = ([x, y]: Point): Point => [x / Math.hypot(x, y), y / Math.hypot(x, y)];
  const area = outline.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = at(outline, index + 1);
    return sum + x * nextY - nextX * y;
  }, 0);
  const side = Math.sign(area);
  let normals = outline.map((_, index) => {
    const [before, after] = [at(outline, index - 1), at(outline, index + 1)];
    return unit([side * (before[1] - after[1]), side * (after[0] - before[0])]);
  });
  for (let round = 0; round < 2; round++) {
    const sharp = normals;
    normals = sharp.map((_, index) => {
      let [x, y] = [0, 0];
      for (let offset = -reach; offset <= reach; offset++) {
        x += at(sharp, index + offset)[0];
        y += at(sharp, index + offset)[1];
      }
      return unit([x, y]);
    });
  }
  return normals;
}
