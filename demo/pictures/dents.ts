import { createRandom } from '#demo/cars/random.ts';
import { pictureHeight, pictureWidth } from './layers.ts';
import type { LayeredSpec } from './spec.ts';

const channels = 3;
/** A layer's byte above which a pixel is a plain, lit panel and no seam or handle. */
const panel = 90;
const triesPerDent = 60;

/** What other people's doors and trolleys left: above its middle a dent lies in shade, below it catches the sky. */
export function addDents(picture: Uint8ClampedArray, added: Uint8Array, spec: LayeredSpec): void {
  const random = createRandom('dents', spec.seed, spec.view);
  const isPanel = (x: number, y: number) => added[(y * pictureWidth + x) * channels]! > panel;
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
      const at = (row * pictureWidth + column) * channels;
      for (let channel = 0; channel < channels; channel++) picture[at + channel]! *= shading;
    }
}
