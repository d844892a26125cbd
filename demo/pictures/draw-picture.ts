import sharp from 'sharp';
import { drawInterior } from './interior-view.ts';
import { pictureHeight, pictureWidth, type SceneName } from './layers.ts';
import { drawMotorcycle, motorcycleLength } from './motorcycle-view.ts';
import { drawBackdrop, drawRoad } from './scenes.ts';
import type { PictureSpec } from './spec.ts';

/** Details of a scene vary this many times; each is drawn once per process. */
const sceneVariants = 2;
const backdrops = new Map<string, Promise<Buffer>>();

const svgFrame = (content: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pictureWidth}" height="${pictureHeight}">${content}</svg>`,
  );
const rawSize = { width: pictureWidth, height: pictureHeight, channels: 3 } as const;

/** The scene out of focus with the road in front, as raw RGB. */
function backdrop(scene: SceneName, variant: number): Promise<Buffer> {
  const key = `${scene}/${variant}`;
  const known = backdrops.get(key);
  if (known) return known;
  const drawn = sharp(Buffer.from(drawBackdrop(scene, variant)))
    .blur(3.4)
    .composite([{ input: svgFrame(drawRoad(scene, variant)) }])
    .removeAlpha()
    .raw()
    .toBuffer();
  backdrops.set(key, drawn);
  return drawn;
}

const motorcycleScale = 0.4;
const motorcycleGroundY = 790;

/** Puts the drawing, mm with y upwards, on the road. */
function standingMotorcycle(spec: PictureSpec): string {
  const half = (motorcycleLength * motorcycleScale) / 2;
  const [x, across] = spec.isMirrored ? [600 + half, -motorcycleScale] : [600 - half, motorcycleScale];
  return `<g transform="translate(${x} ${motorcycleGroundY}) scale(${across} ${-motorcycleScale})">${drawMotorcycle(spec)}</g>`;
}

const light =
  '<defs><radialGradient id="vignette" cx=".5" cy=".45" r=".8"><stop offset=".6" stop-color="#10130f" stop-opacity="0"/><stop offset="1" stop-color="#10130f" stop-opacity=".24"/></radialGradient><linearGradient id="sun" x2="1" y2="1"><stop offset="0" stop-color="#fff2d8" stop-opacity=".26"/><stop offset=".6" stop-color="#fff2d8" stop-opacity="0"/></linearGradient></defs><rect width="1200" height="900" fill="url(#sun)"/><rect width="1200" height="900" fill="url(#vignette)"/>';

/** What has no rendered body, as a JPEG: the inside of a car, a motorcycle. */
export async function drawPicture(spec: PictureSpec): Promise<Buffer> {
  const content = spec.view === 'interior' ? drawInterior(spec) : standingMotorcycle(spec);
  return sharp(await backdrop(spec.scene, spec.seed % sceneVariants), { raw: rawSize })
    .composite([{ input: svgFrame(content + light) }])
    .jpeg({ quality: 64 })
    .toBuffer();
}
