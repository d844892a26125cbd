import { joinTouching, type Place } from './place.ts';

/** RGB, 8 bits, row by row. */
type Picture = { width: number; height: number; data: Uint8Array };

/** Edges are summed in cells of this size; four times two by two of them side by side are the least that a plate covers. */
const cellWidthPx = 5;
const cellHeightPx = 4;
const sideCells = 2;
const quarters = 4;
/** One hard edge, a lamp's or a window's, is not to pass for the many strokes of a plate. */
const mostEdge = 60;
/** Mean edge of the weakest quarter. The faintest plate of the measured photos has 13.6, of those that need this 19 (decision 66). */
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
