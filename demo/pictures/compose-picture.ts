import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { createRandom } from '#demo/cars/random.ts';
import { assetName, type PlateCorners, type PlateIndex, pictureHeight, pictureWidth } from './layers.ts';
import { byteOfLight, lightOf, whiteLight } from './linear-light.ts';
import { mountPlate } from './mount-plate.ts';
import type { LayeredSpec } from './spec.ts';

const channels = 3;
const layerFile = (name: string) => fileURLToPath(new URL(`layers/${name}`, import.meta.url));

let plateIndex: Promise<PlateIndex> | undefined;

function readPlateIndex(): Promise<PlateIndex> {
  plateIndex ??= readFile(layerFile('plates.json'), 'utf8').then((text) => JSON.parse(text) as PlateIndex);
  return plateIndex;
}

/** Both as raw RGB. */
function readLayers(name: string): Promise<[black: Buffer, added: Buffer]> {
  const read = (layer: 'a' | 'm') =>
    sharp(layerFile(`${name}.${layer}.webp`))
      .removeAlpha()
      .raw()
      .toBuffer();
  return Promise.all([read('a'), read('m')]);
}

/** By byte of a layer: its light, weighed and in whole steps. */
const weighed = (weight: number) => Uint16Array.from(lightOf, (light) => Math.round(light * weight));

/** (black + what white paint adds × paint) × exposure, in linear light; from right to left where it is mirrored. */
function applyPaint(
  black: Buffer,
  added: Buffer,
  paint: string,
  exposure: number,
  isMirrored: boolean,
): Uint8ClampedArray {
  const base = weighed(exposure);
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = lightOf[Number.parseInt(paint.slice(at, at + 2), 16)]! / whiteLight;
    return weighed(exposure * share);
  }) as [Uint16Array, Uint16Array, Uint16Array];
  const picture = new Uint8ClampedArray(pictureWidth * pictureHeight * channels);
  const step = isMirrored ? -channels : channels;
  let from = 0;
  for (let y = 0; y < pictureHeight; y++) {
    let to = (y * pictureWidth + (isMirrored ? pictureWidth - 1 : 0)) * channels;
    for (let x = 0; x < pictureWidth; x++) {
      const light = added[from]!;
      picture[to] = byteOfLight[base[black[from]!]! + red[light]!]!;
      picture[to + 1] = byteOfLight[base[black[from + 1]!]! + green[light]!]!;
      picture[to + 2] = byteOfLight[base[black[from + 2]!]! + blue[light]!]!;
      from += channels;
      to += step;
    }
  }
  return picture;
}

/** The same plate in the mirrored picture: it moves to the other side but is not turned round. */
function mirrorCorners(corners: PlateCorners): PlateCorners {
  const [upperLeft, upperRight, lowerRight, lowerLeft] = corners.map(
    ([x, y]) => [pictureWidth - x, y] as const,
  );
  return [upperRight!, upperLeft!, lowerLeft!, lowerRight!];
}

/** The noise's whole range, in levels of 256. */
const grainLevels = 5;
/** How much darker the corners are, times the square of their distance from the middle in picture sides. */
const vignette = 0.32;

/** Slightly darker corners, a tint of its own, and the noise of a phone's sensor. */
function finish(picture: Uint8ClampedArray, seed: number): void {
  const warmth = 0.03 * createRandom('camera', seed).between(-0.5, 0.5);
  const [red, blue] = [1 + warmth, 1 - warmth];
  const across = Float32Array.from(
    { length: pictureWidth },
    (_, x) => vignette * (x / pictureWidth - 0.5) ** 2,
  );
  // A xorshift: a million calls of the ordinary source would cost more than everything else.
  let state = Math.imul(seed + 1, 2654435761) | 1;
  let at = 0;
  for (let y = 0; y < pictureHeight; y++) {
    const left = 1 - vignette * (y / pictureHeight - 0.5) ** 2;
    for (let x = 0; x < pictureWidth; x++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      const noise = ((state & 255) / 255 - 0.5) * grainLevels;
      const fall = left - across[x]!;
      picture[at] = picture[at]! * fall * red + noise;
      picture[at + 1] = picture[at + 1]! * fall + noise;
      picture[at + 2] = picture[at + 2]! * fall * blue + noise;
      at += channels;
    }
  }
}

/** One photo of a car as JPEG, put together from its rendered layers: paint, light, plate. Equal specs give equal bytes. */
export async function composePicture(spec: LayeredSpec): Promise<Buffer> {
  const { body, scene, view, paint, seed, isMirrored, plate } = spec;
  if (body === 'motorcycle') throw new Error('Motorcycles have no rendered body');
  const name = assetName(body, scene, view);
  const [[black, added], plates] = await Promise.all([readLayers(name), readPlateIndex()]);
  const exposure = createRandom('exposure', seed, view).between(0.94, 1.06);
  const picture = applyPaint(black, added, paint, exposure, isMirrored);
  const corners = plates[name];
  if (corners) await mountPlate(picture, isMirrored ? mirrorCorners(corners) : corners, plate);
  finish(picture, seed);
  return sharp(picture, { raw: { width: pictureWidth, height: pictureHeight, channels } })
    .jpeg({ quality: 72 })
    .toBuffer();
}
