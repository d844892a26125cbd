export type Point = { x: number; y: number };

/** Four corners in reading order: top left, top right, bottom right, bottom left. Pixels, y down. */
export type Quad = readonly [Point, Point, Point, Point];

/** A rectangle around a line of text. `width ≥ height`; `angle` in radians, (−π/2, π/2], is the direction of the text (y down). */
export type RotatedBox = { centerX: number; centerY: number; width: number; height: number; angle: number };

/** The rectangle of least area around the points (one of its sides lies on a side of their convex hull). At least one point. */
export function smallestBox(points: readonly Point[]): RotatedBox {
  const hull = convexHull(points);
  let best: RotatedBox | null = null;
  for (let i = 0; i < hull.length; i++) {
    const from = hull[i]!;
    const to = hull[(i + 1) % hull.length]!;
    const box = boxAlong(hull, Math.atan2(to.y - from.y, to.x - from.x));
    if (!best || box.width * box.height < best.width * best.height) best = box;
  }
  return layAlongText(best!);
}

/** The box grown on all sides by `ratio × area / perimeter` pixels: text detection marks the core of a line only. */
export function growBox(box: RotatedBox, ratio: number): RotatedBox {
  const margin = (box.width * box.height * ratio) / (2 * (box.width + box.height));
  return { ...box, width: box.width + 2 * margin, height: box.height + 2 * margin };
}

export function boxCorners(box: RotatedBox): Quad {
  const corner = (alongText: number, acrossText: number): Point => pointInBox(box, alongText, acrossText);
  return [corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)];
}

/** The quad blown up around its middle; 1.2 adds a fifth to both sides. */
export function scaleQuad(quad: Quad, factor: number): Quad {
  const middleX = quad.reduce((sum, corner) => sum + corner.x, 0) / quad.length;
  const middleY = quad.reduce((sum, corner) => sum + corner.y, 0) / quad.length;
  const moved = ({ x, y }: Point): Point => ({
    x: middleX + (x - middleX) * factor,
    y: middleY + (y - middleY) * factor,
  });
  return [moved(quad[0]), moved(quad[1]), moved(quad[2]), moved(quad[3])];
}

/** Where a place of the box lies in the picture; (0, 0) is its middle, ±0.5 are its edges, along the text and across it. */
export function pointInBox(box: RotatedBox, alongText: number, acrossText: number): Point {
  const along = alongText * box.width;
  const across = acrossText * box.height;
  const cos = Math.cos(box.angle);
  const sin = Math.sin(box.angle);
  return { x: box.centerX + along * cos - across * sin, y: box.centerY + along * sin + across * cos };
}

function boxAlong(points: readonly Point[], angle: number): RotatedBox {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const along = points.map((p) => p.x * cos + p.y * sin);
  const across = points.map((p) => p.y * cos - p.x * sin);
  const [left, right] = [Math.min(...along), Math.max(...along)];
  const [top, bottom] = [Math.min(...across), Math.max(...across)];
  const [middleAlong, middleAcross] = [(left + right) / 2, (top + bottom) / 2];
  return {
    centerX: middleAlong * cos - middleAcross * sin,
    centerY: middleAlong * sin + middleAcross * cos,
    width: right - left,
    height: bottom - top,
    angle,
  };
}

/** Text runs along the longer side, and never upside down. */
function layAlongText(box: RotatedBox): RotatedBox {
  const lying =
    box.width >= box.height
      ? box
      : { ...box, width: box.height, height: box.width, angle: box.angle + Math.PI / 2 };
  const halfTurns = Math.ceil(lying.angle / Math.PI - 0.5 - 1e-12);
  return { ...lying, angle: lying.angle - halfTurns * Math.PI };
}

/** Andrew's monotone chain; fewer than three corners for points on a line. */
function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const chains = [sorted, [...sorted].reverse()].map(halfHull);
  const hull = chains.flatMap((chain) => chain.slice(0, -1));
  return hull.length > 0 ? hull : sorted.slice(0, 1);
}

function halfHull(points: readonly Point[]): Point[] {
  const chain: Point[] = [];
  for (const point of points) {
    while (chain.length > 1 && !turnsLeft(chain.at(-2)!, chain.at(-1)!, point)) chain.pop();
    chain.push(point);
  }
  return chain;
}

function turnsLeft(a: Point, b: Point, c: Point): boolean {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0;
}
