import type { Sharp } from 'sharp';
import { mapToPlane } from './homography.ts';
import { type PlateCorners, pictureWidth } from './layers.ts';
import { byteOfLight, lightOf, whiteLight } from './linear-light.ts';

const channels = 3;
/** Every pixel of a plate is the mean of this many samples across and down. */
const samplesPerSide = 4;
const samples = samplesPerSide ** 2;
/** How bright the blank plate of the layers is in full sun. */
const blankPlateLight = 0.9 * whiteLight;

/** Warps a drawing on the blank plate or display of a picture (raw RGB), keeping the light that falls on it. */
export async function mountDrawing(
  picture: Uint8ClampedArray,
  corners: PlateCorners,
  drawing: Sharp,
  rowLength = pictureWidth,
): Promise<void> {
  const { data, info } = await drawing.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const onPlate = mapToPlane(corners, width, height);
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  for (let y = Math.floor(Math.min(...ys)); y <= Math.max(...ys); y++) {
    for (let x = Math.floor(Math.min(...xs)); x <= Math.max(...xs); x++) {
      const sum = [0, 0, 0];
      let hits = 0;
      for (let sample = 0; sample < samples; sample++) {
        const [u, v] = onPlate(
          x + ((sample % samplesPerSide) + 0.5) / samplesPerSide,
          y + (Math.floor(sample / samplesPerSide) + 0.5) / samplesPerSide,
        );
        if (u < 0 || v < 0 || u >= width || v >= height) continue;
        hits++;
        const at = ((v | 0) * width + (u | 0)) * channels;
        for (let channel = 0; channel < channels; channel++) sum[channel]! += lightOf[data[at + channel]!]!;
      }
      if (hits === 0) continue;
      const cover = hits / samples;
      const to = (y * rowLength + x) * channels;
      for (let channel = 0; channel < channels; channel++) {
        const light = lightOf[picture[to + channel]!]!;
        const written = (sum[channel]! / hits) * Math.min(1, light / blankPlateLight);
        picture[to + channel] = byteOfLight[(light * (1 - cover) + written * cover) | 0]!;
      }
    }
  }
}

/** The same plate in the mirrored picture: it moves to the other side but is not turned round. */
export function mirrorCorners(corners: PlateCorners, width = pictureWidth): PlateCorners {
  const [upperLeft, upperRight, lowerRight, lowerLeft] = corners.map(([x, y]) => [width - x, y] as const);
  return [upperRight!, upperLeft!, lowerLeft!, lowerRight!];
}
