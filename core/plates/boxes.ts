/** A rectangle in a picture, in pixels. */
export type Place = { left: number; top: number; width: number; height: number };

/** Replaces rectangles that overlap or touch by their bounding rectangle until none do. */
export function joinTouching(places: readonly Place[]): Place[] {
  const joined: Place[] = [];
  for (const place of places) {
    let grown = place;
    for (let at = joined.findIndex((other) => areTouching(other, grown)); at >= 0; ) {
      grown = rectangleAround(joined.splice(at, 1)[0]!, grown);
      at = joined.findIndex((other) => areTouching(other, grown));
    }
    joined.push(grown);
  }
  return joined;
}

function areTouching(one: Place, other: Place): boolean {
  return (
    one.left <= other.left + other.width &&
    other.left <= one.left + one.width &&
    one.top <= other.top + other.height &&
    other.top <= one.top + one.height
  );
}

function rectangleAround(one: Place, other: Place): Place {
  const [left, top] = [Math.min(one.left, other.left), Math.min(one.top, other.top)];
  const right = Math.max(one.left + one.width, other.left + other.width);
  const bottom = Math.max(one.top + one.height, other.top + other.height);
  return { left, top, width: right - left, height: bottom - top };
}

export type Point = { x: number; y: number };

/** Four corners in reading order: top left, top right, bottom right, bottom left. Pixels, y down. */
export type Quad = readonly [Point, Point, Point, Point];

/** A rectangle around a line of text. `width ≥ height`; `angle` in radians, (−π/2, π/2], is the direction of the text (y down). */
export type RotatedBox = { centerX: number; centerY: number; width: number; height: number; angle: number };

/**
 * The rectangle of smallest area around the points; one of its sides is on a side of their convex hull. Needs at least one
 * point.
 */
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

/** Grows the box on all sides by `ratio × area / perimeter` pixels, because text detection marks only the core of a line. */
export function growBox(box: RotatedBox, ratio: number): RotatedBox {
  const margin = (box.width * box.height * ratio) / (2 * (box.width + box.height));
  return { ...box, width: box.width + 2 * margin, height: box.height + 2 * margin };
}

export function boxCorners(box: RotatedBox): Quad {
  const corner = (alongText: number, acrossText: number): Point => pointInBox(box, alongText, acrossText);
  return [corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)];
}

/** Scales the quad around its centre; 1.2 makes both sides a fifth longer. */
export function scaleQuad(quad: Quad, factor: number): Quad {
  const middleX = quad.reduce((sum, corner) => sum + corner.x, 0) / quad.length;
  const middleY = quad.reduce((sum, corner) => sum + corner.y, 0) / quad.length;
  const moved = ({ x, y }: Point): Point => ({
    x: middleX + (x - middleX) * factor,
    y: middleY + (y - middleY) * factor,
  });
  return [moved(quad[0]), moved(quad[1]), moved(quad[2]), moved(quad[3])];
}

/** A point of the box in picture coordinates; (0, 0) is the centre and ±0.5 the edges, along the text and across it. */
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

/** Makes text run along the longer side and never upside down. */
function layAlongText(box: RotatedBox): RotatedBox {
  const lying =
    box.width >= box.height
      ? box
      : { ...box, width: box.height, height: box.width, angle: box.angle + Math.PI / 2 };
  const halfTurns = Math.ceil(lying.angle / Math.PI - 0.5 - 1e-12);
  return { ...lying, angle: lying.angle - halfTurns * Math.PI };
}

/** The convex hull (Andrew's monotone chain); fewer than three corners for collinear points. */
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

const leastAspect = 1;
const mostAspect = 11;
const leastLineWidthPx = 24;
/** Plates are among the 20 largest lines of text in a photo. */
const mostBoxes = 20;

/** The boxes that may hold a plate or one line of it, largest first. */
export function plateSizedBoxes(boxes: readonly RotatedBox[]): RotatedBox[] {
  return boxes
    .filter((box) => {
      const aspect = box.width / box.height;
      return aspect >= leastAspect && aspect <= mostAspect && box.width >= leastLineWidthPx;
    })
    .sort((a, b) => b.width * b.height - a.width * a.height)
    .slice(0, mostBoxes);
}

/**
 * Whether two lines may be the two lines of one plate ("AB 12" over "345"): similar height, the lower one directly below,
 * centred and not much wider. Measured along the upper line, so that it works for tilted plates.
 */
export function areStackedLines(upper: RotatedBox, lower: RotatedBox): boolean {
  if (upper.width / upper.height > 5) return false;
  const heights = upper.height / lower.height;
  if (heights > 1.8 || heights < 1 / 1.8 || lower.width > upper.width * 1.2) return false;
  const dx = lower.centerX - upper.centerX;
  const dy = lower.centerY - upper.centerY;
  const sideways = dx * Math.cos(upper.angle) + dy * Math.sin(upper.angle);
  const below = dy * Math.cos(upper.angle) - dx * Math.sin(upper.angle);
  const meanHeight = (upper.height + lower.height) / 2;
  return below >= meanHeight * 0.5 && below <= meanHeight * 1.8 && Math.abs(sideways) <= upper.width * 0.3;
}

/** The box around both lines of a plate. */
export function joinBoxes(a: RotatedBox, b: RotatedBox): RotatedBox {
  return smallestBox([...boxCorners(a), ...boxCorners(b)]);
}

/** The probability of text (0–1) for each pixel, row by row. */
export type TextMap = { width: number; height: number; values: Float32Array };

/**
 * A pixel above this counts as text. A region counts if the mean of its pixels reaches the next limit; smaller regions are
 * ignored.
 */
const pixelThreshold = 0.3;
const regionThreshold = 0.5;
const leastPixels = 20;
const leastSidePx = 3;
/** The text detector (DB) is trained on shrunken lines; this ratio restores the text with a small margin. */
const growRatio = 1.7;

/**
 * The lines of text in a map, as boxes in the coordinates of the picture that the map was made from (`scaleX`, `scaleY`:
 * picture pixels per map pixel).
 */
export function findTextRegions(map: TextMap, scaleX: number, scaleY: number): RotatedBox[] {
  const taken = new Uint8Array(map.values.length);
  const boxes: RotatedBox[] = [];
  for (let start = 0; start < map.values.length; start++) {
    if (taken[start] || map.values[start]! <= pixelThreshold) continue;
    const pixels = floodFrom(map, start, taken);
    if (pixels.length < leastPixels || meanOf(map, pixels) < regionThreshold) continue;
    const outline = outlineOf(pixels, map.width).map(({ x, y }) => ({ x: x * scaleX, y: y * scaleY }));
    const box = smallestBox(outline);
    if (box.height >= leastSidePx * Math.min(scaleX, scaleY)) boxes.push(growBox(box, growRatio));
  }
  return boxes;
}

/** Indices of the connected region around `start` (8-neighbourhood); marks them as taken. */
function floodFrom(map: TextMap, start: number, taken: Uint8Array): number[] {
  const pixels = [start];
  taken[start] = 1;
  for (let next = 0; next < pixels.length; next++) {
    const index = pixels[next]!;
    const x = index % map.width;
    const y = (index - x) / map.width;
    for (let ny = Math.max(0, y - 1); ny <= Math.min(map.height - 1, y + 1); ny++) {
      for (let nx = Math.max(0, x - 1); nx <= Math.min(map.width - 1, x + 1); nx++) {
        const neighbour = ny * map.width + nx;
        if (taken[neighbour] || map.values[neighbour]! <= pixelThreshold) continue;
        taken[neighbour] = 1;
        pixels.push(neighbour);
      }
    }
  }
  return pixels;
}

function meanOf(map: TextMap, pixels: readonly number[]): number {
  let sum = 0;
  for (const index of pixels) sum += map.values[index]!;
  return sum / pixels.length;
}

/** The outer corners of the first and last pixel of each row, which is all that the convex hull depends on. */
function outlineOf(pixels: readonly number[], width: number): Point[] {
  const rows = new Map<number, { left: number; right: number }>();
  for (const index of pixels) {
    const x = index % width;
    const y = (index - x) / width;
    const row = rows.get(y);
    if (!row) rows.set(y, { left: x, right: x + 1 });
    else {
      row.left = Math.min(row.left, x);
      row.right = Math.max(row.right, x + 1);
    }
  }
  return [...rows].flatMap(([y, { left, right }]) => [
    { x: left, y },
    { x: right, y },
    { x: left, y: y + 1 },
    { x: right, y: y + 1 },
  ]);
}

/** RGB, 8 bits, row by row. */
type Picture = { width: number; height: number; data: Uint8Array };

/** Edges are summed in cells of this size; a plate covers at least two by two of them. */
const cellWidthPx = 5;
const cellHeightPx = 4;
const sideCells = 2;
const quarters = 4;
/** Limits a single hard edge, of a lamp or a window, so that it does not look like the many strokes of a plate. */
const mostEdge = 60;
/**
 * Minimum mean edge of the weakest quarter. The faintest plate of the measured photos has 13.6, of those that need this 19
 * (decision 9).
 */
const leastStrokes = 10;
/**
 * Rectangles consist of whole tiles, with one more around them: the network needs a line's surroundings, and halves its
 * input five times.
 */
const tilePx = 32;
/** Range of brightness of an ordinary photo. A dark or foggy one is stretched to it, up to a limit. */
const ordinarySpread = 200;
const mostStretch = 4;

/**
 * The rectangles of a picture that may contain a plate: adjacent strokes over its whole width, unlike sky, asphalt or paint.
 * The picture's sides are multiples of 32; rectangles do not overlap.
 */
export function busyPlaces(picture: Picture, least = leastStrokes): Place[] {
  const luma = lumaOf(picture);
  const columns = Math.floor(picture.width / cellWidthPx);
  const rows = Math.floor(picture.height / cellHeightPx);
  const cells = edgesInCells(luma, picture.width, columns, rows);
  const [across, down] = [Math.ceil(picture.width / tilePx), Math.ceil(picture.height / tilePx)];
  const places: Place[] = [];
  const taken = new Uint8Array(across * down);
  const bound = least / stretchOf(luma);
  for (let row = 0; row + sideCells <= rows; row++) {
    for (let column = 0; column + quarters * sideCells <= columns; column++) {
      const x = Math.floor(((column + (quarters * sideCells) / 2) * cellWidthPx) / tilePx);
      const y = Math.floor(((row + sideCells / 2) * cellHeightPx) / tilePx);
      if (taken[y * across + x] || weakestQuarter(cells, columns, column, row) <= bound) continue;
      taken[y * across + x] = 1;
      places.push(around(x, y, across, down));
    }
  }
  return joinTouching(places);
}

function lumaOf({ width, height, data }: Picture): Uint8Array {
  const luma = new Uint8Array(width * height);
  for (let pixel = 0; pixel < luma.length; pixel++) {
    const at = pixel * 3;
    luma[pixel] = (77 * data[at]! + 150 * data[at + 1]! + 29 * data[at + 2]!) >> 8;
  }
  return luma;
}

/** The factor that stretches the photo's brightness to the ordinary range. */
function stretchOf(luma: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (const shade of luma) counts[shade] = counts[shade]! + 1;
  const few = luma.length / 50;
  const firstBeyond = (shades: Iterable<number>): number => {
    let sum = 0;
    for (const shade of shades) {
      sum += counts[shade]!;
      if (sum > few) return shade;
    }
    return 0;
  };
  const spread = firstBeyond([...counts.keys()].reverse()) - firstBeyond(counts.keys());
  return Math.max(1, Math.min(mostStretch, ordinarySpread / Math.max(1, spread)));
}

/** Mean difference between horizontal neighbours, for each cell. */
function edgesInCells(luma: Uint8Array, width: number, columns: number, rows: number): Float32Array {
  const cells = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let y = row * cellHeightPx; y < (row + 1) * cellHeightPx; y++) {
      for (let x = 1; x < Math.min(width - 1, columns * cellWidthPx); x++) {
        const edge = Math.abs(luma[y * width + x + 1]! - luma[y * width + x - 1]!);
        const cell = row * columns + Math.floor(x / cellWidthPx);
        cells[cell] = cells[cell]! + Math.min(mostEdge, edge);
      }
    }
  }
  return cells.map((sum) => sum / (cellWidthPx * cellHeightPx));
}

function weakestQuarter(cells: Float32Array, columns: number, column: number, row: number): number {
  let weakest = Number.POSITIVE_INFINITY;
  for (let quarter = 0; quarter < quarters; quarter++) {
    const at = row * columns + column + quarter * sideCells;
    const below = at + columns;
    const mean = (cells[at]! + cells[at + 1]! + cells[below]! + cells[below + 1]!) / sideCells ** 2;
    weakest = Math.min(weakest, mean);
  }
  return weakest;
}

/** A tile with its neighbours. */
function around(x: number, y: number, across: number, down: number): Place {
  const [left, top] = [Math.max(0, x - 1), Math.max(0, y - 1)];
  const [right, bottom] = [Math.min(across, x + 2), Math.min(down, y + 2)];
  return {
    left: left * tilePx,
    top: top * tilePx,
    width: (right - left) * tilePx,
    height: (bottom - top) * tilePx,
  };
}
