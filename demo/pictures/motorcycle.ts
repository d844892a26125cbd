import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { sceneFile, scenePage } from './layers.ts';
import type { DrawnSpec } from './spec.ts';

const layer = (name: string) => fileURLToPath(new URL(`layers/${name}`, import.meta.url));

/** The demo's one motorcycle before the rendered place, as a JPEG. */
export async function drawMotorcyclePicture({ scene, isMirrored }: DrawnSpec): Promise<Buffer> {
  const motorcycle = await sharp(layer('motorcycle.webp')).flop(isMirrored).toBuffer();
  return sharp(layer(sceneFile(scene)), { page: scenePage('side') })
    .removeAlpha()
    .composite([{ input: motorcycle }])
    .jpeg({ quality: 68 })
    .toBuffer();
}
