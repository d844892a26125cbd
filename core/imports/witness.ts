import type { Listing, Mileage } from '#core/marketplaces/ad/listing.ts';

/** The sender of a page as a witness: a keyed hash of their network, and since when their account exists. */
export type Sender = { network: string; accountSince: string };

export type Witness = Sender & {
  userId: string;
  sentAt: string;
  photos: readonly string[];
  listing: Listing;
};

/**
 * An installation's rule: how many accounts must agree, and their minimum age in days. `accounts` 0: witnesses bring nothing
 * into the catalog.
 */
export type WitnessRule = { accounts: number; accountDays: number };

/** Pages older than this do not count. */
export const witnessDays = 30;
const dayMs = 86_400_000;

/**
 * Whether the account was old enough when it sent the ad. Age gained later does not count, so that accounts cannot be made
 * in reserve.
 */
const isKnown = ({ accountSince, sentAt }: Witness, { accountDays }: WitnessRule): boolean =>
  Date.parse(sentAt) - Date.parse(accountSince) >= accountDays * dayMs;

const isFresh = ({ sentAt }: Witness, nowMs: number): boolean =>
  nowMs - Date.parse(sentAt) <= witnessDays * dayMs;

/**
 * Whether two network hashes are of different networks. Only hashes of the same key, named before the dot, can be compared.
 */
export function isUnlike(one: string, other: string): boolean {
  const [key, hash] = one.split('.');
  const [otherKey, otherHash] = other.split('.');
  return key === otherKey && hash !== otherHash;
}

/** Sorts keys: stored objects may come back in another order. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
    : value;
/** Canonical JSON: equal values give equal texts. */
export const spelled = (value: unknown): string => JSON.stringify(value, inOrder) ?? '';
const isSame = (one: unknown, other: unknown): boolean => spelled(one) === spelled(other);

/** Fields that determine a car's value: if two pages differ in one, one page is wrong. */
const mustNotDiffer = [
  ...(['title', 'availability', 'priceKind'] as const),
  ...(['make', 'model', 'variant', 'year', 'fuel', 'gearbox'] as const),
];

/** The mileage that both support: of a rounded and an exact one, the rounded. Undefined if they contradict each other. */
function agreedMileage(one: Mileage | null, other: Mileage | null): Mileage | null | undefined {
  if (!one || !other) return null;
  if (isSame(one, other)) return one;
  const [exact, vague] = one.precision === 'exact' ? [one, other] : [other, one];
  if (exact.precision !== 'exact' || vague.precision === 'exact') return undefined;
  return Math.abs(exact.km - vague.km) < 1000 ? vague : undefined;
}

function agreedValue(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) return one.filter((word) => other.includes(word));
  return isSame(one, other) ? one : null;
}

/** What two pages of one ad agree on; null if they contradict each other. */
function agreeOn(one: Listing, other: Listing): Listing | null {
  if (!one.price || !isSame(one.price, other.price)) return null;
  if (mustNotDiffer.some((name) => one[name] !== null && other[name] !== null && one[name] !== other[name]))
    return null;
  const mileage = agreedMileage(one.mileage, other.mileage);
  if (mileage === undefined) return null;
  const { source, id, itemUrl, photoUrls } = one;
  const flags = [...new Set([...one.flags, ...other.flags])];
  const names = Object.keys(one) as (keyof Listing)[];
  const alike = Object.fromEntries(names.map((name) => [name, agreedValue(one[name], other[name])]));
  // Flags of either page are kept. Photo addresses change daily, so contents are compared instead.
  return { ...(alike as Listing), source, id, itemUrl, photoUrls, mileage, flags };
}

/** What enters the catalog: only what all witnesses sent. */
export type AgreedAd = { listing: Listing; photos: string[] };

function join(ad: AgreedAd, other: Witness): AgreedAd | null {
  const photos = ad.photos.filter((name) => other.photos.includes(name));
  const listing = photos.length > 0 ? agreeOn(ad.listing, other.listing) : null;
  return listing && { listing, photos };
}

/**
 * What an ad's witnesses, including `newest`, agree on. Null until there are enough of them, each known for long enough and
 * in a different network.
 */
export function agreedAd(
  newest: Witness,
  others: readonly Witness[],
  rule: WitnessRule,
  now: Date,
): AgreedAd | null {
  if (rule.accounts < 2 || !isKnown(newest, rule)) return null;
  let agreed: AgreedAd = { listing: newest.listing, photos: [...newest.photos] };
  const counted = [newest];
  for (const other of others) {
    const isAnother = counted.every(
      ({ userId, network }) => userId !== other.userId && isUnlike(network, other.network),
    );
    if (!isAnother || !isKnown(other, rule) || !isFresh(other, now.getTime())) continue;
    const joined = join(agreed, other);
    if (!joined) continue;
    agreed = joined;
    counted.push(other);
    if (counted.length === rule.accounts) return agreed;
  }
  return null;
}

/** Whether an ad from witnesses should be entered again: when something is new, else at most once a day. */
export function isWorthEntering(
  known: { listing: Listing; isWitnessed: boolean; scrapedAt: string } | null,
  { listing }: AgreedAd,
  now: Date,
): boolean {
  if (!known) return true;
  // A car that the product read itself is not changed by witnesses.
  if (!known.isWitnessed) return false;
  const { price, availability, mileage } = known.listing;
  const before = { price, availability, mileage };
  const after = { price: listing.price, availability: listing.availability, mileage: listing.mileage };
  return !isSame(before, after) || now.getTime() - Date.parse(known.scrapedAt) >= dayMs;
}
