import sharp, { type Sharp } from 'sharp';
import { drawGlyphs, glyphHeight } from './plate-glyphs.ts';
import { ellipse, rect } from './svg.ts';

/** Size of a Danish car plate in mm. */
const plateWidth = 504;
const plateHeight = 120;

function euField(): string {
  const stars = Array.from({ length: 12 }, (_, index) => {
    const angle = (index / 12) * Math.PI * 2;
    return ellipse([29 + Math.sin(angle) * 15, 40 - Math.cos(angle) * 15], 2.6, 2.6, 'fill="#f4cf3c"');
  }).join('');
  const letters = drawGlyphs('DK', '#ffffff', 15);
  return `${rect(7, 7, 44, plateHeight - 14, 'rx="4" fill="#123a8c"')}${stars}<g transform="translate(${29 - letters.width * 0.13} 74) scale(.26)">${letters.svg}</g>`;
}

/** "AB 12 345" in the middle of what the blue field leaves. */
function registration(plate: string): string {
  const text = `${plate.slice(0, 2)} ${plate.slice(2, 4)} ${plate.slice(4)}`;
  const letters = drawGlyphs(text, '#111315');
  const scale = Math.min(0.82, (plateWidth - 92) / letters.width);
  const x = 56 + (plateWidth - 66 - letters.width * scale) / 2;
  const y = (plateHeight - glyphHeight * 0.82) / 2;
  return `<g transform="translate(${x} ${y}) scale(${scale} .82)">${letters.svg}</g>`;
}

/**
 * A Danish plate: near white, red edge, blue field, black type; without the type where `plate` is null. SVG in mm with its
 * upper left corner at (0, 0) and y downwards.
 */
export function drawPlate(plate: string | null): string {
  return [
    rect(0, 0, plateWidth, plateHeight, 'fill="#f7f7f4"'),
    rect(3.5, 3.5, plateWidth - 7, plateHeight - 7, 'rx="7" fill="none" stroke="#c4252c" stroke-width="5"'),
    euField(),
    plate === null ? '' : registration(plate),
  ].join('');
}

const pxPerMm = 2;

/** The drawn plate as pixels; without a `plate` its edge and its blue field only. */
export function plateDrawing(plate: string | null): Sharp {
  const [width, height] = [plateWidth * pxPerMm, plateHeight * pxPerMm];
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${plateWidth} ${plateHeight}">${drawPlate(plate)}</svg>`,
    ),
  );
}
