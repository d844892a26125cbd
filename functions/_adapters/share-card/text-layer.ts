import type { OverlayOptions } from 'sharp';
import { escapeMarkup } from '#core/page/escape.ts';
import { loadSharp } from '../drawing-library.ts';
import { fontFamily, loadFonts } from './fonts.ts';

export type TextStyle = {
  sizePx: number;
  weight: 400 | 500 | 600 | 700;
  color: string;
  /** Space between letters in em, negative for large sizes. */
  tracking: number;
};

/** Text as a picture, as large as its ink. */
export type TextLayer = { input: Buffer; width: number; height: number };

/** Pango counts in 1/1024 of a point; drawn at 72 dots an inch a point is a pixel. */
const pangoUnits = 1024;

function markup(text: string, { sizePx, weight, color, tracking }: TextStyle): string {
  const spacing = Math.round(tracking * sizePx * pangoUnits);
  return `<span size="${Math.round(sizePx * pangoUnits)}" font_weight="${weight}" foreground="${color}" letter_spacing="${spacing}" font_features="tnum">${escapeMarkup(text)}</span>`;
}

async function draw(text: string, style: TextStyle, widthPx?: number): Promise<TextLayer> {
  const [sharp, fontfile] = await Promise.all([loadSharp(), loadFonts()]);
  const { data, info } = await sharp({
    text: {
      text: markup(text, style),
      font: fontFamily,
      fontfile,
      dpi: 72,
      rgba: true,
      ...(widthPx !== undefined && { width: widthPx, wrap: 'word-char' as const }),
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { input: data, width: info.width, height: info.height };
}

/** One line, made smaller until it is at most `mostWidthPx` wide. */
export async function drawLine(text: string, style: TextStyle, mostWidthPx: number): Promise<TextLayer> {
  let layer = await draw(text, style);
  // Letters stand on whole pixels: half the size is a little more than half as wide.
  for (let { sizePx } = style; layer.width > mostWidthPx && sizePx > 1; ) {
    sizePx = Math.max(1, Math.min(sizePx - 1, Math.floor((sizePx * mostWidthPx) / layer.width)));
    layer = await draw(text, { ...style, sizePx });
  }
  return layer;
}

/** Lines of at most `widthPx`; words that do not fit into `mostHeightPx` are left out with "…". */
export async function drawParagraph(
  text: string,
  style: TextStyle,
  widthPx: number,
  mostHeightPx: number,
): Promise<TextLayer> {
  const words = text.split(' ');
  let [fits, tooMany] = [1, words.length + 1];
  const layerOf = (count: number) =>
    draw(count < words.length ? `${words.slice(0, count).join(' ')}…` : text, style, widthPx);
  const whole = await layerOf(words.length);
  if (whole.height <= mostHeightPx) return whole;
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if ((await layerOf(middle)).height <= mostHeightPx) fits = middle;
    else tooMany = middle;
  }
  return layerOf(fits);
}

export const place = ({ input }: TextLayer, left: number, top: number): OverlayOptions => ({
  input,
  left: Math.round(left),
  top: Math.round(top),
});
