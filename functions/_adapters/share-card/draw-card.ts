import type { OverlayOptions } from 'sharp';
import type { OwnPicture, SharePicture } from '#core/page/share-picture.ts';
import { loadSharp } from '../drawing-library.ts';
import { colors, dealMark, logoMark, priceLine } from './marks.ts';
import { drawLine, drawParagraph, place, type TextStyle } from './text-layer.ts';

/** Width and height that messengers ask for. */
const card = { width: 1200, height: 630 } as const;
const margin = 56;
/** The text stands on the left, the photo fills the rest to three edges. */
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

/** The photo with its lower left corner cut away by the paper, where the badge stands. */
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

/** The share picture of a car: JPEG, 1200 × 630. `photo` is a stored picture in which no plate can be read. */
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

/** The product's own picture, for everything that is not an open car. */
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
