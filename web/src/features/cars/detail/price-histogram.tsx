import { useCarTexts } from '../../../i18n/car-texts.ts';
import { formatKroner, formatNumber } from '../../../i18n/format.ts';
import type { PriceLineData } from '../../../ui/price-line.tsx';
import { countAround, toHundreds } from '../market-gap.ts';
import { ChartFigure } from './chart-figure.tsx';
import { chart, histogramScale } from './histogram-scale.ts';

const { width, floor } = chart;

type Props = { line: PriceLineData; prices: number[] };
type Scale = ReturnType<typeof histogramScale>;

/** How similar cars are priced, with this car and the market marked; the thick foot is the market range. */
export function PriceHistogram({ line, prices }: Props) {
  const t = useCarTexts();
  const scale = histogramScale(line, prices);
  const { cheaper, alike } = countAround(prices, line.priceDkk);
  return (
    <ChartFigure
      title={t.why.prices}
      summary={t.why.pricesSummary(cheaper, prices.length, alike)}
      width={width}
      deal={line.deal}
    >
      <Bars counts={scale.counts} ownBin={scale.ownBin} />
      <path d={`M0 ${floor}H${width}`} stroke="var(--rule-2)" />
      <Marks line={line} scale={scale} />
      {scale.ticks.map((tick) => (
        <text key={tick} x={scale.x(tick)} y={floor + 22} textAnchor="middle" fill="var(--ink-3)">
          {formatKroner(tick)}
        </text>
      ))}
    </ChartFigure>
  );
}

function Bars({ counts, ownBin }: { counts: number[]; ownBin: number }) {
  const top = Math.max(1, ...counts);
  const size = width / counts.length - 3;
  return counts.map((count, bin) => {
    const height = (count / top) * chart.tallest;
    const bar = { x: (bin / counts.length) * width + 1.5, width: size };
    const isOwn = bin === ownBin;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place on the axis
      <g key={bin} fill={isOwn ? 'currentColor' : 'var(--band)'}>
        <rect {...bar} y={floor - height} height={height} opacity={isOwn ? 0.4 : 0.62} />
        {count > 0 && (
          <rect {...bar} y={floor - height - 1} height={2} fill={isOwn ? 'currentColor' : 'var(--ink-3)'} />
        )}
      </g>
    );
  });
}

function Marks({ line, scale }: { line: PriceLineData; scale: Scale }) {
  const t = useCarTexts();
  const [own, market] = [scale.x(line.priceDkk), scale.x(line.avgDkk)];
  return (
    <>
      <path
        d={`M${scale.x(line.lowDkk)} ${floor}H${scale.x(line.highDkk)}`}
        stroke="var(--ink)"
        strokeWidth="4"
      />
      <path d={`M${market} 40V${floor}`} stroke="var(--ink)" strokeWidth="1.5" />
      <path d={`M${own} 40V${floor}`} stroke="currentColor" strokeWidth="2.5" />
      <path d={`M${own} 52H${market}`} stroke="currentColor" strokeWidth="1.5" strokeDasharray="3 4" />
      <g fontWeight="600">
        <text x={own} y={scale.isBelow ? 30 : 12} textAnchor={scale.ownAnchor} fill="currentColor">
          {t.why.thisCar} {formatNumber(line.priceDkk)}
        </text>
        <text x={market} y={scale.isBelow ? 12 : 30} textAnchor={scale.marketAnchor} fill="var(--ink)">
          {t.why.market} {formatNumber(toHundreds(line.avgDkk))}
        </text>
      </g>
    </>
  );
}
