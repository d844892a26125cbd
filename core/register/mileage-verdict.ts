import { isMileageSlip, type MileagePoint } from './mileage-slip.ts';

export type MileageReading = { date: string; km: number };

export const mileageVerdicts = ['logical', 'not_logical', 'too_few'] as const;
/** What else than a turned-back odometer could make a reading fall. */
export const mileageExplanations = ['typing_slip', 'instrument_replaced', 'miles'] as const;

/** The fall that cannot be explained by one slip: from the higher reading to a later, lower one, or to the ad's claim. */
export type MileageFall = { from: MileageReading; to: MileageReading; isToClaim: boolean };
export type MileageVerdict = {
  verdict: (typeof mileageVerdicts)[number];
  /** Days on which somebody else than the seller read the odometer. */
  readingDays: number;
  fall: MileageFall | null;
  explanations: (typeof mileageExplanations)[number][];
  /** A reading is out of line, and the others put it right. */
  hasSlip: boolean;
};

const leastDays = 2;
/** A history this long may hold two slips. */
const longHistory = 6;
const kmPerMile = 1.609;

/** How far a later figure may lie below an earlier one: an inspector reads exactly, a seller rounds down. */
function toleranceKm({ low, isClaim }: MileagePoint): number {
  return isClaim && low % 10_000 === 0 ? 10_000 : 1_000;
}

/** One point a day: two readings of one day have no order, so that they can never fall. */
function pointsOf(readings: readonly MileageReading[], claim: MileageReading | null): MileagePoint[] {
  const days = new Map<string, number[]>();
  for (const { date, km } of readings) days.set(date, [...(days.get(date) ?? []), km]);
  const points = [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, km]) => ({ date, low: Math.min(...km), high: Math.max(...km), isClaim: false }));
  if (!claim) return points;
  return [...points, { date: claim.date, low: claim.km, high: claim.km, isClaim: true }];
}

function deepestFall(points: readonly MileagePoint[]): MileageFall | null {
  let top: MileagePoint | null = null;
  let fall: MileageFall | null = null;
  let deepest = 0;
  for (const point of points) {
    const depth = top ? top.low - point.high : 0;
    if (top && depth > toleranceKm(point) && depth > deepest) {
      deepest = depth;
      fall = {
        from: { date: top.date, km: top.low },
        to: { date: point.date, km: point.high },
        isToClaim: point.isClaim,
      };
    }
    if (!top || point.low > top.low) top = point;
  }
  return fall;
}

/** Whether the history rises once one reading (of a long one: two) is taken as the slip that it may be. */
function isExplainedBySlips(points: readonly MileagePoint[]): boolean {
  const singles = points.map((point) => [point]);
  // Two in a row are no slips: they confirm each other.
  const pairs = points.flatMap((a, i) => points.slice(i + 2).map((b) => [a, b]));
  return [...singles, ...(points.length >= longHistory ? pairs : [])].some((taken) => {
    const kept = points.filter((point) => !taken.includes(point));
    return deepestFall(kept) === null && taken.every((point) => isMileageSlip(point, kept));
  });
}

/**
 * Whether the readings of a car's odometer and the ad's claim can be one story. It accuses nobody: a fall is told with its
 * days, and with what else could explain it. Readings in any order, days "YYYY-MM-DD", kilometres; `claim` with the day on
 * which the ad was read.
 */
export function mileageVerdict(
  readings: readonly MileageReading[],
  claim: MileageReading | null,
): MileageVerdict {
  const points = pointsOf(readings, claim);
  const readingDays = points.filter(({ isClaim }) => !isClaim).length;
  const none = { readingDays, fall: null, explanations: [], hasSlip: false };
  if (readingDays < leastDays) return { ...none, verdict: 'too_few' };
  const fall = deepestFall(points);
  if (!fall || isExplainedBySlips(points)) return { ...none, verdict: 'logical', hasSlip: fall !== null };
  const isLikeMiles = Math.abs(fall.from.km / fall.to.km / kmPerMile - 1) < 0.12;
  return {
    verdict: 'not_logical',
    hasSlip: false,
    readingDays,
    fall,
    explanations: ['typing_slip', 'instrument_replaced', ...(isLikeMiles ? (['miles'] as const) : [])],
  };
}
