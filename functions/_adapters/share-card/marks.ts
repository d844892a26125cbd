import type { SharePicture } from '#core/page/share-picture.ts';

/** The light colours of the look; a picture knows no dark mode. */
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

/** The mark of a deal on 14 × 14, as the app draws it. */
const shapes: Record<Deal, string> = {
  fair: '<circle cx="7" cy="7" r="5.5" fill="currentColor"/>',
  poor: '<path d="M1 12h12L7 1z" fill="currentColor"/>',
  no_estimate:
    '<g fill="none" stroke="currentColor" stroke-linecap="round"><circle cx="7" cy="7" r="5.7" stroke-width="1.5"/><path d="M5.3 5.6a1.75 1.75 0 1 1 2.5 1.6c-.6.3-.8.6-.8 1.1M7 9.9v.1" stroke-width="1.4"/></g>',
};

export function dealMark(deal: Deal, x: number, y: number, sizePx: number): string {
  return `<g transform="translate(${x} ${y}) scale(${sizePx / 14})" color="${colors[deal]}">${shapes[deal]}</g>`;
}

/** The product's mark on 26 × 26: a rule (the market) with a dot hanging below it. */
export function logoMark(x: number, y: number, sizePx: number): string {
  return `<g transform="translate(${x} ${y}) scale(${sizePx / 26})"><path d="M2 5.5h22" stroke="${colors.ink}" stroke-width="3" stroke-linecap="round"/><path d="M13 7v7" stroke="${colors.accent}" stroke-width="2" stroke-dasharray="2 2"/><circle cx="13" cy="19" r="5" fill="${colors.accent}"/></g>`;
}

/** The price line without numbers: visitors learn on which side of the market a price is, not how far. */
export function priceLine(deal: Deal, x: number, y: number, widthPx: number): string {
  const middle = x + widthPx * 0.5;
  if (deal === 'no_estimate')
    return `<path d="M${x} ${y}H${x + widthPx}" stroke="${colors.rule}" stroke-width="3" stroke-dasharray="2 8" stroke-linecap="round"/>`;
  const mark = deal === 'fair' ? middle + widthPx * 0.05 : x + widthPx * 0.84;
  return [
    `<path d="M${x} ${y}H${x + widthPx}" stroke="${colors.rule}" stroke-width="2"/>`,
    `<rect x="${middle - widthPx * 0.17}" y="${y - 6}" width="${widthPx * 0.34}" height="12" rx="6" fill="${colors.band}"/>`,
    deal === 'poor' ? `<path d="M${middle} ${y}H${mark}" stroke="${colors.poor}" stroke-width="4"/>` : '',
    `<path d="M${middle} ${y - 14}V${y + 14}" stroke="${colors.ink}" stroke-width="3"/>`,
    dealMark(deal, mark - 13, y - (deal === 'poor' ? 15 : 13), 26),
  ].join('');
}
