import { createRandom } from '#demo/cars/random.ts';
import { pictureHeight, pictureWidth } from './layers.ts';
import type { LayeredSpec } from './spec.ts';

const channels = 3;
/** A layer's byte above which a pixel is painted metal. */
const painted = 26;
const mud = [112, 98, 80] as const;
const rust = [88, 50, 30] as const;

/** Soft noise between 0 and 1, `size` px from one value to the next. */
function noise(seed: string, size: number): (x: number, y: number) => number {
  const columns = Math.ceil(pictureWidth / size) + 2;
  const random = createRandom('wear', seed, size);
  const values = Float32Array.from({ length: columns * (Math.ceil(pictureHeight / size) + 2) }, () =>
    random.next(),
  );
  return (x, y) => {
    const [column, row] = [Math.floor(x / size), Math.floor(y / size)];
    const [right, down] = [x / size - column, y / size - row];
    const at = row * columns + column;
    const upper = values[at]! * (1 - right) + values[at + 1]! * right;
    const lower = values[at + columns]! * (1 - right) + values[at + columns + 1]! * right;
    return upper * (1 - down) + lower * down;
  };
}

/** By column of the layer: the lowest painted row, which is the sill or the edge of a wheel arch; −1 without any. */
function lowerEdges(added: Uint8Array): Int16Array {
  return Int16Array.from({ length: pictureWidth }, (_, x) => {
    for (let y = pictureHeight - 1; y > 0; y--)
      if (added[(y * pictureWidth + x) * channels]! > painted) return y;
    return -1;
  });
}

/** What the road threw against a car's lower half, and the rust that eats its sills and arches; both from 0 (none) to 1. */
export function addWear(picture: Uint8ClampedArray, added: Uint8Array, spec: LayeredSpec): void {
  const { dirt, rust: rusty, isMirrored, seed, view } = spec;
  if (dirt === 0 && rusty === 0) return;
  const edges = lowerEdges(added);
  const key = `${seed} ${view}`;
  const [clouds, spots, grains] = [noise(key, 46), noise(key, 17), noise(key, 3)];
  const reach = 34 + 46 * dirt;
  for (let x = 0; x < pictureWidth; x++) {
    const edge = edges[x]!;
    if (edge < 0) continue;
    for (let y = Math.max(0, edge - Math.round(reach * 3)); y <= edge; y++) {
      const light = added[(y * pictureWidth + x) * channels]!;
      if (light <= painted) continue;
      const up = edge - y;
      const to = (y * pictureWidth + (isMirrored ? pictureWidth - 1 - x : x)) * channels;
      const soiled =
        dirt * Math.exp(-((up / reach) ** 2)) * (0.35 + 0.65 * clouds(x, y)) * (0.8 + 0.4 * grains(x, y));
      const edgeRust =
        up < 26
          ? Math.max(0, spots(x, y) + 0.45 * grains(x, y) + 0.35 * Math.exp(-up / 7) - 1.24 + 0.42 * rusty)
          : 0;
      const eaten = rusty > 0 ? Math.min(0.85, edgeRust * 4) : 0;
      const lit = Math.min(1.25, 0.35 + light / 210);
      for (let channel = 0; channel < channels; channel++) {
        const dirtied = picture[to + channel]! * (1 - soiled) + mud[channel]! * lit * soiled;
        picture[to + channel] = dirtied * (1 - eaten) + rust[channel]! * lit * eaten;
      }
    }
  }
}
