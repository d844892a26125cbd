import sharp, { type Sharp } from 'sharp';
import { createRandom } from '#demo/cars/random.ts';
import { pictureHeight, pictureWidth } from './layers.ts';
import { drawGlyphs, rect } from './plate.ts';
import type { CabinSpec, LayeredSpec } from './spec.ts';

/** Invented dealers and what they promise. Letters alone: digits might be taken for a plate. */
const banners = [
  { name: 'NORDLYS AUTO', promise: 'NYSYNET OG KLAR', ground: '#14324f', accent: '#e8b53a' },
  { name: 'EGELUND BILER', promise: 'ALTID EN GOD HANDEL', ground: '#1d4a35', accent: '#f2efe6' },
  { name: 'HAVNENS BILHUS', promise: 'FINANSIERING TILBYDES', ground: '#7c1d22', accent: '#ffffff' },
  { name: 'BAKKEBO BILCENTER', promise: 'BYTTEBIL TAGES', ground: '#26282b', accent: '#ef7d22' },
] as const;
export const bannerCount = banners.length;

const height = 108;

/** Written across the middle: lists cut the photo's upper and lower edge and lay a badge over its lower left corner. */
const middled = (letters: { svg: string; width: number }, top: number, scale: number) =>
  `<g transform="translate(${(pictureWidth - letters.width * scale) / 2} ${top}) scale(${scale})">${letters.svg}</g>`;

/** The strip that a dealer lays over the foot of every photo. */
function drawBanner(index: number): string {
  const { name, promise, ground, accent } = banners[index]!;
  const top = pictureHeight - height;
  return [
    rect(0, top, pictureWidth, height, `fill="${ground}" fill-opacity="0.93"`),
    rect(0, top, pictureWidth, 6, `fill="${accent}"`),
    middled(drawGlyphs(name, '#ffffff', 13), top + 12, 0.4),
    middled(drawGlyphs(promise, accent, 11), top + 66, 0.25),
  ].join('');
}

const channels = 3;
/** The noise's whole range, in levels of 256, in good light. */
const grainLevels = 5;
/** How much darker the corners are, times the square of their distance from the middle in picture sides. */
const vignette = 0.32;
/** What a photo that was taken too dark has left of its levels. */
const darkness = 0.62;

/** Slightly darker corners, a tint of its own, and the noise of a phone's sensor, which is stronger in the dark. */
function expose(picture: Uint8ClampedArray, seed: number, isDark: boolean): void {
  const warmth = 0.03 * createRandom('camera', seed).between(-0.5, 0.5);
  const level = isDark ? darkness : 1;
  const [red, blue] = [level * (1 + warmth), level * (1 - warmth)];
  const grain = isDark ? grainLevels * 2 : grainLevels;
  const across = Float32Array.from(
    { length: pictureWidth },
    (_, x) => vignette * (x / pictureWidth - 0.5) ** 2,
  );
  // A xorshift: a million calls of the ordinary source would cost more than everything else.
  let state = Math.imul(seed + 1, 2654435761) | 1;
  let at = 0;
  for (let y = 0; y < pictureHeight; y++) {
    const left = 1 - vignette * (y / pictureHeight - 0.5) ** 2;
    for (let x = 0; x < pictureWidth; x++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      const noise = ((state & 255) / 255 - 0.5) * grain;
      const fall = left - across[x]!;
      picture[at] = picture[at]! * fall * red + noise;
      picture[at + 1] = picture[at + 1]! * fall * level + noise;
      picture[at + 2] = picture[at + 2]! * fall * blue + noise;
      at += channels;
    }
  }
}

const raw = { raw: { width: pictureWidth, height: pictureHeight, channels } } as const;
const frame = (content: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pictureWidth}" height="${pictureHeight}">${content}</svg>`,
  );

/** Turned by a few degrees and cut so that no corner is empty. */
async function tilt(picture: Uint8ClampedArray, degrees: number): Promise<Sharp> {
  const turn = (Math.abs(degrees) * Math.PI) / 180;
  const share = 1 / (Math.cos(turn) + (pictureWidth / pictureHeight) * Math.sin(turn)) - 0.004;
  const { data, info } = await sharp(picture, raw)
    .rotate(degrees)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [width, height] = [Math.floor(pictureWidth * share), Math.floor(pictureHeight * share)];
  const cut = { width, height, left: (info.width - width) >> 1, top: (info.height - height) >> 1 };
  const turned = await sharp(data, { raw: { width: info.width, height: info.height, channels } })
    .extract(cut)
    .resize(pictureWidth, pictureHeight)
    .raw()
    .toBuffer();
  return sharp(turned, raw);
}

/** A finger before the lens: out of focus, in one of the lower corners. */
function thumb(seed: number): string {
  const random = createRandom('thumb', seed);
  const x = random.chance(0.5) ? random.between(-40, 30) : random.between(1170, 1240);
  const skin = random.pick(['#c98d6e', '#b97c60', '#d7a083', '#8a5a43']);
  return `<defs><radialGradient id="t"><stop offset="0.55" stop-color="${skin}"/><stop offset="0.8" stop-color="${skin}" stop-opacity="0.75"/><stop offset="1" stop-color="${skin}" stop-opacity="0"/></radialGradient></defs><ellipse cx="${x}" cy="${random.between(880, 930)}" rx="190" ry="150" fill="url(#t)"/>`;
}

const rainMarks = (seed: number) => {
  const random = createRandom('rain', seed);
  return Array.from({ length: 150 }, () => {
    const [x, y, length] = [
      random.between(0, pictureWidth),
      random.between(0, pictureHeight),
      random.between(8, 26),
    ];
    return `<line x1="${x.toFixed(0)}" y1="${y.toFixed(0)}" x2="${(x - length * 0.16).toFixed(1)}" y2="${(y + length).toFixed(1)}" stroke="#e6edf2" stroke-opacity="${random.between(0.08, 0.26).toFixed(2)}" stroke-width="1.3"/>`;
  }).join('');
};
const flakes = (seed: number) => {
  const random = createRandom('flakes', seed);
  return Array.from({ length: 110 }, () => {
    const size = random.between(0.8, 3);
    return `<circle cx="${random.between(0, pictureWidth).toFixed(0)}" cy="${random.between(0, pictureHeight).toFixed(0)}" r="${size.toFixed(1)}" fill="#fff" fill-opacity="${random.between(0.25, 0.8).toFixed(2)}"/>`;
  }).join('');
};

/** What a person with a phone makes of it, as a JPEG. */
export async function develop(picture: Uint8ClampedArray, spec: LayeredSpec | CabinSpec): Promise<Buffer> {
  const { seed, hand, banner } = spec;
  const weather = spec.view === 'interior' ? null : spec.scene;
  expose(picture, seed, hand === 'dark');
  const print = hand === 'crooked' ? await tilt(picture, spec.tiltDegrees) : sharp(picture, raw);
  const before = [
    weather === 'rain' ? rainMarks(seed) : '',
    weather === 'snow' && seed % 2 === 0 ? flakes(seed) : '',
    hand === 'thumb' ? thumb(seed) : '',
    banner === null ? '' : drawBanner(banner),
  ].join('');
  return (before === '' ? print : print.composite([{ input: frame(before) }]))
    .jpeg({ quality: 72 })
    .toBuffer();
}
