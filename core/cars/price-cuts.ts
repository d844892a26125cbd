import { type SellerType, sellerTypes } from '#core/marketplaces/ad/listing.ts';
import { type Listed, listedSince } from './car.ts';
import { isAgeKnown } from './listing-life.ts';
import { type PricePath, stepsOfPath } from './price-drop.ts';

/**
 * How often ads came down in price between their first sight and the last: a discrete-time hazard by days since the ad was put
 * up, price as a share of the market value, and seller. How many ads end it does not tell, because an ad that is not seen
 * any more may have ended, or nobody looked.
 */
export type CutRow = {
  /** The group: the lower ends of its days and of its shares of the market value. */
  age: number;
  share: number;
  seller: SellerType | null;
  /** So many cuts of so many ads, which were watched for so many days together. */
  cuts: number;
  ads: number;
  days: number;
};
type Group = Pick<CutRow, 'age' | 'share' | 'seller'>;

/** The chance is told for so many days. */
export const cutDays = 14;
const ageStarts = [0, 7, 14, 28, 56];
const shareStarts = [0, 0.92, 1, 1.08];
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

/** An ad as it was watched, until `goneAt` or `scrapedAt`; `avgDkk`: its market value. */
export type WatchedAd = Listed & {
  prices: PricePath;
  sellerType: string | null;
  avgDkk: number | null;
  goneAt: string | null;
  scrapedAt: string;
};

/** Collects ads one at a time and keeps only what the groups need. */
export class PriceCuts {
  readonly #rows = new Map<string, CutRow>();

  add(ad: WatchedAd): void {
    const { avgDkk } = ad;
    if (avgDkk === null || !isAgeKnown(ad)) return;
    const seller = sellerTypes.find((type) => type === ad.sellerType) ?? null;
    const sinceMs = Date.parse(listedSince(ad));
    const dayOf = (at: string) => (Date.parse(at) - sinceMs) / dayMs;
    const lastDay = dayOf(ad.goneAt ?? ad.scrapedAt);
    const counted = new Set<CutRow>();
    const steps = stepsOfPath(ad.prices);
    for (const [place, { at, priceDkk }] of steps.entries()) {
      const next = steps[place + 1];
      const untilDay = next ? dayOf(next.at) : lastDay;
      for (let day = dayOf(at); day < untilDay; ) {
        const row = this.#rowOf(groupOf(day, priceDkk / avgDkk, seller));
        const border = ageStarts.find((start) => start > day) ?? Number.POSITIVE_INFINITY;
        const toDay = Math.min(border, untilDay);
        row.days += toDay - day;
        if (toDay === untilDay && next?.isCut) row.cuts++;
        if (!counted.has(row)) row.ads++;
        counted.add(row);
        day = toDay;
      }
    }
  }

  #rowOf(group: Group): CutRow {
    const row = this.#rows.get(nameOf(group)) ?? { ...group, cuts: 0, ads: 0, days: 0 };
    this.#rows.set(nameOf(group), row);
    return row;
  }

  /** The groups that were watched enough. */
  rows(): CutRow[] {
    return [...this.#rows.values()]
      .filter(({ days }) => days >= leastDays)
      .map((row) => ({ ...row, days: Math.round(row.days) }))
      .sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  }
}

/**
 * The chance that an ad comes down in price within `cutDays` if it stays, and of at least how many ads like it that is known:
 * it grows older meanwhile, and into groups of other ads. Null where too few were seen.
 */
export function chanceOfCut(
  rows: readonly CutRow[],
  ad: { daysListed: number; share: number; seller: SellerType | null },
): { chance: number; ads: number } | null {
  const days = Array.from({ length: cutDays }, (_, n) => {
    const name = nameOf(groupOf(ad.daysListed + n, ad.share, ad.seller));
    return rows.find((row) => nameOf(row) === name);
  });
  if (days.includes(undefined)) return null;
  const hazard = days.reduce((sum, row) => sum + row!.cuts / row!.days, 0);
  return { chance: 1 - Math.exp(-hazard), ads: Math.min(...days.map((row) => row!.ads)) };
}
