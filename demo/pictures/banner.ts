import { pictureHeight, pictureWidth } from './layers.ts';
import { drawGlyphs } from './plate-glyphs.ts';
import { rect } from './svg.ts';

/** Invented dealers and what they promise. Letters alone: digits might be taken for a plate. */
const banners = [
  { name: 'NORDLYS AUTO', promise: 'NYSYNET OG KLAR', ground: '#14324f', accent: '#e8b53a' },
  { name: 'EGELUND BILER', promise: 'ALTID EN GOD HANDEL', ground: '#1d4a35', accent: '#f2efe6' },
  { name: 'HAVNENS BILHUS', promise: 'FINANSIERING TILBYDES', ground: '#7c1d22', accent: '#ffffff' },
  { name: 'BAKKEBO BILCENTER', promise: 'BYTTEBIL TAGES', ground: '#26282b', accent: '#ef7d22' },
] as const;
export const bannerCount = banners.length;

const height = 84;

/** The strip that a dealer lays over the foot of every photo. */
export function drawBanner(index: number): string {
  const { name, promise, ground, accent } = banners[index]!;
  const top = pictureHeight - height;
  const title = drawGlyphs(name, '#ffffff', 13);
  const words = drawGlyphs(promise, accent, 11);
  const small = 0.26;
  return [
    rect(0, top, pictureWidth, height, `fill="${ground}" fill-opacity="0.93"`),
    rect(0, top, pictureWidth, 6, `fill="${accent}"`),
    `<g transform="translate(36 ${top + 25}) scale(.44)">${title.svg}</g>`,
    `<g transform="translate(${pictureWidth - 36 - words.width * small} ${top + 34}) scale(${small})">${words.svg}</g>`,
  ].join('');
}
