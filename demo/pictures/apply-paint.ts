import { pictureHeight, pictureWidth } from './layers.ts';
import { byteOfLight, lightOf, whiteLight } from './linear-light.ts';
import type { SceneLight } from './scene-light.ts';

const channels = 3;

/** By byte of a layer: its light, weighed and in whole steps. */
const weighed = (weight: number) => Uint16Array.from(lightOf, (light) => Math.round(light * weight));
const three = <T>(make: (channel: number) => T) => [make(0), make(1), make(2)] as const;

/** `paint`: "#rrggbb"; `exposure`: 1 as shot. */
export type Finish = { paint: string; isMirrored: boolean; light: SceneLight; exposure: number };
type Size = { width: number; height: number };

/** Raw RGB, all of one size. */
export type Layers = { black: Uint8Array; added: Uint8Array; through: Uint8Array; place: Uint8Array };

/**
 * Place × what is seen of it + (black + what white paint adds × paint), all × exposure, in linear light; from right to left
 * where it is mirrored.
 */
export function applyPaint(
  layers: Layers,
  { paint, isMirrored, light, exposure }: Finish,
  { width, height }: Size = { width: pictureWidth, height: pictureHeight },
): Uint8ClampedArray {
  const { black, added, through, place } = layers;
  const bases = three((channel) => weighed(exposure * light.car * light.tint[channel]!));
  const paints = three((channel) => {
    const share = lightOf[Number.parseInt(paint.slice(1 + 2 * channel, 3 + 2 * channel), 16)]! / whiteLight;
    return weighed(exposure * light.car * light.tint[channel]! * share);
  });
  const behind = weighed(exposure * light.place);
  // Under the car it is dark in any light; the sun's shadow beside it is not.
  const seen = Float32Array.from(lightOf, (steps) => {
    const share = steps / whiteLight;
    return share ** (light.shadow + (1 - light.shadow) * (1 - share) ** 3);
  });
  const picture = new Uint8ClampedArray(width * height * channels);
  const step = isMirrored ? -channels : channels;
  let from = 0;
  for (let y = 0; y < height; y++) {
    let to = (y * width + (isMirrored ? width - 1 : 0)) * channels;
    for (let x = 0; x < width; x++) {
      const share = seen[through[from]!]!;
      const more = added[from]!;
      for (let channel = 0; channel < channels; channel++) {
        const own = bases[channel]![black[from + channel]!]! + paints[channel]![more]!;
        picture[to + channel] = byteOfLight[(behind[place[from + channel]!]! * share + own) | 0]!;
      }
      from += channels;
      to += step;
    }
  }
  return picture;
}
