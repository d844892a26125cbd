/** What was read of an odometer on one day, kilometres: the lowest and highest figure. */
export type MileagePoint = { date: string; low: number; high: number; isClaim: boolean };

const kmPerMile = 1.609;
const roundingKm = 1000;
/** Nobody drives more: a figure that says so was typed wrong. */
const mostKmPerYear = 80_000;
const manyKmPerYear = 35_000;

const yearsBetween = (from: string, to: string) =>
  Math.max(1 / 365, (Date.parse(to) - Date.parse(from)) / 31_557_600_000);

/** Every figure of which `km` can be a slip of one key: another digit, two digits swapped, a digit struck twice, a 0 too many. */
function meantBy(km: number): number[] {
  const typed = String(km);
  const figures: string[] = [];
  for (let at = 0; at < typed.length; at++) {
    const [before, digit, after] = [typed.slice(0, at), typed[at]!, typed.slice(at + 1)];
    for (const other of '0123456789') figures.push(before + other + after);
    const next = after[0];
    if (next !== undefined) figures.push(before + next + digit + after.slice(1));
    if (digit === next || (digit === '0' && next === undefined)) figures.push(before + after);
  }
  return figures.filter((figure) => !figure.startsWith('0')).map(Number);
}

/** Kilometres a year from one reading to a later one. */
const rateOf = (from: MileagePoint, to: MileagePoint) =>
  (to.low - from.low) / yearsBetween(from.date, to.date);

/**
 * Whether the car was driven up to this reading as it was before or after, and hardly at all if it is a slip: then the
 * reading is believed, and the lower ones behind it are not.
 */
function isAsDriven(
  point: MileagePoint,
  before: MileagePoint,
  next: MileagePoint,
  kept: readonly MileagePoint[],
) {
  const [first, last] = [kept[0]!, kept.at(-1)!];
  const usual = first.date < before.date ? rateOf(first, before) : rateOf(next, last);
  const upTo = rateOf(before, point);
  return upTo > 0.4 * usual && upTo < 1.9 * usual && rateOf(before, next) < 0.6 * usual;
}

/** Where the figure before a first reading can have been, going back from the next one as fast as is driven at all, or three times as fast as later. */
function leastBefore(point: MileagePoint, next: MileagePoint, last: MileagePoint): number {
  return Math.max(
    0,
    next.low - Math.max(manyKmPerYear, 3 * rateOf(next, last)) * yearsBetween(point.date, next.date),
  );
}

const isBetween = (figures: readonly number[], least: number, most: number) =>
  figures.some((km) => km >= least - roundingKm && km <= most + roundingKm);

/**
 * Whether one reading can be a slip of the person who wrote it down, which later figures put right. `kept`: the history
 * without it, oldest first. What the ad claims is no slip: the seller can put it right.
 */
export function isMileageSlip(point: MileagePoint, kept: readonly MileagePoint[]): boolean {
  if (point.isClaim) return false;
  const before = kept.findLast(({ date, isClaim }) => !isClaim && date < point.date);
  const next = kept.find(({ date, isClaim }) => isClaim || date > point.date);
  if (!next) return false;
  // Too low, and back where it was.
  if (before && point.high < before.low) {
    const isDigitLost = String(point.high).length < String(next.high).length && next.high >= before.low;
    return isDigitLost || isBetween([...meantBy(point.high), point.high * kmPerMile], before.low, next.high);
  }
  if (point.low <= next.high) return false;
  // Too high: a seller's lower claim alone puts nothing right, unless nobody could have driven that far.
  if (next.isClaim && (!before || rateOf(before, point) <= mostKmPerYear)) return false;
  if (before && isAsDriven(point, before, next, kept)) return false;
  const least = before ? before.low : leastBefore(point, next, kept.at(-1)!);
  return isBetween([...meantBy(point.low), point.low / kmPerMile], least, next.high);
}

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
