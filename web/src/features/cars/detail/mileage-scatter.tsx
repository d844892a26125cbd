import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { useCarTexts } from '../../../i18n/car-texts.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { DealShape } from '../../../ui/deal-mark.tsx';
import type { PriceLineData } from '../../../ui/price-line.tsx';
import { ChartFigure } from './chart-figure.tsx';
import { axisTicks, fitLine } from './chart-scale.ts';

const width = 540;
const left = 52;
const floor = 220;
const top = 16;

type Comparable = NonNullable<WireCarDetail['why']>['comparables'][number];
type Props = { car: WireCarDetail; line: PriceLineData; comparables: Comparable[] };

/** Price against mileage: hollow rings are similar cars, the line their course, the dotted drop the gap. */
export function MileageScatter({ car, line, comparables }: Props) {
  const t = useCarTexts();
  const points = comparables.flatMap(({ mileage, price }) =>
    mileage === null ? [] : [[mileage, price] as const],
  );
  if (points.length < 3) return null;
  const ownKm = typeof car.mileage === 'number' ? car.mileage : null;
  const km = [...points.map(([x]) => x), ...(ownKm === null ? [] : [ownKm])];
  const dkk = [...points.map(([, y]) => y), line.priceDkk];
  const pad = (low: number, high: number) => (high - low) * 0.08 || 1_000;
  const range = (values: number[]) => {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return [Math.max(0, low - pad(low, high)), high + pad(low, high)] as const;
  };
  const [lowKm, highKm] = range(km);
  const [lowDkk, highDkk] = range(dkk);
  const x = (value: number) => left + ((value - lowKm) / (highKm - lowKm)) * (width - left - 8);
  const y = (value: number) => floor - ((value - lowDkk) / (highDkk - lowDkk)) * (floor - top);
  const trend = fitLine(points);
  return (
    <ChartFigure title={t.why.mileage} summary={t.why.mileageSummary} width={width} deal={line.deal}>
      {axisTicks(lowDkk, highDkk, 4).map((tick) => (
        <g key={tick}>
          <path d={`M${left} ${y(tick)}H${width}`} stroke="var(--rule)" />
          <text x="0" y={y(tick) + 5} fill="var(--ink-3)">
            {formatNumber(tick / 1000)}k
          </text>
        </g>
      ))}
      {axisTicks(lowKm, highKm, 4)
        .filter((tick) => x(tick) > left + 20 && x(tick) < width - 44)
        .map((tick) => (
          <text key={tick} x={x(tick)} y={floor + 22} textAnchor="middle" fill="var(--ink-3)">
            {formatNumber(tick)} km
          </text>
        ))}
      {trend && (
        <path
          d={`M${x(lowKm)} ${y(trend(lowKm))}L${x(highKm)} ${y(trend(highKm))}`}
          stroke="var(--ink)"
          strokeWidth="1.5"
        />
      )}
      {points.map(([pointKm, pointDkk], place) => (
        <circle
          // biome-ignore lint/suspicious/noArrayIndexKey: two cars may share price and mileage
          key={place}
          cx={x(pointKm)}
          cy={y(pointDkk)}
          r="4.5"
          fill="var(--band)"
          fillOpacity="0.45"
          stroke="var(--ink-3)"
          strokeWidth="1.4"
        />
      ))}
      {ownKm !== null && (
        <OwnPoint x={x(ownKm)} y={y(line.priceDkk)} trendY={trend && y(trend(ownKm))} line={line} />
      )}
    </ChartFigure>
  );
}

type OwnProps = { x: number; y: number; trendY: number | null; line: PriceLineData };

function OwnPoint({ x, y, trendY, line }: OwnProps) {
  const t = useCarTexts();
  const hasRoom = x > 130;
  return (
    <>
      {trendY !== null && (
        <path d={`M${x} ${y}V${trendY}`} stroke="currentColor" strokeWidth="1.5" strokeDasharray="3 4" />
      )}
      <g transform={`translate(${x} ${y}) scale(1.5) translate(-7 -7)`}>
        <DealShape deal={line.deal} />
      </g>
      <text
        x={hasRoom ? x - 16 : x + 16}
        y={y + 5}
        textAnchor={hasRoom ? 'end' : 'start'}
        fontWeight="600"
        fill="currentColor"
        stroke="var(--paper)"
        strokeWidth="4"
        paintOrder="stroke"
      >
        {t.why.thisCar}
      </text>
    </>
  );
}
