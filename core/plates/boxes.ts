/** A part of a picture, in its pixels. */
export type Place = { left: number; top: number; width: number; height: number };

/** Places that overlap or touch become the rectangle around them, until none do. */
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

const leastAspect = 1;
const mostAspect = 11;
const leastLineWidthPx = 24;
/** Beyond the largest 20 lines of a photo there are no plates, only work. */
const mostBoxes = 20;

/** The boxes that can hold a plate or one line of it, largest first. */
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
 * Whether two lines can be the two lines of one plate ("AB 12" over "345"): much the same height, the lower one right below,
 * in the middle and not much wider. Seen along the upper line, so that it holds for tilted plates.
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

/** Per pixel how likely it is text (0–1), row by row. */
export type TextMap = { width: number; height: number; values: Float32Array };

/** A pixel counts as text above this; a region when its pixels' mean reaches the next; smaller regions are specks. */
const pixelThreshold = 0.3;
const regionThreshold = 0.5;
const leastPixels = 20;
const leastSidePx = 3;
/** Text detection (DB) is trained on shrunken lines; this ratio gives the ink back with a little air. */
const growRatio = 1.7;

/**
 * The lines of text of a map, as boxes in the coordinates of the picture that was scaled down to the map
 * (`scaleX`, `scaleY`: picture pixels per map pixel).
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

/** Indices of the region around `start`, neighbours by side or corner; marks them taken. */
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

/** The outer corners of the first and last pixel of every row: all that a convex hull can touch. */
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

/** Edges are summed in cells of this size; four times two by two of them side by side are the least that a plate covers. */
const cellWidthPx = 5;
const cellHeightPx = 4;
const sideCells = 2;
const quarters = 4;
/** One hard edge, a lamp's or a window's, is not to pass for the many strokes of a plate. */
const mostEdge = 60;
/** Mean edge of the weakest quarter. The faintest plate of the measured photos has 13.6, of those that need this 19 (decision 9). */
const leastStrokes = 10;
/** Places are whole tiles, with one around them: the network sees what surrounds a line, and halves its input five times. */
const tilePx = 32;
/** From the darkest to the brightest of an ordinary photo; a dark or foggy one is stretched to it, so many times at most. */
const ordinarySpread = 200;
const mostStretch = 4;

/**
 * The places of a picture that can hold a plate: strokes beside strokes, all along its width. Sky, asphalt, paint and most of what
 * a car consists of are none. The picture's sides are multiples of 32; places do not overlap.
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

/** How many times the photo's shades must be spread to be an ordinary photo's. */
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

/** Mean difference between left and right neighbours, cell by cell. */
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
