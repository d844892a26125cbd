import { growBox, type Point, type RotatedBox, smallestBox } from './rotated-box.ts';

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
