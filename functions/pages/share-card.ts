import { createRequire } from 'node:module';
import path from 'node:path';
import type { OverlayOptions } from 'sharp';
import type { OwnPicture, SharePicture } from '#core/pages/car-page.ts';
import { escapeMarkup } from '#core/pages/html.ts';
import { once } from '#core/shared.ts';

/** The width of a mail on a high-resolution screen, in the aspect ratio of the mail's layout. */
const width = 720;
const shape = 3 / 2;
/** Mails are often read on mobile connections. */
const mostBytes = 40_000;

/** Tried in order until the file is small enough; the last always is. */
const steps = [
  { width, quality: 68 },
  { width, quality: 54 },
  { width, quality: 38 },
  { width: width / 2, quality: 40 },
] as const;

/**
 * A stored photo for mails: JPEG of at most 40 kB, cropped to the mail's aspect ratio because some mail programs stretch
 * pictures.
 */
export async function drawMailPicture(photo: Uint8Array): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const pixels = await sharp(photo)
    .resize({ width, height: width / shape, fit: 'cover' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: pixels.info.width, height: pixels.info.height, channels: 3 } as const;
  let picture = new Uint8Array();
  for (const step of steps) {
    picture = await sharp(pixels.data, { raw })
      .resize({ width: step.width })
      .jpeg({ quality: step.quality, mozjpeg: true })
      .toBuffer();
    if (picture.length <= mostBytes) break;
  }
  return picture;
}

/** sharp is native and slow to load, so it is loaded while the car is read. */
export const loadSharp = once(async () => (await import('sharp')).default);

/** The light theme's colours; a picture has no dark mode. */
export const colors = {
  paper: '#f7f4ed',
  paper2: '#efeadf',
  ink: '#16201c',
  ink2: '#46514b',
  rule: '#b9b2a1',
  band: '#cfc8b7',
  accent: '#0d4a38',
  fair: '#2a5b8c',
  poor: '#a4431b',
  no_estimate: '#5f6664',
} as const;

type Deal = SharePicture['deal'];

/** The badge symbol of a deal on 14 × 14, as in the app. */
const shapes: Record<Deal, string> = {
  fair: '<circle cx="7" cy="7" r="5.5" fill="currentColor"/>',
  poor: '<path d="M1 12h12L7 1z" fill="currentColor"/>',
  no_estimate:
    '<g fill="none" stroke="currentColor" stroke-linecap="round"><circle cx="7" cy="7" r="5.7" stroke-width="1.5"/><path d="M5.3 5.6a1.75 1.75 0 1 1 2.5 1.6c-.6.3-.8.6-.8 1.1M7 9.9v.1" stroke-width="1.4"/></g>',
};

export function dealMark(deal: Deal, x: number, y: number, sizePx: number): string {
  return `<g transform="translate(${x} ${y}) scale(${sizePx / 14})" color="${colors[deal]}">${shapes[deal]}</g>`;
}

/** The logo on 26 × 26: a line (the market) with a dot below it. */
export function logoMark(x: number, y: number, sizePx: number): string {
  return `<g transform="translate(${x} ${y}) scale(${sizePx / 26})"><path d="M2 5.5h22" stroke="${colors.ink}" stroke-width="3" stroke-linecap="round"/><path d="M13 7v7" stroke="${colors.accent}" stroke-width="2" stroke-dasharray="2 2"/><circle cx="13" cy="19" r="5" fill="${colors.accent}"/></g>`;
}

/**
 * The price line without numbers: visitors see that a price is above the market, but not how far. On which side of it a fair
 * price is they are not told.
 */
export function priceLine(deal: Deal, x: number, y: number, widthPx: number): string {
  if (deal !== 'poor')
    return `<path d="M${x} ${y}H${x + widthPx}" stroke="${colors.rule}" stroke-width="3" stroke-dasharray="2 8" stroke-linecap="round"/>`;
  const middle = x + widthPx * 0.5;
  const mark = x + widthPx * 0.84;
  return [
    `<path d="M${x} ${y}H${x + widthPx}" stroke="${colors.rule}" stroke-width="2"/>`,
    `<rect x="${middle - widthPx * 0.17}" y="${y - 6}" width="${widthPx * 0.34}" height="12" rx="6" fill="${colors.band}"/>`,
    `<path d="M${middle} ${y}H${mark}" stroke="${colors.poor}" stroke-width="4"/>`,
    `<path d="M${middle} ${y - 14}V${y + 14}" stroke="${colors.ink}" stroke-width="3"/>`,
    dealMark(deal, mark - 13, y - 15, 26),
  ].join('');
}

export const fontFamily = 'Familjen Grotesk';

/** The font file for sharp. Letters like Š are in a second file, which sharp keeps once it has drawn with it. */
export const loadFonts = once(async (): Promise<string> => {
  const folder = process.env.FONTS_DIR ?? stagedFonts();
  const sharp = await loadSharp();
  await sharp({ text: { text: 'Š', font: fontFamily, fontfile: path.join(folder, 'latin-ext.ttf') } })
    .png()
    .toBuffer();
  return path.join(folder, 'latin.ttf');
});

/** The build puts the converted files beside the function (`lib/build/bundle-functions.ts`). */
function stagedFonts(): string {
  const require = createRequire(import.meta.url);
  return path.dirname(require.resolve('@fontsource-variable/familjen-grotesk/package.json'));
}

export type TextStyle = {
  sizePx: number;
  weight: 400 | 500 | 600 | 700;
  color: string;
  /** Letter spacing in em, negative for large sizes. */
  tracking: number;
};

/** Text as a picture, cropped to its ink. */
export type TextLayer = { input: Buffer; width: number; height: number };

/** Pango counts in 1/1024 point; at 72 dpi a point is a pixel. */
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

/** Draws one line, reduced in size until it is at most `mostWidthPx` wide. */
export async function drawLine(text: string, style: TextStyle, mostWidthPx: number): Promise<TextLayer> {
  let layer = await draw(text, style);
  // Glyphs are placed on whole pixels, so width is not exactly proportional to size.
  for (let { sizePx } = style; layer.width > mostWidthPx && sizePx > 1; ) {
    sizePx = Math.max(1, Math.min(sizePx - 1, Math.floor((sizePx * mostWidthPx) / layer.width)));
    layer = await draw(text, { ...style, sizePx });
  }
  return layer;
}

/** Wraps text at `widthPx`; words beyond `mostHeightPx` are replaced by "…". */
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

/** The size that messengers recommend. */
const card = { width: 1200, height: 630 } as const;
const margin = 56;
/** The text is on the left; the photo fills the rest up to three edges. */
const photoLeft = 500;
const textWidth = photoLeft - 2 * margin + 12;
const notch = { height: 88, radius: 18 } as const;
const jpegQuality = 84;

const styles = {
  brand: { sizePx: 40, weight: 700, color: colors.ink, tracking: -0.035 },
  price: { sizePx: 76, weight: 600, color: colors.ink, tracking: -0.055 },
  title: { sizePx: 34, weight: 600, color: colors.ink, tracking: -0.022 },
  facts: { sizePx: 25, weight: 400, color: colors.ink2, tracking: 0 },
  headline: { sizePx: 84, weight: 600, color: colors.ink, tracking: -0.042 },
  lead: { sizePx: 32, weight: 400, color: colors.ink2, tracking: 0 },
} as const satisfies Record<string, TextStyle>;

const svg = (content: string): OverlayOptions => ({
  input: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${card.width}" height="${card.height}">${content}</svg>`,
  ),
  left: 0,
  top: 0,
});

async function toJpeg(layers: OverlayOptions[]): Promise<Uint8Array> {
  const paper = { create: { ...card, channels: 3 as const, background: colors.paper } };
  const sharp = await loadSharp();
  return sharp(paper)
    .composite(layers)
    .jpeg({ quality: jpegQuality, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

const brand = async (): Promise<OverlayOptions> =>
  place(await drawLine('bilfund', styles.brand, textWidth), margin + 54, 53);

/** The photo with its lower left corner cut out for the badge. */
async function photoLayers(photo: Uint8Array | null, notchWidth: number): Promise<OverlayOptions[]> {
  const [right, bottom, r] = [card.width, card.height, notch.radius];
  const edge = { x: photoLeft + notchWidth, y: bottom - notch.height };
  const cut = svg(
    `<path fill="${colors.paper}" d="M${photoLeft} ${edge.y - r}a${r} ${r} 0 0 0 ${r} ${r}H${edge.x - r}a${r} ${r} 0 0 1 ${r} ${r}V${bottom - r}a${r} ${r} 0 0 0 ${r} ${r}H${photoLeft}z"/>`,
  );
  const size = { width: right - photoLeft, height: bottom };
  const sharp = await loadSharp();
  const picture = photo
    ? await sharp(photo)
        .resize({ ...size, fit: 'cover' })
        .removeAlpha()
        .toBuffer()
    : await sharp({ create: { ...size, channels: 3, background: colors.paper2 } })
        .png()
        .toBuffer();
  const missing = photo ? [] : [svg(logoMark(photoLeft + size.width / 2 - 110, bottom / 2 - 110, 220))];
  return [{ input: picture, left: photoLeft, top: 0 }, ...missing, cut];
}

/** A car's share picture: JPEG, 1200 × 630. `photo` is a stored picture without a legible plate. */
export async function drawCarCard(picture: SharePicture, photo: Uint8Array | null): Promise<Uint8Array> {
  const badge = { sizePx: 30, weight: 600, color: colors[picture.deal], tracking: 0 } as const;
  const [price, title, facts, deal] = await Promise.all([
    drawLine(picture.price, styles.price, textWidth),
    drawParagraph(picture.title, styles.title, textWidth, 126),
    picture.facts ? drawParagraph(picture.facts, styles.facts, textWidth, 66) : null,
    drawLine(picture.dealText, badge, 300),
  ]);
  const top = { price: 196, line: 304, title: 350 };
  const badgeLeft = photoLeft + 8;
  return toJpeg([
    ...(await photoLayers(photo, deal.width + 84)),
    svg(
      logoMark(margin, 48, 42) +
        priceLine(picture.deal, margin, top.line, textWidth) +
        dealMark(picture.deal, badgeLeft, card.height - 57, 30),
    ),
    await brand(),
    place(price, margin, top.price),
    place(title, margin, top.title),
    ...(facts ? [place(facts, margin, top.title + title.height + 26)] : []),
    place(deal, badgeLeft + 42, card.height - 42 - deal.height / 2),
  ]);
}

/** The generic share picture, used for everything but an open car. */
export async function drawOwnCard({ title, text }: OwnPicture): Promise<Uint8Array> {
  const width = card.width - 2 * margin;
  const [headline, lead] = await Promise.all([
    drawParagraph(title, styles.headline, 980, 190),
    drawParagraph(text, styles.lead, 880, 90),
  ]);
  const line = 508;
  return toJpeg([
    svg(
      [
        logoMark(margin, 48, 42),
        `<path d="M0 ${line}H${card.width}" stroke="${colors.rule}" stroke-width="2"/>`,
        `<rect x="${margin + width * 0.46}" y="${line - 11}" width="300" height="22" rx="11" fill="${colors.band}"/>`,
        `<path d="M${margin + width * 0.2} ${line}H${margin + width * 0.6}" stroke="#0b6b47" stroke-width="8"/>`,
        `<path d="M${margin + width * 0.6} ${line - 30}V${line + 30}" stroke="${colors.ink}" stroke-width="5"/>`,
        `<g transform="translate(${margin + width * 0.2 - 35} ${line - 30}) scale(5)"><path d="M1 2h12L7 13z" fill="#0b6b47"/></g>`,
      ].join(''),
    ),
    await brand(),
    place(headline, margin, 150),
    place(lead, margin, 150 + headline.height + 40),
  ]);
}
