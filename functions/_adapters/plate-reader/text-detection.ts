import type { RotatedBox } from '#core/plate/rotated-box.ts';
import { findTextRegions } from '#core/plate/text-regions.ts';
import type { Network } from './ocr-networks.ts';
import { type Pixels, resizePixels } from './photo-pixels.ts';

/** The network halves its input five times. */
const sizeStepPx = 32;
/** ImageNet's mean and deviation, in the channel order PaddleOCR feeds (blue, green, red). */
const channelMeans = [0.485, 0.456, 0.406] as const;
const channelDeviations = [0.229, 0.224, 0.225] as const;

/** At which size a photo is searched: its longer side at most `sidePx`, enlarged `mostEnlargement` times at most. */
export type DetectionSize = { sidePx: number; mostEnlargement: number };

/** The lines of text in a photo, as boxes in its pixels. */
export async function detectTextLines(
  detectText: Network,
  photo: Pixels,
  size: DetectionSize,
): Promise<RotatedBox[]> {
  const { width, height } = inputSize(photo, size);
  const { data } = await resizePixels(photo, width, height);
  const map = await detectText({ values: normalise(data, width * height), width, height });
  return findTextRegions({ width, height, values: map.values }, photo.width / width, photo.height / height);
}

function inputSize(
  photo: Pixels,
  { sidePx, mostEnlargement }: DetectionSize,
): { width: number; height: number } {
  const scale = Math.min(mostEnlargement, sidePx / Math.max(photo.width, photo.height));
  const fitLength = (length: number) =>
    Math.max(sizeStepPx, Math.round((length * scale) / sizeStepPx) * sizeStepPx);
  return { width: fitLength(photo.width), height: fitLength(photo.height) };
}

function normalise(rgb: Uint8Array, pixels: number): Float32Array {
  const values = new Float32Array(3 * pixels);
  for (let channel = 0; channel < 3; channel++) {
    const factor = 1 / (255 * channelDeviations[channel]!);
    const offset = channelMeans[channel]! / channelDeviations[channel]!;
    const plane = channel * pixels;
    for (let pixel = 0; pixel < pixels; pixel++) {
      values[plane + pixel] = rgb[pixel * 3 + 2 - channel]! * factor - offset;
    }
  }
  return values;
}
