import { pointInBox, type RotatedBox } from '#core/plate/rotated-box.ts';
import type { Pixels } from './photo-pixels.ts';

/** The recognition network reads lines of this height, and shrinks their width eightfold. */
const lineHeightPx = 48;
const leastLineWidthPx = 48;
const mostLineWidthPx = 640;
/** Samples a side of an output pixel, for lines that are scaled down. */
const mostSamples = 4;

/** A line of text cut out and turned level: 48 px high, as wide as its aspect asks. */
export function cropLine(photo: Pixels, box: RotatedBox): Pixels {
  const asWide = Math.round((lineHeightPx * box.width) / box.height);
  const width = Math.max(leastLineWidthPx, Math.min(mostLineWidthPx, asWide));
  const samples = Math.max(
    1,
    Math.min(mostSamples, Math.round(Math.max(box.width / width, box.height / lineHeightPx))),
  );
  const data = new Uint8Array(width * lineHeightPx * 3);
  for (let y = 0; y < lineHeightPx; y++) {
    for (let x = 0; x < width; x++) {
      const sum: [number, number, number] = [0, 0, 0];
      for (let sample = 0; sample < samples * samples; sample++) {
        const alongText = (x + ((sample % samples) + 0.5) / samples) / width - 0.5;
        const acrossText = (y + (Math.floor(sample / samples) + 0.5) / samples) / lineHeightPx - 0.5;
        const place = pointInBox(box, alongText, acrossText);
        addSample(photo, place.x - 0.5, place.y - 0.5, sum);
      }
      const offset = (y * width + x) * 3;
      for (let channel = 0; channel < 3; channel++)
        data[offset + channel] = sum[channel]! / (samples * samples);
    }
  }
  return { width, height: lineHeightPx, data };
}

/** Adds the colour at a place between pixels (bilinear); beyond the edge the edge goes on. */
function addSample(photo: Pixels, x: number, y: number, sum: [number, number, number]): void {
  const clampedX = Math.max(0, Math.min(photo.width - 1, x));
  const clampedY = Math.max(0, Math.min(photo.height - 1, y));
  const left = Math.floor(clampedX);
  const top = Math.floor(clampedY);
  const weightX = clampedX - left;
  const weightY = clampedY - top;
  const stepRight = left + 1 < photo.width ? 3 : 0;
  const stepDown = top + 1 < photo.height ? photo.width * 3 : 0;
  const corner = (top * photo.width + left) * 3;
  for (let channel = 0; channel < 3; channel++) {
    const at = corner + channel;
    const above = photo.data[at]! * (1 - weightX) + photo.data[at + stepRight]! * weightX;
    const below =
      photo.data[at + stepDown]! * (1 - weightX) + photo.data[at + stepDown + stepRight]! * weightX;
    sum[channel] = sum[channel]! + above * (1 - weightY) + below * weightY;
  }
}
