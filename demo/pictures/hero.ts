import { applyPaint, type Layers } from './apply-paint.ts';
import { heroHeight, heroWidth, type PlateCorners } from './layers.ts';
import { mirrorCorners, mountDrawing } from './mount-drawing.ts';
import { plateDrawing } from './plate.ts';
import { sceneLights } from './scene-light.ts';

export const heroScene = 'harbour';
export const heroCar = { shape: 'estate', look: 'late-bars', paint: '#2a5d8f', plate: 'CX41287' } as const;

/** Raw RGB; mirrored, so that the car stands on the left, before the text. Its plate is the one beside the picture. */
export async function composeHero(layers: Layers, corners: PlateCorners): Promise<Uint8ClampedArray> {
  const finish = { paint: heroCar.paint, isMirrored: true, light: sceneLights[heroScene], exposure: 1.02 };
  const picture = applyPaint(layers, finish, { width: heroWidth, height: heroHeight });
  await mountDrawing(picture, mirrorCorners(corners, heroWidth), plateDrawing(heroCar.plate), heroWidth);
  return picture;
}
