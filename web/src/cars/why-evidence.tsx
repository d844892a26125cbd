import type { WireCarDetail } from '#core/contract/routes/cars.ts';
import { isDistant, ratingSettings } from '#core/valuation/thresholds.ts';
import { toHundreds } from '#core/valuation/valuation.ts';
import { formatKroner, formatMileage, formatNumber } from '../i18n/format.ts';
import { useFormat } from '../i18n/language.tsx';
import { type CarTexts, useCarTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { DealShape } from '../ui/deal-badge.tsx';
import { Link } from '../ui/link.tsx';
import type { PriceLineData } from '../ui/price-line.tsx';
import { countAround } from './car-card.tsx';
import { axisTicks, binCounts, ChartFigure, fitLine } from './charts.tsx';
import { isOtherFuel, isOtherModel } from './evidence-remarks.ts';

type Comparable = NonNullable<WireCarDetail['why']>['comparables'][number];

/** A similar car's adjusted price; the price itself where the two are shown as the same. */
const shownAdjusted = ({ price, adjusted_price: adjusted }: Comparable) =>
  toHundreds(adjusted) === toHundreds(price) ? price : toHundreds(adjusted);

/** The correction of a price, and whether it is so large that the car counts half. */
function correctionOf(comparable: Comparable, t: CarTexts): string {
  const { price, adjusted_price: adjusted } = comparable;
  if (shownAdjusted(comparable) === price) return t.why.notCorrected;
  const percent = (adjusted / price - 1) * 100;
  const size = Math.abs(percent);
  const isHalf = isDistant(adjusted / price);
  const change = (shown: string) => `${percent < 0 ? '−' : '+'}${shown} %`;
  // Rounded to a whole percent, it would stand on the border for both that count half and that do not: rounded away from it.
  const border = halfBeyondPercent(percent);
  const isNear = Math.round(size) === border;
  const round = Math.round(size * 10) / 10 !== border ? Math.round : isHalf ? Math.ceil : Math.floor;
  // A correction of less than half a percent is one all the same.
  const shown = isNear ? round(size * 10) / 10 : size;
  const text = change(formatNumber(shown, isNear || size < 0.95 ? 1 : 0));
  return isHalf ? t.why.countsHalf(text) : text;
}

/** The size of the largest correction, in percent, of a price that counts whole. */
const halfBeyondPercent = (percent: number): number => {
  const { distantFactor } = ratingSettings;
  return Math.round((percent < 0 ? 1 - 1 / distantFactor : distantFactor - 1) * 100);
};

type ComparablesTableProps = {
  comparables: readonly Comparable[];
  /** The car on the page. */
  car: Pick<WireCarDetail, 'model' | 'fuel'>;
};

/** The most similar cars as a table with links. */
export function ComparablesTable({ comparables, car: own }: ComparablesTableProps) {
  const t = useCarTexts();
  const format = useFormat();
  // Two of the columns are shown on wide screens only.
  const columns = [
    [t.why.comparableTitle, 'pr-4'],
    [t.why.comparableYear, 'pr-4 text-right max-sm:hidden'],
    [t.why.comparableMileage, 'pr-4 text-right'],
    [t.filters.price, 'pr-4 text-right max-sm:hidden'],
    [t.why.adjustedPrice, 'text-right'],
  ];
  return (
    <div className="mt-8 overflow-x-auto">
      <table className="w-full text-left text-control">
        <caption className="mb-2 text-left text-h3 font-semibold">{t.why.comparables}</caption>
        <thead>
          <tr className="border-b border-ink">
            {columns.map(([name, className]) => (
              <th key={name} scope="col" className={`py-2.5 font-semibold ${className}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {comparables.map((car) => (
            <tr key={car.id} className="border-b border-rule">
              <td className="py-2.5 pr-4">
                <Link
                  to={paths.car(car.id)}
                  className="underline decoration-rule-2 underline-offset-3 hover:decoration-ink"
                >
                  {car.title}
                </Link>
                {isOtherModel(car, own.model) && (
                  <span className="block text-meta text-ink-3">{t.why.otherModel(car.model!)}</span>
                )}
                {isOtherFuel(car, own.fuel) && (
                  <span className="block text-meta text-ink-3">{t.filters.fuels[car.fuel!]}</span>
                )}
                {car.gone_after_days !== null && (
                  <span className="block text-meta text-ink-3">
                    {(car.is_age_known ? t.why.goneAfter : t.why.goneAfterAtLeast)(car.gone_after_days)}
                  </span>
                )}
                {/* Missing in answers cached before the field existed. */}
                {car.last_seen && (
                  <span className="block text-meta text-ink-3">
                    {t.why.lastSeen(format.date(car.last_seen))}
                  </span>
                )}
              </td>
              <td className="py-2.5 pr-4 text-right max-sm:hidden">{car.year ?? '-'}</td>
              <td className="py-2.5 pr-4 text-right whitespace-nowrap">{formatMileage(car.mileage)}</td>
              <td className="py-2.5 pr-4 text-right whitespace-nowrap max-sm:hidden">
                {formatKroner(car.price)}
              </td>
              <td className="py-2.5 text-right font-semibold whitespace-nowrap">
                {formatKroner(shownAdjusted(car))}
                <span className="block text-meta font-normal text-ink-3">{correctionOf(car, t)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-meta text-ink-3">{t.why.adjustedNote}</p>
    </div>
  );
}

const width = 540;
/** Room for "160.000" beside the axis, in the letters of a phone. */
const left = 82;
const floor = 220;
const top = 16;

type MileageScatterProps = { car: WireCarDetail; line: PriceLineData; comparables: Comparable[] };

/** Price against mileage: hollow rings are similar cars, the line their course, the dotted drop the gap. */
function MileageScatter({ car, line, comparables }: MileageScatterProps) {
  const t = useCarTexts();
  const points = comparables.flatMap(({ mileage, price }) =>
    typeof mileage === 'number' ? [[mileage, price] as const] : [],
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
            {formatNumber(tick)}
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

export const chart = { width: 540, floor: 220, tallest: 150, bins: 16 } as const;

/** A label needs this much room (px of the drawing) on its side of the line. */
const labelRoom = 120;
const tickRoom = 40;

/** Everything the price histogram draws, measured: where prices stand, how high the bars are, where labels fit. */
function histogramScale(line: PriceLineData, prices: readonly number[]) {
  const all = [...prices, line.priceDkk, line.lowDkk, line.highDkk];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const margin = (most - least) * 0.04 || 1_000;
  const [low, high] = [least - margin, most + margin];
  const share = (dkk: number) => (dkk - low) / (high - low);
  const x = (dkk: number) => share(dkk) * chart.width;
  // A label near the edge moves to the other side of its line.
  const goesLeft = (dkk: number, wantsLeft: boolean) =>
    wantsLeft ? x(dkk) > labelRoom : x(dkk) > chart.width - labelRoom;
  const isBelow = line.priceDkk <= line.avgDkk;
  return {
    x,
    counts: binCounts(prices, low, high, chart.bins),
    ownBin: Math.min(chart.bins - 1, Math.floor(share(line.priceDkk) * chart.bins)),
    ticks: axisTicks(low, high, 4).filter((tick) => x(tick) > tickRoom && x(tick) < chart.width - tickRoom),
    isBelow,
    ownAnchor: goesLeft(line.priceDkk, isBelow) ? 'end' : 'start',
    marketAnchor: goesLeft(line.avgDkk, !isBelow) ? 'end' : 'start',
  } as const;
}

const { width: histogramWidth, floor: histogramFloor } = chart;

type PriceHistogramProps = { line: PriceLineData; prices: number[] };
type Scale = ReturnType<typeof histogramScale>;

/** How similar cars are priced, with this car and the market marked; the thick foot is the market range. */
export function PriceHistogram({ line, prices }: PriceHistogramProps) {
  const t = useCarTexts();
  const scale = histogramScale(line, prices);
  const { cheaper, alike } = countAround(prices, line.priceDkk);
  return (
    <ChartFigure
      title={t.why.prices}
      summary={t.why.pricesSummary(cheaper, prices.length, alike)}
      width={histogramWidth}
      deal={line.deal}
    >
      <Bars counts={scale.counts} ownBin={scale.ownBin} />
      <path d={`M0 ${histogramFloor}H${histogramWidth}`} stroke="var(--rule-2)" />
      <Marks line={line} scale={scale} />
      {scale.ticks.map((tick) => (
        <text key={tick} x={scale.x(tick)} y={histogramFloor + 22} textAnchor="middle" fill="var(--ink-3)">
          {formatKroner(tick)}
        </text>
      ))}
    </ChartFigure>
  );
}

function Bars({ counts, ownBin }: { counts: number[]; ownBin: number }) {
  const top = Math.max(1, ...counts);
  const size = histogramWidth / counts.length - 3;
  return counts.map((count, bin) => {
    const height = (count / top) * chart.tallest;
    const bar = { x: (bin / counts.length) * histogramWidth + 1.5, width: size };
    const isOwn = bin === ownBin;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place on the axis
      <g key={bin} fill={isOwn ? 'currentColor' : 'var(--band)'}>
        <rect {...bar} y={histogramFloor - height} height={height} opacity={isOwn ? 0.4 : 0.62} />
        {count > 0 && (
          <rect
            {...bar}
            y={histogramFloor - height - 1}
            height={2}
            fill={isOwn ? 'currentColor' : 'var(--ink-3)'}
          />
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
        d={`M${scale.x(line.lowDkk)} ${histogramFloor}H${scale.x(line.highDkk)}`}
        stroke="var(--ink)"
        strokeWidth="4"
      />
      <path d={`M${market} 40V${histogramFloor}`} stroke="var(--ink)" strokeWidth="1.5" />
      <path d={`M${own} 40V${histogramFloor}`} stroke="currentColor" strokeWidth="2.5" />
      <path d={`M${own} 52H${market}`} stroke="currentColor" strokeWidth="1.5" strokeDasharray="3 4" />
      <g fontWeight="600">
        <text x={own} y={scale.isBelow ? 30 : 12} textAnchor={scale.ownAnchor} fill="currentColor">
          {t.why.thisCar} {formatNumber(line.priceDkk)}
        </text>
        <text x={market} y={scale.isBelow ? 12 : 30} textAnchor={scale.marketAnchor} fill="var(--ink)">
          {t.why.market} {formatNumber(line.avgDkk)}
        </text>
      </g>
    </>
  );
}

type Term = { name: string; dkk: number };
type ValueTermsProps = { terms: Term[]; valueDkk: number };

/** From the similar cars to the market value: what the middle one asks, made comparable, and how far the value lies from there. */
export function ValueTerms({ terms, valueDkk }: ValueTermsProps) {
  const t = useCarTexts();
  const similar = terms.find(({ name }) => name === 'similar');
  if (!similar) return null;
  // As the table beside it shows the middle one. What rounding leaves over goes to the rest, so that the lines add up.
  const similarDkk = toHundreds(similar.dkk);
  const totalDkk = toHundreds(valueDkk);
  const otherDkk = totalDkk - similarDkk;
  return (
    <div className="mt-10 max-w-2xl print:mt-3">
      <h3 className="border-b border-ink pb-2.5 text-h3">{t.why.terms}</h3>
      <dl className="text-control">
        <Row name={t.why.term.similar} value={formatKroner(similarDkk)} share={0} />
        {otherDkk !== 0 && (
          <Row
            name={t.why.term.other}
            value={`${otherDkk < 0 ? '−' : '+'}${formatKroner(Math.abs(otherDkk))}`}
            share={Math.sign(otherDkk)}
          />
        )}
        <Row name={t.why.termsTotal} value={formatKroner(totalDkk)} share={0} isTotal />
      </dl>
    </div>
  );
}

type RowProps = { name: string; value: string; share: number; isTotal?: boolean };

function Row({ name, value, share, isTotal = false }: RowProps) {
  return (
    <div
      className={`grid grid-cols-[1fr_88px_112px] items-center gap-3 border-b py-2.5 print:py-0.5 sm:grid-cols-[1fr_200px_112px] ${isTotal ? 'border-ink font-semibold' : 'border-rule'}`}
    >
      <dt className={isTotal ? '' : 'text-ink-2'}>{name}</dt>
      <dd aria-hidden="true" className="relative h-2">
        {share !== 0 && (
          <span
            className={`absolute inset-y-0 ${share > 0 ? 'left-1/2 bg-accent' : 'right-1/2 bg-poor'}`}
            style={{ width: `${Math.abs(share) * 50}%` }}
          />
        )}
      </dd>
      <dd className="text-right font-semibold whitespace-nowrap">{value}</dd>
    </div>
  );
}

type WhyEvidenceProps = {
  car: WireCarDetail;
  why: NonNullable<WireCarDetail['why']>;
  line: PriceLineData | null;
  showsNumbers: boolean;
};

/** What a rating rests on: the pictures of the market, the numbers for who wants them, what moves the value. */
export default function WhyEvidence({ car, why, line, showsNumbers }: WhyEvidenceProps) {
  const { comparables, terms } = why;
  return (
    <>
      {line && comparables.length >= 3 && (
        <div className="mt-8 grid gap-x-16 gap-y-8 md:mt-12 lg:grid-cols-2 print:mt-3 print:grid-cols-2 print:gap-6">
          <PriceHistogram line={line} prices={comparables.map((other) => other.adjusted_price)} />
          <MileageScatter car={car} line={line} comparables={comparables} />
        </div>
      )}
      {showsNumbers && <ComparablesTable comparables={comparables} car={car} />}
      {line && terms.length > 1 && <ValueTerms terms={terms} valueDkk={line.avgDkk} />}
    </>
  );
}
