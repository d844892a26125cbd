import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { pictureHeight, pictureWidth, sceneFile } from './layers.ts';
import { drawMotorcycle, motorcycleLength } from './motorcycle-view.ts';
import type { DrawnSpec } from './spec.ts';

const svgFrame = (content: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pictureWidth}" height="${pictureHeight}">${content}</svg>`,
  );

const motorcycleScale = 0.36;
const motorcycleGroundY = 690;

/** Puts the drawing, mm with y upwards, on the ground of the place. */
function standingMotorcycle(spec: DrawnSpec): string {
  const half = (motorcycleLength * motorcycleScale) / 2;
  const [x, across] = spec.isMirrored ? [600 + half, -motorcycleScale] : [600 - half, motorcycleScale];
  const shadow = `<radialGradient id="ground"><stop offset="0.2" stop-opacity="0.6"/><stop offset="1" stop-opacity="0"/></radialGradient><ellipse cx="600" cy="${motorcycleGroundY}" rx="${half * 0.98}" ry="26" fill="url(#ground)"/>`;
  return `${shadow}<g transform="translate(${x} ${motorcycleGroundY}) scale(${across} ${-motorcycleScale})">${drawMotorcycle(spec)}</g>`;
}

const light =
  '<defs><radialGradient id="vignette" cx=".5" cy=".45" r=".8"><stop offset=".6" stop-color="#10130f" stop-opacity="0"/><stop offset="1" stop-color="#10130f" stop-opacity=".24"/></radialGradient></defs><rect width="1200" height="900" fill="url(#vignette)"/>';

/** What has no rendered body is drawn before the rendered place: a motorcycle, as a JPEG. */
export async function drawMotorcyclePicture(spec: DrawnSpec): Promise<Buffer> {
  const place = fileURLToPath(new URL(`layers/${sceneFile(spec.scene, 'side')}`, import.meta.url));
  return sharp(place)
    .composite([{ input: svgFrame(standingMotorcycle(spec) + light) }])
    .jpeg({ quality: 68 })
    .toBuffer();
}
