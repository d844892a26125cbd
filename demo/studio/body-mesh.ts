import { BufferGeometry, Float32BufferAttribute } from 'three';
import type { BodyShape } from './body-shapes.ts';
import { halfWidthOf } from './body-width.ts';
import { inwardNormals, type Point } from './curves.ts';

/** Columns from the centre line to the rounded edge, and from there over the side to the spine at half height. */
const acrossColumns = 28;
const sideColumns = 44;
const columns = acrossColumns + sideColumns + 1;

/** How far the body draws back towards its edges, by which way the outline faces there. */
function drawIn(shape: BodyShape, point: Point, inward: Point): (share: number) => number {
  const forward = Math.max(0, -inward[0]);
  const backward = Math.max(0, inward[0]);
  const upward = Math.max(0, -inward[1]);
  const downward = Math.max(0, inward[1]);
  const bow =
    (0.13 * forward + 0.07 * backward) * (point[1] < shape.bonnet + 0.05 ? 1 : 0.75) + 0.035 * upward ** 2;
  const isBoxy = shape.name === 'van' || shape.name === 'mpv' || shape.name === 'oldEstate';
  const rounding = (isBoxy ? 0.075 : 0.08 + 0.03 * upward) * (1 - 0.75 * downward);
  const power = 3.2;
  return (share) => bow * share ** 2 + rounding * (1 - (1 - share ** power) ** (1 / power));
}

function positionsOf(shape: BodyShape): number[] {
  const { outline } = shape;
  const halfWidth = halfWidthOf(shape);
  const normals = inwardNormals(outline, 14);
  const spineHeight = 0.56 + shape.lift;
  const positions: number[] = [];
  for (const side of [1, -1]) {
    for (let row = 0; row <= outline.length; row++) {
      const point = outline[row % outline.length]!;
      const inward = normals[row % outline.length]!;
      const depth = drawIn(shape, point, inward);
      const moved = (by: number): Point => [point[0] + inward[0] * by, point[1] + inward[1] * by];
      const edge = moved(depth(1));
      const edgeWidth = halfWidth(edge[0], edge[1]);
      for (let column = 0; column <= acrossColumns; column++) {
        const share = column === acrossColumns ? 1 : Math.sin(((column / acrossColumns) * Math.PI) / 2);
        const [x, y] = moved(depth(share));
        positions.push(x, y, side * share * edgeWidth);
      }
      const spine: Point = [Math.min(shape.front - 0.5, Math.max(shape.rear + 0.5, edge[0])), spineHeight];
      for (let column = 1; column <= sideColumns; column++) {
        const share = column / sideColumns;
        const x = edge[0] + (spine[0] - edge[0]) * share;
        const y = edge[1] + (spine[1] - edge[1]) * share;
        positions.push(x, y, side * halfWidth(x, y));
      }
    }
  }
  return positions;
}

function trianglesOf(rows: number): number[] {
  const triangles: number[] = [];
  for (const side of [0, 1]) {
    const base = side * (rows + 1) * columns;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns - 1; column++) {
        const here = base + row * columns + column;
        const [next, below, across] = [here + 1, here + columns, here + columns + 1];
        // The halves mirror each other, so they wind in opposite ways.
        if (side === 0) triangles.push(here, below, next, next, below, across);
        else triangles.push(here, next, below, next, across, below);
      }
    }
  }
  return triangles;
}

/** Makes the two halves share their normals on the centre line, where they would show a seam. */
function weldCentreLine(geometry: BufferGeometry, rows: number): void {
  const normals = geometry.getAttribute('normal');
  const half = (rows + 1) * columns;
  for (let row = 0; row <= rows; row++) {
    const [right, left] = [row * columns, half + row * columns];
    const x = normals.getX(right) + normals.getX(left);
    const y = normals.getY(right) + normals.getY(left);
    const length = Math.hypot(x, y);
    for (const vertex of [right, left]) normals.setXYZ(vertex, x / length, y / length, 0);
  }
}

/** The painted body: strips from the centre line outwards over rounded edges, then down the sides. */
export function bodyGeometry(shape: BodyShape): BufferGeometry {
  const rows = shape.outline.length;
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positionsOf(shape), 3));
  geometry.setIndex(trianglesOf(rows));
  geometry.computeVertexNormals();
  weldCentreLine(geometry, rows);
  return geometry;
}
