import { useState } from 'react';
import type { WireTold } from '#core/contract/routes/cars.ts';
import { isRoundedReading } from '#core/register/story.ts';
import { calendarDay } from '#core/shared.ts';
import { axisTicks } from '../cars/charts.tsx';
import { formatKroner, formatMileage, formatNumber } from '../i18n/format.ts';
import { useFormat } from '../i18n/language.tsx';
import { useStoryTexts } from '../i18n/text-parts.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { aboveLaterReading, SaidText, saidWord, verdictText } from './findings.tsx';

const width = 540;
const left = 52;
const right = 14;
const floor = 216;
const top = 26;

const timeOf = ({ date }: MileagePoint) => Date.parse(date);

/**
 * Mileage over time: filled squares are readings, the ring is what the claimant says, an ad or the reader; a dashed line leads to a
 * lower figure.
 */
function MileageChart({ points, claimant }: { points: readonly MileagePoint[]; claimant: string }) {
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
            label={`${claimant}: ${formatMileage(point.km)}`}
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

/** Years with room for a label: every one, every second or every fifth. */
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

/**
 * One reading of the odometer, or the ad's claim (`source` null), with its day "YYYY-MM-DD". `isUndated`: the claim was made
 * on an unknown day, and stands where the ad was last seen.
 */
type MileagePoint = {
  date: string;
  km: number;
  source: WireTold['story']['events'][number]['source'] | null;
  isUndated?: true;
};

/** Every dated reading, oldest first, with the ad's claim on the day on which it was first seen. */
export function mileagePoints(car: WireTold): MileagePoint[] {
  const all = car.story.events.flatMap(({ date, mileage, source }) =>
    date !== null && mileage !== null ? [{ date, km: mileage, source }] : [],
  );
  // Customs and inspection note one figure on one day: it is one reading.
  const readings = all.filter(
    ({ date, km }, place) => !all.slice(0, place).some((other) => other.date === date && other.km === km),
  );
  if (typeof car.mileage !== 'number') return readings;
  const { mileage_seen: seen, scraped_time: lastSeen } = car;
  const claim: MileagePoint = {
    date: calendarDay(seen ?? lastSeen),
    km: car.mileage,
    source: null,
    ...(!seen && { isUndated: true }),
  };
  const isBefore = ({ date }: MileagePoint) => date <= claim.date;
  return [...readings.filter(isBefore), claim, ...readings.filter((reading) => !isBefore(reading))];
}

/** The verdict in words, the chart, and its figures as a table for screen readers. */
function MileageOverTime({ car }: { car: WireTold }) {
  const t = useStoryTexts();
  const format = useFormat();
  const points = mileagePoints(car);
  const { verdict } = car.mileage_verdict;
  const icon = { logical: 'check', not_logical: 'warning', too_few: 'help' } as const;
  const color = { logical: 'text-amazing', not_logical: 'text-poor', too_few: 'text-ink-3' };
  const claimant = car.is_mileage_typed ? t.story.typed : t.story.ad;
  const hasChart = points.length > 1 && points.some(({ source }) => source !== null);
  return (
    <div className="print:mb-2 print:grid print:grid-cols-2 print:gap-6">
      <div>
        <h3 className="text-h3 font-semibold">{t.story.mileage}</h3>
        <div className="mt-3 flex gap-3">
          <Icon name={icon[verdict]} size={22} className={color[verdict]} />
          <div>
            <p className="text-body/5 font-semibold">
              {verdict === 'logical' && aboveLaterReading(car) > 0
                ? t.story.logicalButAd
                : t.story.verdict[verdict]}
            </p>
            <p className="mt-1 max-w-[60ch] text-meta text-ink-2">{verdictText(car, t, format.date)}</p>
          </div>
        </div>
      </div>
      {hasChart && (
        <div className="mt-6 print:mt-0">
          <MileageChart points={points} claimant={claimant} />
          <table className="sr-only">
            <caption>{t.story.mileage}</caption>
            <thead>
              <tr>
                <th scope="col">{t.story.day}</th>
                <th scope="col">{t.story.reading}</th>
                <th scope="col">{t.story.readBy}</th>
              </tr>
            </thead>
            <tbody>
              {points.map(({ date, km, source, isUndated }) => (
                <tr key={`${date} ${km} ${source}`}>
                  <td>{isUndated ? t.story.undated : format.date(date)}</td>
                  <td>{formatMileage(km)}</td>
                  <td>{source ? t.story.source[source] : claimant}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

type StoryEvent = WireTold['story']['events'][number];

const shownFirst = 8;

/** Every event with its day and source, newest first, undated ones last. */
function Timeline({ events }: { events: readonly StoryEvent[] }) {
  const t = useStoryTexts();
  const [showsAll, setShowsAll] = useState(false);
  const dated = events.filter(({ date }) => date !== null).reverse();
  const sorted = [...dated, ...events.filter(({ date }) => date === null)];
  const hides = !showsAll && sorted.length > shownFirst + 2;
  if (sorted.length === 0) return null;
  return (
    <div>
      <h3 className="text-h3 font-semibold">{t.story.timeline}</h3>
      <ol className="mt-2 print:columns-2 print:gap-6">
        {sorted.map((event, place) => (
          <EventRow key={JSON.stringify(event)} event={event} isHidden={hides && place >= shownFirst} />
        ))}
      </ol>
      {hides && (
        <Button look="link" className="mt-4 text-meta max-md:mt-1" onClick={() => setShowsAll(true)}>
          {t.story.showAll(sorted.length)}
        </Button>
      )}
    </div>
  );
}

/** `isHidden`: shown in print only, since paper has no button. */
function EventRow({ event, isHidden }: { event: StoryEvent; isHidden: boolean }) {
  const t = useStoryTexts();
  const { date } = useFormat();
  const day =
    event.date && event.until
      ? t.story.until(date(event.date), date(event.until))
      : event.date
        ? date(event.date)
        : t.story.undated;
  // The register dates a policy by its first day, whether or not it has ended since.
  const isBeginning =
    event.kind === 'insurance' && event.date !== null && event.said?.toLowerCase() === 'aktiv';
  const details = [
    isBeginning
      ? t.story.insuranceBegan
      : event.said && <SaidText key="said" said={[saidWord(event.said, t)]} />,
    event.mileage !== null &&
      (isRoundedReading(event) ? t.story.about(formatMileage(event.mileage)) : formatMileage(event.mileage)),
    event.amount !== null && formatKroner(event.amount),
    event.place,
  ].filter(Boolean);
  return (
    <li
      className={`${isHidden ? 'hidden print:list-item print:list-none' : ''} border-b border-rule py-3 print:py-0.5 print:text-[8pt]/[10pt]`}
    >
      <p className="flex flex-wrap justify-between gap-x-4 text-meta text-ink-3 print:inline print:text-[length:inherit]">
        <span className="print:mr-1.5">{day}</span>
        <span className="print:mr-1.5">{t.story.source[event.source]}</span>
      </p>
      <p className="mt-0.5 text-control print:inline print:text-[length:inherit]">
        <b className="font-semibold">{t.story.kind[event.kind]}</b>
        {details.map((detail, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a detail is identified by its position
          <span key={place} className="text-ink-2">
            {' · '}
            {detail}
          </span>
        ))}
      </p>
      {event.faults.length > 0 && (
        <ul className="mt-1 list-disc pl-5 text-meta text-ink-2 print:mt-0 print:text-[length:inherit]">
          {event.faults.map((fault) => (
            <li key={fault}>
              <q lang="da">{fault}</q>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** The car's history in the registers; nothing if no register knows the car. */
export default function CarStory({ car, className }: { car: WireTold; className: string }) {
  const t = useStoryTexts();
  if (car.register_state !== 'found') return null;
  return (
    <section className={className}>
      <h2 className="mb-6 text-h2 tracking-[-0.03em]">{t.story.title}</h2>
      <div className="grid gap-x-14 gap-y-10 lg:grid-cols-2 print:block print:break-inside-avoid">
        <MileageOverTime car={car} />
        <Timeline events={car.story.events} />
      </div>
    </section>
  );
}
