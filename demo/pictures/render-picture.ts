import sharp from 'sharp';
import { drawFront } from './front-view.ts';
import { drawInterior } from './interior-view.ts';
import { drawMotorcycle, motorcycleLength } from './motorcycle-view.ts';
import { drawRear } from './rear-view.ts';
import { pictureHeight, pictureWidth } from './scene-parts.ts';
import { drawBackdrop, drawRoad } from './scenes.ts';
import { drawSide } from './side-view.ts';
import type { PictureSpec } from './spec.ts';

/** Part of every cache key: raise it when a drawing changes. */
export const drawingVersion = 2;

/** Details of a scene vary this many times; each is drawn once per process. */
const sceneVariants = 2;
const backdrops = new Map<string, Promise<Buffer>>();

const svgFrame = (content: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pictureWidth}" height="${pictureHeight}">${content}</svg>`,
  );
const rawSize = { width: pictureWidth, height: pictureHeight, channels: 3 } as const;

/** The scene out of focus with the road in front, as raw RGB. */
function backdrop(spec: PictureSpec): Promise<Buffer> {
  const variant = spec.seed % sceneVariants;
  const key = `${spec.scene}/${variant}`;
  const known = backdrops.get(key);
  if (known) return known;
  const drawn = sharp(Buffer.from(drawBackdrop(spec.scene, variant)))
    .blur(3.4)
    .composite([{ input: svgFrame(drawRoad(spec.scene, variant)) }])
    .removeAlpha()
    .raw()
    .toBuffer();
  backdrops.set(key, drawn);
  return drawn;
}

/** Puts a drawing in mm with y upwards on the road at `groundY` px. */
function stand(
  svg: string,
  x: number,
  groundY: number,
  scale: number,
  isMirrored: boolean,
  tiltDegrees: number,
): string {
  const flip = isMirrored ? -scale : scale;
  return `<g transform="rotate(${tiltDegrees} 600 ${groundY})"><g transform="translate(${x} ${groundY}) scale(${flip} ${-scale})">${svg}</g></g>`;
}

function foreground(spec: PictureSpec): string {
  const { isMirrored, tiltDegrees } = spec;
  switch (spec.view) {
    case 'side': {
      const { svg, length } = drawSide(spec);
      // Small cars fill the frame a little more than their length says, as sellers step nearer.
      const scale = 0.222 * Math.sqrt(4500 / length);
      return stand(
        svg,
        isMirrored ? 600 + (length * scale) / 2 : 600 - (length * scale) / 2,
        768,
        scale,
        isMirrored,
        tiltDegrees,
      );
    }
    case 'motorcycle': {
      const { scale, x } = { scale: 0.4, x: (motorcycleLength * 0.4) / 2 };
      return stand(drawMotorcycle(spec), isMirrored ? 600 + x : 600 - x, 790, scale, isMirrored, 0);
    }
    case 'front':
      return stand(drawFront(spec), 600, 806, 0.4, false, tiltDegrees);
    case 'rear':
      return stand(drawRear(spec), 600, 806, 0.4, false, tiltDegrees);
    case 'interior':
      return drawInterior(spec);
  }
}

const light =
  '<defs><radialGradient id="vignette" cx=".5" cy=".45" r=".8"><stop offset=".6" stop-color="#10130f" stop-opacity="0"/><stop offset="1" stop-color="#10130f" stop-opacity=".24"/></radialGradient><linearGradient id="sun" x2="1" y2="1"><stop offset="0" stop-color="#fff2d8" stop-opacity=".26"/><stop offset=".6" stop-color="#fff2d8" stop-opacity="0"/></linearGradient></defs><rect width="1200" height="900" fill="url(#sun)"/><rect width="1200" height="900" fill="url(#vignette)"/>';

/** Draws one photo as a 1200 × 900 JPEG. Equal specs give equal bytes on one machine. */
export async function renderPicture(spec: PictureSpec): Promise<Buffer> {
  return sharp(await backdrop(spec), { raw: rawSize })
    .composite([{ input: svgFrame(foreground(spec) + light) }])
    .jpeg({ quality: 64 })
    .toBuffer();
}
