import { busyPlaces } from '#core/plate/busy-places.ts';
import type { Place } from '#core/plate/place.ts';
import type { RotatedBox } from '#core/plate/rotated-box.ts';
import { findTextRegions } from '#core/plate/text-regions.ts';
import type { Network } from './ocr-networks.ts';
import { type Pixels, resizePixels } from './photo-pixels.ts';

/** The network halves its input five times. */
const sizeStepPx = 32;
/** ImageNet's mean and deviation, in the channel order PaddleOCR feeds (blue, green, red). */
const channelMeans = [0.485, 0.456, 0.406] as const;
const channelDeviations = [0.229, 0.224, 0.225] as const;

/**
 * At which size a photo is searched: its longer side at most `sidePx`, enlarged `mostEnlargement` times at most; all of it, or (`isBusyOnly`)
 * only the places that can hold a plate.
 */
export type DetectionSize = { sidePx: number; mostEnlargement: number; isBusyOnly: boolean };

/** The lines of text in a photo, as boxes in its pixels. */
export async function detectTextLines(
  detectText: Network,
  photo: Pixels,
  size: DetectionSize,
): Promise<RotatedBox[]> {
  const { width, height } = inputSize(photo, size);
  const pixels = await resizePixels(photo, width, height);
  const [scaleX, scaleY] = [photo.width / width, photo.height / height];
  const places = size.isBusyOnly ? busyPlaces(pixels) : [{ left: 0, top: 0, width, height }];
  const boxes: RotatedBox[] = [];
  for (const place of places) {
    const map = await detectText({ values: normalise(pixels, place), ...sizeOf(place) });
    for (const box of findTextRegions({ ...sizeOf(place), values: map.values }, scaleX, scaleY)) {
      const centerX = box.centerX + place.left * scaleX;
      boxes.push({ ...box, centerX, centerY: box.centerY + place.top * scaleY });
    }
  }
  return boxes;
}

const sizeOf = ({ width, height }: Place) => ({ width, height });

function inputSize(
  photo: Pixels,
  { sidePx, mostEnlargement }: DetectionSize,
): { width: number; height: number } {
  const scale = Math.min(mostEnlargement, sidePx / Math.max(photo.width, photo.height));
  const fitLength = (length: number) =>
    Math.max(sizeStepPx, Math.round((length * scale) / sizeStepPx) * sizeStepPx);
  return { width: fitLength(photo.width), height: fitLength(photo.height) };
}

function normalise({ width, data }: Pixels, place: Place): Float32Array {
  const plane = place.width * place.height;
  const values = new Float32Array(3 * plane);
  for (let channel = 0; channel < 3; channel++) {
    const factor = 1 / (255 * channelDeviations[channel]!);
    const offset = channelMeans[channel]! / channelDeviations[channel]!;
    for (let y = 0; y < place.height; y++) {
      const from = (place.top + y) * width + place.left;
      const to = channel * plane + y * place.width;
      for (let x = 0; x < place.width; x++)
        values[to + x] = data[(from + x) * 3 + 2 - channel]! * factor - offset;
    }
  }
  return values;
}
