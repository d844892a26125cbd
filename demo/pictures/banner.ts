import { pictureHeight, pictureWidth } from './layers.ts';
import { drawGlyphs } from './plate.ts';
import { rect } from './svg.ts';

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
export function drawBanner(index: number): string {
  const { name, promise, ground, accent } = banners[index]!;
  const top = pictureHeight - height;
  return [
    rect(0, top, pictureWidth, height, `fill="${ground}" fill-opacity="0.93"`),
    rect(0, top, pictureWidth, 6, `fill="${accent}"`),
    middled(drawGlyphs(name, '#ffffff', 13), top + 12, 0.4),
    middled(drawGlyphs(promise, accent, 11), top + 66, 0.25),
  ].join('');
}
