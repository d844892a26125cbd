import sharp from 'sharp';

export type DrawnPlate = {
  text: string;
  x: number;
  y: number;
  widthPx: number;
  degrees?: number;
  second?: string;
};

/** A grey scene with a white, red-edged plate drawn in it; `second` makes it a two-line plate. PNG unless told. */
export async function drawPhoto(
  plate: DrawnPlate | null,
  { width = 1000, height = 700, format = 'jpeg' as 'jpeg' | 'png' | 'webp' } = {},
): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="#8a9097"/>
    <rect x="${width * 0.1}" y="${height * 0.25}" width="${width * 0.8}" height="${height * 0.5}" rx="40" fill="#34465a"/>
    ${plate ? plateSvg(plate) : ''}
  </svg>`;
  return sharp(Buffer.from(svg)).flatten().toFormat(format, { quality: 90 }).toBuffer();
}

function plateSvg({ text, x, y, widthPx, degrees = 0, second }: DrawnPlate): string {
  const lines = second === undefined ? [text] : [text, second];
  const heightPx = widthPx * (lines.length === 1 ? 0.22 : 0.72);
  const fontPx = lines.length === 1 ? heightPx * 0.8 : heightPx * 0.42;
  const rows = lines.map((line, row) => {
    const middle = y + ((row + 0.5) * heightPx) / lines.length + fontPx * 0.36;
    const length = widthPx * (lines.length === 1 ? 0.85 : line.length * 0.17);
    return `<text x="${x + widthPx / 2}" y="${middle}" font-family="DejaVu Sans, Arial, sans-serif" font-size="${fontPx}" text-anchor="middle"
      textLength="${length}" lengthAdjust="spacingAndGlyphs" fill="#111">${line}</text>`;
  });
  return `<g transform="rotate(${degrees} ${x + widthPx / 2} ${y + heightPx / 2})">
    <rect x="${x}" y="${y}" width="${widthPx}" height="${heightPx}" fill="#fdfdfd" stroke="#c8102e" stroke-width="3"/>
    ${rows.join('')}</g>`;
}
