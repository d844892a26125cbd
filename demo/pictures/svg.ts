/** Small words for writing SVG. Points are [x, y]; numbers are cut to a tenth, which no eye sees. */
export type Point = readonly [x: number, y: number];

const short = (value: number) => String(Math.round(value * 10) / 10);
export const at = ([x, y]: Point) => `${short(x)} ${short(y)}`;

/** "x,y x,y …": long outlines stay readable as one line. */
export function points(text: string): Point[] {
  return text.split(' ').map((pair): Point => {
    const [x = 0, y = 0] = pair.split(',').map(Number);
    return [x, y];
  });
}

/** The two handles of a centripetal Catmull-Rom segment from `b` to `c`: no loops and no overshoot where points lie close. */
function handles(a: Point, b: Point, c: Point, d: Point): [Point, Point] {
  const root = (p: Point, q: Point) => Math.max(1e-3, Math.hypot(p[0] - q[0], p[1] - q[1]) ** 0.5);
  const [before, here, after] = [root(a, b), root(b, c), root(c, d)];
  const handle = (outer: Point, near: Point, far: Point, side: number): Point => {
    const weigh = (axis: 0 | 1) =>
      (side ** 2 * far[axis] -
        here ** 2 * outer[axis] +
        (2 * side ** 2 + 3 * side * here + here ** 2) * near[axis]) /
      (3 * side * (side + here));
    return [weigh(0), weigh(1)];
  };
  return [handle(a, b, c, before), handle(d, c, b, after)];
}

export function smoothShape(points: readonly Point[]): string {
  const pick = (index: number) => points[(index + points.length) % points.length]!;
  const segments = points.map((_, index) => {
    const [first, second] = handles(pick(index - 1), pick(index), pick(index + 1), pick(index + 2));
    return `C${at(first)} ${at(second)} ${at(pick(index + 1))}`;
  });
  return `M${at(points[0]!)}${segments.join('')}Z`;
}

/** "0 #ffffff .5, 1 #000000": offset, colour and, where it is not whole, opacity of each stop. */
function stopTags(stops: string): string {
  return stops
    .split(', ')
    .map((stop) => {
      const [offset, color, opacity = '1'] = stop.split(' ');
      return `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`;
    })
    .join('');
}

/** A gradient between two points of the drawing's own units. */
export function linear(id: string, from: Point, to: Point, stops: string): string {
  return `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}">${stopTags(stops)}</linearGradient>`;
}

/** A round gradient that fills whatever shape it is given. */
export function radial(id: string, stops: string): string {
  return `<radialGradient id="${id}">${stopTags(stops)}</radialGradient>`;
}

export function path(d: string, attributes: string): string {
  return `<path d="${d}" ${attributes}/>`;
}

export function stroke(d: string, color: string, width: number, opacity = 1): string {
  return `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-opacity="${opacity}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

export function ellipse(center: Point, radiusX: number, radiusY: number, attributes: string): string {
  return `<ellipse cx="${short(center[0])}" cy="${short(center[1])}" rx="${short(radiusX)}" ry="${short(radiusY)}" ${attributes}/>`;
}

export function rect(x: number, y: number, width: number, height: number, attributes: string): string {
  return `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" ${attributes}/>`;
}
