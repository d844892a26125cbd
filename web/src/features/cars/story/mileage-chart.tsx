import { formatMileage, formatNumber } from '../../../i18n/format.ts';
import { useStoryTexts } from '../../../i18n/story-texts.ts';
import { axisTicks } from '../detail/chart-scale.ts';
import type { MileagePoint } from './mileage-points.ts';

const width = 540;
const left = 52;
const right = 14;
const floor = 216;
const top = 26;

const timeOf = ({ date }: MileagePoint) => Date.parse(date);

/** Mileage over time: filled squares are readings, the ring is what the ad says; a dashed line leads to a lower figure. */
export function MileageChart({ points }: { points: readonly MileagePoint[] }) {
  const t = useStoryTexts();
  const times = points.map(timeOf);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const most = Math.max(...points.map(({ km }) => km)) * 1.05;
  const x = (time: number) => left + ((time - first) / (last - first || 1)) * (width - left - right);
  const y = (km: number) => floor - (km / most) * (floor - top);
  const years = yearTicks(first, last);
  return (
    <svg
      viewBox={`0 0 ${width} 246`}
      width="100%"
      role="img"
      aria-label={t.story.chartOf(points.filter(({ source }) => source !== null).length)}
      className="block max-w-[680px] text-[20px] md:text-[14px]"
    >
      {axisTicks(0, most, 4).map((tick) => (
        <g key={tick}>
          <path d={`M${left} ${y(tick)}H${width}`} stroke="var(--rule)" />
          <text x="0" y={y(tick) + 5} fill="var(--ink-3)">
            {tick === 0 ? '0' : formatNumber(tick)}
          </text>
        </g>
      ))}
      {years.map((year) => (
        <text key={year} x={x(Date.UTC(year, 0))} y={floor + 24} textAnchor="middle" fill="var(--ink-3)">
          {year}
        </text>
      ))}
      {points.slice(1).map((point, place) => {
        const before = points[place]!;
        return (
          <path
            key={`${point.date} ${point.km}`}
            d={`M${x(timeOf(before))} ${y(before.km)}L${x(timeOf(point))} ${y(point.km)}`}
            stroke="var(--ink)"
            strokeWidth="1.5"
            strokeDasharray={point.km < before.km ? '3 4' : undefined}
          />
        );
      })}
      {points.map((point) =>
        point.source === null ? (
          <Claim
            key="ad"
            x={x(timeOf(point))}
            y={y(point.km)}
            isBelow={points.some(({ km }) => km > point.km)}
            label={`${t.story.ad}: ${formatMileage(point.km)}`}
          />
        ) : (
          <rect
            key={`${point.date} ${point.km} ${point.source}`}
            x={x(timeOf(point)) - 4}
            y={y(point.km) - 4}
            width="8"
            height="8"
            fill="var(--ink)"
          />
        ),
      )}
    </svg>
  );
}

/** Years whose label has room: each, every second, every fifth. */
function yearTicks(first: number, last: number): number[] {
  const [from, to] = [new Date(first).getUTCFullYear() + 1, new Date(last).getUTCFullYear()];
  const step = to - from > 15 ? 5 : to - from > 5 ? 3 : 1;
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => from + place).filter(
    (year) => (to - year) % step === 0 && Date.UTC(year, 0) >= first,
  );
}

/** Where lines come from above, its label stands at the foot of the chart, where nothing else does, with a line that leads to it. */
function Claim({ x, y, isBelow, label }: { x: number; y: number; isBelow: boolean; label: string }) {
  const isAtFoot = isBelow && y < floor - 60;
  const labelY = isAtFoot ? floor - 10 : y - 13;
  return (
    <>
      {isAtFoot && <path d={`M${x} ${y + 7}V${labelY - 16}`} stroke="var(--ink-3)" />}
      <circle cx={x} cy={y} r="6.5" fill="var(--paper)" stroke="var(--ink)" strokeWidth="2.5" />
      <text
        x={x + 8}
        y={labelY}
        textAnchor="end"
        fontWeight="600"
        fill="var(--ink)"
        stroke="var(--paper)"
        strokeWidth="4"
        paintOrder="stroke"
      >
        {label}
      </text>
    </>
  );
}
