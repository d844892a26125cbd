import sharp, { type Sharp } from 'sharp';
import { thousands } from '#demo/cars/wording.ts';
import { drawGlyphs, glyphHeight } from './plate-glyphs.ts';

const width = 640;
const height = 160;

/** The mileage as the instruments show it, "187.432 KM" in light figures on black; the place stays dark without one. */
export function odometerDrawing(km: number | null): Sharp {
  const letters = drawGlyphs(km === null ? '' : `${thousands(km)} KM`, '#dfe9ee', 12);
  const scale = Math.min(1.25, (width - 40) / Math.max(1, letters.width));
  const [x, y] = [(width - letters.width * scale) / 2, (height - glyphHeight * scale) / 2];
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#0b0d0e"/><g transform="translate(${x} ${y}) scale(${scale})">${letters.svg}</g></svg>`,
    ),
  );
}
