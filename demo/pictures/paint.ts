import { createRandom } from '#demo/cars/random.ts';
import { pictureHeight, pictureWidth, type SceneName } from './layers.ts';
import type { LayeredSpec } from './spec.ts';

/** Linear light in whole steps: 0 is black, this is white. */
export const whiteLight = 8192;

/** Light of an sRGB byte, in steps. */
export const lightOf = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return whiteLight * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
});

/** sRGB byte of some steps of light, up to two and a half times white: what is brighter than white is white. */
export const byteOfLight = Uint8Array.from({ length: whiteLight * 2.5 }, (_, light) => {
  const value = Math.min(1, light / whiteLight);
  return Math.round(255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055));
});

/**
 * How a car that was shot in mild sun is put into a place: how bright it and the place are, which tint the light has, and
 * how dark its shadow is there (1 as shot, 0 none).
 */
export type SceneLight = {
  car: number;
  place: number;
  tint: readonly [number, number, number];
  shadow: number;
};

const sunny: SceneLight = { car: 1, place: 1, tint: [1, 1, 1], shadow: 1 };

export const sceneLights: Record<SceneName, SceneLight> = {
  street: sunny,
  villa: sunny,
  gravel: sunny,
  garage: { ...sunny, shadow: 0.8 },
  yard: sunny,
  harbour: sunny,
  showroom: { car: 0.98, place: 1, tint: [1.01, 1, 0.98], shadow: 0.5 },
  blocks: { car: 0.84, place: 1, tint: [0.97, 1, 1.03], shadow: 0.42 },
  snow: { car: 0.86, place: 1, tint: [0.96, 1, 1.05], shadow: 0.36 },
  rain: { car: 0.68, place: 1, tint: [0.95, 1, 1.05], shadow: 0.5 },
  cellar: { car: 0.56, place: 1, tint: [1.04, 1, 0.92], shadow: 0.5 },
};

const channelCount = 3;

/** By byte of a layer: its light, weighed and in whole steps. */
const weighed = (weight: number) => Uint16Array.from(lightOf, (light) => Math.round(light * weight));
const three = <T>(make: (channel: number) => T) => [make(0), make(1), make(2)] as const;

/** `paint`: "#rrggbb"; `exposure`: 1 as shot. */
export type Finish = { paint: string; isMirrored: boolean; light: SceneLight; exposure: number };

/** Raw RGB, all of one size. */
export type Layers = { black: Uint8Array; added: Uint8Array; through: Uint8Array; place: Uint8Array };

/**
 * Place × what is seen of it + (black + what white paint adds × paint), all × exposure, in linear light; from right to left
 * where it is mirrored.
 */
export function applyPaint(
  layers: Layers,
  { paint, isMirrored, light, exposure }: Finish,
): Uint8ClampedArray {
  const { black, added, through, place } = layers;
  const bases = three((channel) => weighed(exposure * light.car * light.tint[channel]!));
  const paints = three((channel) => {
    const share = lightOf[Number.parseInt(paint.slice(1 + 2 * channel, 3 + 2 * channel), 16)]! / whiteLight;
    return weighed(exposure * light.car * light.tint[channel]! * share);
  });
  const behind = weighed(exposure * light.place);
  // Under the car it is dark in any light; the sun's shadow beside it is not.
  const seen = Float32Array.from(lightOf, (steps) => {
    const share = steps / whiteLight;
    return share ** (light.shadow + (1 - light.shadow) * (1 - share) ** 3);
  });
  const picture = new Uint8ClampedArray(pictureWidth * pictureHeight * channelCount);
  const step = isMirrored ? -channelCount : channelCount;
  let from = 0;
  for (let y = 0; y < pictureHeight; y++) {
    let to = (y * pictureWidth + (isMirrored ? pictureWidth - 1 : 0)) * channelCount;
    for (let x = 0; x < pictureWidth; x++) {
      const share = seen[through[from]!]!;
      const more = added[from]!;
      for (let channel = 0; channel < channelCount; channel++) {
        const own = bases[channel]![black[from + channel]!]! + paints[channel]![more]!;
        picture[to + channel] = byteOfLight[(behind[place[from + channel]!]! * share + own) | 0]!;
      }
      from += channelCount;
      to += step;
    }
  }
  return picture;
}

/** A layer's byte above which a pixel is a plain, lit panel and no seam or handle. */
const panel = 90;
const triesPerDent = 60;

/** What other people's doors and trolleys left: above its middle a dent lies in shade, below it catches the sky. */
export function addDents(picture: Uint8ClampedArray, added: Uint8Array, spec: LayeredSpec): void {
  const random = createRandom('dents', spec.seed, spec.view);
  const isPanel = (x: number, y: number) => added[(y * pictureWidth + x) * channelCount]! > panel;
  for (let left = spec.dents, tried = 0; left > 0 && tried < triesPerDent; tried++) {
    const [x, y] = [random.whole(250, 950), random.whole(380, 600)];
    const [wide, high] = [random.whole(22, 46), random.whole(12, 24)];
    const isOnPanel = [-1, 0, 1].every((across) =>
      [-1, 0, 1].every((up) => isPanel(Math.round(x + across * wide * 1.4), Math.round(y + up * high * 1.4))),
    );
    if (!isOnPanel) continue;
    left--;
    press(picture, { x: spec.isMirrored ? pictureWidth - 1 - x : x, y, wide, high });
  }
}

function press(
  picture: Uint8ClampedArray,
  { x, y, wide, high }: { x: number; y: number; wide: number; high: number },
): void {
  for (let row = Math.max(0, y - 2 * high); row < Math.min(pictureHeight, y + 2 * high); row++)
    for (let column = x - 2 * wide; column < x + 2 * wide; column++) {
      const [across, down] = [(column - x) / wide, (row - y) / high];
      const shading = 1 + 0.85 * down * Math.exp(-1.6 * (across ** 2 + down ** 2));
      const at = (row * pictureWidth + column) * channelCount;
      for (let channel = 0; channel < channelCount; channel++) picture[at + channel]! *= shading;
    }
}

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
      if (added[(y * pictureWidth + x) * channelCount]! > painted) return y;
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
      const light = added[(y * pictureWidth + x) * channelCount]!;
      if (light <= painted) continue;
      const up = edge - y;
      const to = (y * pictureWidth + (isMirrored ? pictureWidth - 1 - x : x)) * channelCount;
      const soiled =
        dirt * Math.exp(-((up / reach) ** 2)) * (0.35 + 0.65 * clouds(x, y)) * (0.8 + 0.4 * grains(x, y));
      const edgeRust =
        up < 26
          ? Math.max(0, spots(x, y) + 0.45 * grains(x, y) + 0.35 * Math.exp(-up / 7) - 1.24 + 0.42 * rusty)
          : 0;
      const eaten = rusty > 0 ? Math.min(0.85, edgeRust * 4) : 0;
      const lit = Math.min(1.25, 0.35 + light / 210);
      for (let channel = 0; channel < channelCount; channel++) {
        const dirtied = picture[to + channel]! * (1 - soiled) + mud[channel]! * lit * soiled;
        picture[to + channel] = dirtied * (1 - eaten) + rust[channel]! * lit * eaten;
      }
    }
  }
}
