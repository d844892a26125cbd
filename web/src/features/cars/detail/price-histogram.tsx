import { formatKroner, formatNumber } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/language.tsx';
import { dealColor } from '../../../ui/deal-mark.tsx';
import type { PriceLineData } from '../../../ui/price-line.tsx';
import { axisTicks, binCounts } from './chart-scale.ts';

const width = 540;
const floor = 220;
const tallest = 150;
const binCount = 16;

type Props = { line: PriceLineData; prices: number[] };

/** How similar cars are priced, with this car and the market marked; the thick foot is the market range. */
export function PriceHistogram({ line, prices }: Props) {
  const t = useTexts();
  const all = [...prices, line.priceDkk, line.lowDkk, line.highDkk];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const margin = (most - least) * 0.04 || 1_000;
  const [low, high] = [least - margin, most + margin];
  const x = (dkk: number) => ((dkk - low) / (high - low)) * width;
  const bins = binCounts(prices, low, high, binCount);
  const top = Math.max(1, ...bins);
  const ownBin = Math.min(binCount - 1, Math.floor(((line.priceDkk - low) / (high - low)) * binCount));
  const cheaper = prices.filter((price) => price < line.priceDkk).length;
  const isLeft = line.priceDkk <= line.avgDkk;
  const anchor = (left: boolean) => (left ? 'end' : 'start');
  // Near the edge a label would leave the picture: it then stands on the other side of its line.
  const labelSide = (place: number, wantsLeft: boolean) => (wantsLeft ? place > 120 : place > width - 120);
  const ownLeft = labelSide(x(line.priceDkk), isLeft);
  const marketLeft = labelSide(x(line.avgDkk), !isLeft);
  return (
    <figure>
      <figcaption className="mb-3 text-control font-semibold">{t.why.prices}</figcaption>
      <svg
        viewBox={`0 0 ${width} 250`}
        width="100%"
        role="img"
        aria-label={t.why.pricesSummary(cheaper, prices.length)}
        className={`block text-[20px] md:text-[14px] ${dealColor[line.deal]}`}
      >
        {bins.map((count, bin) => {
          const height = (count / top) * tallest;
          const left = (bin / binCount) * width + 1.5;
          const size = width / binCount - 3;
          const isOwn = bin === ownBin;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place on the axis
            <g key={bin} fill={isOwn ? 'currentColor' : 'var(--band)'}>
              <rect x={left} y={floor - height} width={size} height={height} opacity={isOwn ? 0.4 : 0.62} />
              {count > 0 && (
                <rect
                  x={left}
                  y={floor - height - 1}
                  width={size}
                  height={2}
                  fill={isOwn ? 'currentColor' : 'var(--ink-3)'}
                />
              )}
            </g>
          );
        })}
        <path d={`M0 ${floor}H${width}`} stroke="var(--rule-2)" />
        <path d={`M${x(line.lowDkk)} ${floor}H${x(line.highDkk)}`} stroke="var(--ink)" strokeWidth="4" />
        <path d={`M${x(line.avgDkk)} 40V${floor}`} stroke="var(--ink)" strokeWidth="1.5" />
        <path d={`M${x(line.priceDkk)} 40V${floor}`} stroke="currentColor" strokeWidth="2.5" />
        <path
          d={`M${x(line.priceDkk)} 52H${x(line.avgDkk)}`}
          stroke="currentColor"
          strokeWidth="1.5"
          strokeDasharray="3 4"
        />
        <text
          x={x(line.priceDkk)}
          dx={ownLeft ? 0 : -1}
          y={isLeft ? 30 : 12}
          textAnchor={anchor(ownLeft)}
          fontWeight="600"
          fill="currentColor"
        >
          {t.why.thisCar} {formatNumber(line.priceDkk)}
        </text>
        <text
          x={x(line.avgDkk)}
          y={isLeft ? 12 : 30}
          textAnchor={anchor(marketLeft)}
          fontWeight="600"
          fill="var(--ink)"
        >
          {t.why.market} {formatNumber(Math.round(line.avgDkk))}
        </text>
        {axisTicks(low, high, 4)
          .filter((tick) => x(tick) > 40 && x(tick) < width - 40)
          .map((tick) => (
            <text key={tick} x={x(tick)} y={floor + 22} textAnchor="middle" fill="var(--ink-3)">
              {formatKroner(tick)}
            </text>
          ))}
      </svg>
    </figure>
  );
}
