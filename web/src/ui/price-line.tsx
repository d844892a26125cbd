import type { Deal } from '#core/valuation/valuation.ts';
import { formatKroner } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.tsx';
import { DealShape, dealColor } from './deal-badge.tsx';

export type PriceLineData = { priceDkk: number; lowDkk: number; avgDkk: number; highDkk: number; deal: Deal };

/** How much of the market's middle lies on each side of the line: 36 %, so that all cards share one scale. */
const spanShare = 0.36;

/** Where a price stands on a line of the given width, kept inside by `margin`. */
export function placeOnLine(priceDkk: number, middleDkk: number, width: number, margin: number): number {
  const from = middleDkk * (1 - spanShare);
  const place = ((priceDkk - from) / (2 * middleDkk * spanShare)) * width;
  return Math.max(margin, Math.min(width - margin, place));
}

type Props = { data: PriceLineData | null; scale?: number; width?: number };

/**
 * The instrument: the rule is the market, the band its low to high, the tick its average, the mark this price, the
 * coloured segment the gap. Without data the rule is dotted.
 */
export function PriceLine({ data, scale = 1, width = 274 }: Props) {
  const t = useTexts();
  const height = 30 * scale;
  const middle = height / 2;
  if (!data) {
    return (
      <svg
        width="100%"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t.card.lineUnknown}
        className="block"
      >
        <path d={`M0 ${middle}H${width}`} stroke="var(--rule-2)" strokeDasharray="2 5" strokeWidth={scale} />
      </svg>
    );
  }
  const place = (priceDkk: number) =>
    placeOnLine(priceDkk, (data.lowDkk + data.highDkk) / 2, width, 9 * scale);
  const [low, high, average, price] = [data.lowDkk, data.highDkk, data.avgDkk, data.priceDkk].map(place) as [
    number,
    number,
    number,
    number,
  ];
  const label = t.card.lineLabel(
    formatKroner(data.priceDkk),
    formatKroner(data.lowDkk),
    formatKroner(data.highDkk),
  );
  return (
    <svg
      width="100%"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      className={`block ${dealColor[data.deal]}`}
    >
      <path d={`M0 ${middle}H${width}`} stroke="var(--rule-2)" strokeWidth={scale} />
      <rect
        x={low}
        y={middle - 4 * scale}
        width={Math.max(0, high - low)}
        height={8 * scale}
        rx={4 * scale}
        fill="var(--band)"
      />
      <path
        d={`M${average} ${middle - 9 * scale}v${18 * scale}`}
        stroke="var(--ink)"
        strokeWidth={1.5 * scale}
      />
      <path d={`M${price} ${middle}H${average}`} stroke="currentColor" strokeWidth={2.5 * scale} />
      <g transform={`translate(${price} ${middle}) scale(${scale})`}>
        <circle r="10" fill="var(--paper)" />
        <g transform="translate(-7 -7)">
          <DealShape deal={data.deal} />
        </g>
      </g>
    </svg>
  );
}
