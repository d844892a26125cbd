/** The odometer readings of one day in kilometres: the lowest and the highest. */
export type MileagePoint = { date: string; low: number; high: number; isClaim: boolean };

const kmPerMile = 1.609;
/** Figures that differ by no more are the same one, rounded. */
export const roundingKm = 1000;
/** More than anybody drives: such a reading is a typing error. */
const mostKmPerYear = 80_000;
const manyKmPerYear = 35_000;

const yearsBetween = (from: string, to: string) =>
  Math.max(1 / 365, (Date.parse(to) - Date.parse(from)) / 31_557_600_000);

/** All numbers from which one typing error could make `km`: a wrong digit, two swapped, one doubled, an extra 0. */
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

/** Kilometres per year between two readings. */
const rateOf = (from: MileagePoint, to: MileagePoint) =>
  (to.low - from.low) / yearsBetween(from.date, to.date);

/**
 * Whether the distance up to a reading fits the car's usual yearly mileage, while without the reading the car would hardly
 * have been driven. Then the reading is believed, and the lower ones after it are not.
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

/**
 * The lowest plausible mileage at a first reading, extrapolated back from the next one at a very high yearly mileage, or at
 * three times the later rate if that is higher.
 */
function leastBefore(point: MileagePoint, next: MileagePoint, last: MileagePoint): number {
  return Math.max(
    0,
    next.low - Math.max(manyKmPerYear, 3 * rateOf(next, last)) * yearsBetween(point.date, next.date),
  );
}

const isBetween = (figures: readonly number[], least: number, most: number) =>
  figures.some((km) => km >= least - roundingKm && km <= most + roundingKm);

/**
 * Whether a reading can be a typing error that later readings correct. `kept`: the history without it, oldest first. The
 * ad's claim is never treated as an error: the seller can correct it.
 */
export function isMileageSlip(point: MileagePoint, kept: readonly MileagePoint[]): boolean {
  if (point.isClaim) return false;
  const before = kept.findLast(({ date, isClaim }) => !isClaim && date < point.date);
  const next = kept.find(({ date, isClaim }) => isClaim || date > point.date);
  if (!next) return false;
  // Too low, and later readings are back at the former level.
  if (before && point.high < before.low) {
    const isDigitLost = String(point.high).length < String(next.high).length && next.high >= before.low;
    return isDigitLost || isBetween([...meantBy(point.high), point.high * kmPerMile], before.low, next.high);
  }
  if (point.low <= next.high) return false;
  // Too high: a lower claim of the seller is not enough to correct it, unless the distance is impossible.
  if (next.isClaim && (!before || rateOf(before, point) <= mostKmPerYear)) return false;
  if (before && isAsDriven(point, before, next, kept)) return false;
  const least = before ? before.low : leastBefore(point, next, kept.at(-1)!);
  return isBetween([...meantBy(point.low), point.low / kmPerMile], least, next.high);
}

export type MileageReading = { date: string; km: number };

export const mileageVerdicts = ['logical', 'not_logical', 'too_few'] as const;
/** Explanations of a falling mileage other than a manipulated odometer. */
export const mileageExplanations = ['typing_slip', 'instrument_replaced', 'miles'] as const;

/** A fall that no single error explains: from the higher reading to a later, lower one, or to the ad's claim. */
export type MileageFall = { from: MileageReading; to: MileageReading; isToClaim: boolean };
export type MileageVerdict = {
  verdict: (typeof mileageVerdicts)[number];
  /** Days on which somebody other than the seller read the odometer. */
  readingDays: number;
  fall: MileageFall | null;
  explanations: (typeof mileageExplanations)[number][];
  /** Whether one reading is an error that the others correct. */
  hasSlip: boolean;
};

const leastDays = 2;
/** A history of this many readings may have two errors. */
const longHistory = 6;

/** How far a later reading may be below an earlier one: inspectors are exact, sellers round down. */
function toleranceKm({ low, isClaim }: MileagePoint): number {
  return isClaim && low % 10_000 === 0 ? 10_000 : 1_000;
}

/** One point per day: readings of the same day have no order, so they cannot fall. */
function pointsOf(readings: readonly MileageReading[]): MileagePoint[] {
  const days = new Map<string, number[]>();
  for (const { date, km } of readings) days.set(date, [...(days.get(date) ?? []), km]);
  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, km]) => ({ date, low: Math.min(...km), high: Math.max(...km), isClaim: false }));
}

/**
 * The series that must each rise: the readings, and those up to the claim's day with the claim. A later reading does not
 * contradict the claim, since the car was driven meanwhile.
 */
function seriesOf(points: readonly MileagePoint[], claim: MileageReading | null): MileagePoint[][] {
  if (!claim) return [[...points]];
  const before = points.filter(({ date }) => date <= claim.date);
  const claimed = [...before, { date: claim.date, low: claim.km, high: claim.km, isClaim: true }];
  return before.length === points.length ? [claimed] : [claimed, [...points]];
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

/** Whether the history rises after removing one reading (two from a long history) that can be an error. */
function isExplainedBySlips(points: readonly MileagePoint[]): boolean {
  const singles = points.map((point) => [point]);
  // Two in a row are not errors, because they confirm each other.
  const pairs = points.flatMap((a, i) => points.slice(i + 2).map((b) => [a, b]));
  return [...singles, ...(points.length >= longHistory ? pairs : [])].some((taken) => {
    const kept = points.filter((point) => !taken.includes(point));
    return deepestFall(kept) === null && taken.every((point) => isMileageSlip(point, kept));
  });
}

/**
 * Whether the odometer readings and the ad's claim are consistent. It accuses nobody: a fall is reported with its days and
 * possible explanations. Readings in any order, days "YYYY-MM-DD", kilometres; `claim` has the day on which the ad was first
 * seen with it.
 */
export function mileageVerdict(
  readings: readonly MileageReading[],
  claim: MileageReading | null,
): MileageVerdict {
  const points = pointsOf(readings);
  const readingDays = points.length;
  const none = { readingDays, fall: null, explanations: [], hasSlip: false };
  if (readingDays < leastDays) return { ...none, verdict: 'too_few' };
  const falling = seriesOf(points, claim).filter((series) => deepestFall(series) !== null);
  const unexplained = falling.find((series) => !isExplainedBySlips(series));
  if (!unexplained) return { ...none, verdict: 'logical', hasSlip: falling.length > 0 };
  const fall = deepestFall(unexplained)!;
  const isLikeMiles = Math.abs(fall.from.km / fall.to.km / kmPerMile - 1) < 0.12;
  return {
    verdict: 'not_logical',
    hasSlip: false,
    readingDays,
    fall,
    explanations: ['typing_slip', 'instrument_replaced', ...(isLikeMiles ? (['miles'] as const) : [])],
  };
}
