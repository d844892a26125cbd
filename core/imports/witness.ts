import type { Listing, Mileage } from '#core/marketplaces/ad/listing.ts';

/** Who sent a page, as far as it counts: a keyed hash of the network they sent it from, and since when they have an account. */
export type Sender = { network: string; accountSince: string };

/** An account that sent an ad, and what it sent. */
export type Witness = Sender & {
  userId: string;
  sentAt: string;
  /** Names of the contents of its photos. */
  photos: readonly string[];
  listing: Listing;
};

/** An installation's rule. `accounts` 0: nothing enters the catalog by witnesses. */
export type WitnessRule = { accounts: number; accountDays: number };

/** What somebody saw a month ago says nothing of today. */
export const witnessDays = 30;
const dayMs = 86_400_000;

/** Old enough when it sent the ad: accounts made in store for later count from then on only. */
const isKnown = ({ accountSince, sentAt }: Witness, { accountDays }: WitnessRule): boolean =>
  Date.parse(sentAt) - Date.parse(accountSince) >= accountDays * dayMs;

const isFresh = ({ sentAt }: Witness, nowMs: number): boolean =>
  nowMs - Date.parse(sentAt) <= witnessDays * dayMs;

/** Two networks are known to be unlike only by hashes of the same key, which is named before the dot. */
export function isUnlike(one: string, other: string): boolean {
  const [key, hash] = one.split('.');
  const [otherKey, otherHash] = other.split('.');
  return key === otherKey && hash !== otherHash;
}

/** What is stored comes back with its fields in any order. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
    : value;
/** A value as a text that is the same for the same value. */
export const spelled = (value: unknown): string => JSON.stringify(value, inOrder) ?? '';
const isSame = (one: unknown, other: unknown): boolean => spelled(one) === spelled(other);

/** What values a car: where two pages say different things of it, one of them is wrong. */
const mustNotDiffer = [
  ...(['title', 'availability', 'priceKind'] as const),
  ...(['make', 'model', 'variant', 'year', 'fuel', 'gearbox'] as const),
];

/** The reading that both vouch for: of a rounded one and an exact one the rounded. Undefined where they contradict each other. */
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

/** What two pages say alike of one ad; null when they contradict each other. */
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
  // Signs against a car stay, whoever saw them. Addresses of photos differ from day to day: their contents are compared.
  return { ...(alike as Listing), source, id, itemUrl, photoUrls, mileage, flags };
}

/** What enters the catalog: no more than was sent by all of its witnesses. */
export type AgreedAd = { listing: Listing; photos: string[] };

function join(ad: AgreedAd, other: Witness): AgreedAd | null {
  const photos = ad.photos.filter((name) => other.photos.includes(name));
  const listing = photos.length > 0 ? agreeOn(ad.listing, other.listing) : null;
  return listing && { listing, photos };
}

/**
 * What an ad's witnesses agree on, `newest` among them; null until there are enough of them, each known for a while and in
 * another network than the others.
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

/** What an ad that its witnesses brought in is made again for, at most once a day where nothing is new. */
export function isWorthEntering(
  known: { listing: Listing; isWitnessed: boolean; scrapedAt: string } | null,
  { listing }: AgreedAd,
  now: Date,
): boolean {
  if (!known) return true;
  // What the product read itself stands, whatever anybody sends.
  if (!known.isWitnessed) return false;
  const { price, availability, mileage } = known.listing;
  const before = { price, availability, mileage };
  const after = { price: listing.price, availability: listing.availability, mileage: listing.mileage };
  return !isSame(before, after) || now.getTime() - Date.parse(known.scrapedAt) >= dayMs;
}
