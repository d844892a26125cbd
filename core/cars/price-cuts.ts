import { type SellerType, sellerTypes } from '#core/marketplaces/ad/listing.ts';
import { type Car, type Listed, listedSince } from './car.ts';
import { isAgeKnown, longUnseenDays } from './listing-life.ts';
import { type PricePath, stepsOfPath } from './price-drop.ts';

/**
 * How often ads came down in price or ended between their first sight and the last: a discrete-time hazard with two causes, by
 * days since the ad was put up, price as a share of the market value, and seller. What happened lately does not count: an ad that
 * has left its search may have ended, and is opened again within days.
 */
export type CutRow = {
  /** The group: the lower ends of its days and of its shares of the market value. */
  age: number;
  share: number;
  seller: SellerType | null;
  /** So many cuts and ends of so many ads, which were watched for so many days together. */
  cuts: number;
  ends: number;
  /** Ads that nobody has seen since: they may have ended, or nobody looked. */
  lost: number;
  ads: number;
  days: number;
  /** Those, and half of the days from when an ad was last seen until it was found gone. */
  endDays: number;
};
type Group = Pick<CutRow, 'age' | 'share' | 'seller'>;

/** The chance is told for so many days. */
export const cutDays = 14;
const ageStarts = [0, 7, 14, 28, 56];
const shareStarts = [0, 0.92, 1, 1.08, 1.15];
/**
 * A group that was watched for fewer days tells nothing: from there on, the standard error of a chance is at most .026. Not by
 * the number of cuts: groups with many by luck would be told more often.
 */
const leastDays = 4_000;

const dayMs = 86_400_000;
const startOf = (starts: readonly number[], value: number) => starts.findLast((start) => value >= start) ?? 0;
const groupOf = (day: number, share: number, seller: SellerType | null): Group => ({
  age: startOf(ageStarts, day),
  share: startOf(shareStarts, share),
  seller,
});
const nameOf = ({ age, share, seller }: Group) => `${age} ${share} ${seller}`;

/** An ad as it was watched; `avgDkk`: its market value. */
export type WatchedAd = Listed & {
  availability: Car['availability'];
  prices: PricePath;
  sellerType: string | null;
  avgDkk: number | null;
  goneAt: string | null;
  scrapedAt: string;
};

/**
 * Until when an ad counts, not longer than `untilMs`, and how that ended. One that was found gone ended at some time since it was
 * last seen, in the middle on average; one that its page calls sold, when that was seen at the latest.
 */
function endOf(ad: WatchedAd, untilMs: number): { atMs: number; as: 'ends' | 'lost' | null } {
  const seenMs = Date.parse(ad.scrapedAt);
  const isGone = ad.goneAt !== null && ad.availability !== 'unseen';
  const goneMs = isGone ? Date.parse(ad.goneAt!) : seenMs;
  const atMs = seenMs < goneMs ? (seenMs + goneMs) / 2 : goneMs;
  return atMs < untilMs ? { atMs, as: isGone ? 'ends' : 'lost' } : { atMs: untilMs, as: null };
}

/** Collects ads one at a time and keeps only what the groups need. */
export class PriceCuts {
  readonly #rows = new Map<string, CutRow>();
  readonly #untilMs: number;

  constructor(now: string) {
    this.#untilMs = Date.parse(now) - longUnseenDays * dayMs;
  }

  add(ad: WatchedAd): void {
    const { avgDkk } = ad;
    if (avgDkk === null || !isAgeKnown(ad)) return;
    const seller = sellerTypes.find((type) => type === ad.sellerType) ?? null;
    const sinceMs = Date.parse(listedSince(ad));
    const dayOf = (at: string) => (Date.parse(at) - sinceMs) / dayMs;
    const end = endOf(ad, this.#untilMs);
    const seenDay = Math.min(dayOf(ad.scrapedAt), (this.#untilMs - sinceMs) / dayMs);
    const endDay = (end.atMs - sinceMs) / dayMs;
    const counted = new Set<CutRow>();
    const steps = stepsOfPath(ad.prices);
    for (const [place, { at, priceDkk }] of steps.entries()) {
      const next = steps[place + 1];
      const nextDay = next ? dayOf(next.at) : Number.POSITIVE_INFINITY;
      const untilDay = Math.min(nextDay, endDay);
      for (let day = dayOf(at); day < untilDay; ) {
        const row = this.#rowOf(groupOf(day, priceDkk / avgDkk, seller));
        const border = ageStarts.find((start) => start > day) ?? Number.POSITIVE_INFINITY;
        const toDay = Math.min(border, untilDay);
        row.days += Math.max(0, Math.min(toDay, seenDay) - day);
        row.endDays += toDay - day;
        if (toDay === nextDay && next?.isCut) row.cuts++;
        if (toDay === endDay && end.as) row[end.as]++;
        if (!counted.has(row)) row.ads++;
        counted.add(row);
        day = toDay;
      }
      // An ad that was seen once was not watched for any time; that it is lost counts all the same.
      if (counted.size === 0 && end.as && dayOf(at) >= endDay)
        this.#rowOf(groupOf(endDay, priceDkk / avgDkk, seller))[end.as]++;
    }
  }

  #rowOf(group: Group): CutRow {
    const row = this.#rows.get(nameOf(group)) ?? {
      ...group,
      cuts: 0,
      ends: 0,
      lost: 0,
      ads: 0,
      days: 0,
      endDays: 0,
    };
    this.#rows.set(nameOf(group), row);
    return row;
  }

  /** The groups that were watched enough. */
  rows(): CutRow[] {
    return [...this.#rows.values()]
      .filter(({ days }) => days >= leastDays)
      .map((row) => ({ ...row, days: Math.round(row.days), endDays: Math.round(row.endDays) }))
      .sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  }
}

/** Of two things that may happen on each of the days, the chances that each is the first. */
function firstOf(days: readonly { cut: number; end: number }[]): { cut: number; end: number } {
  let [left, cut, end] = [1, 0, 0];
  for (const day of days) {
    const both = day.cut + day.end;
    const happens = left * (1 - Math.exp(-both));
    if (both > 0) {
      cut += (happens * day.cut) / both;
      end += (happens * day.end) / both;
    }
    left -= happens;
  }
  return { cut, end };
}

/**
 * How likely an ad is to come down in price within `cutDays`, or to end before that, and of at least how many ads like it that is
 * known: it grows older meanwhile, and into groups of other ads. `end` is null where fewer than nine in ten ends are known; the
 * chance of a cut is then that of an ad that stays. Null where too few were seen.
 */
export function chanceOfCut(
  rows: readonly CutRow[],
  ad: { daysListed: number; share: number; seller: SellerType | null },
): { cut: number; end: number | null; ads: number } | null {
  const days = Array.from({ length: cutDays }, (_, n) => {
    const name = nameOf(groupOf(ad.daysListed + n, ad.share, ad.seller));
    return rows.find((row) => nameOf(row) === name)!;
  });
  if (days.includes(undefined!)) return null;
  const sum = (read: (row: CutRow) => number) => days.reduce((total, row) => total + read(row), 0);
  const isEndKnown = sum(({ lost }) => lost) * 9 <= sum(({ ends }) => ends);
  const first = firstOf(
    days.map(({ cuts, days, ends, endDays }) => ({
      cut: cuts / days,
      end: isEndKnown ? ends / endDays : 0,
    })),
  );
  return {
    cut: first.cut,
    end: isEndKnown ? first.end : null,
    ads: Math.min(...days.map((row) => row.ads)),
  };
}
