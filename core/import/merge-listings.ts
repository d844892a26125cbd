import type { Listing, ListingFlag } from '#core/marketplace/ad/listing.ts';

/** What these say follows from the price alone: a newer price takes them away again. */
const priceFlags: readonly ListingFlag[] = ['placeholder_price', 'foreign_currency'];

function mergeFlags(older: Listing, newer: Listing): ListingFlag[] {
  const kept = newer.price ? older.flags.filter((flag) => !priceFlags.includes(flag)) : older.flags;
  const flags = [...new Set([...kept, ...newer.flags])];
  const isRead = older.description !== null || newer.description !== null;
  return isRead ? flags.filter((flag) => flag !== 'conditions_unread') : flags;
}

/** A figure that cannot be believed (111.111) passes for one that can where the feed rounds it (111K). */
function isSameFigure(unbelieved: Listing, rounded: Listing): boolean {
  const { mileage, otherMileage } = unbelieved;
  if (mileage !== null || !otherMileage || rounded.mileage?.precision !== 'rounded') return false;
  return Math.abs(otherMileage.km - rounded.mileage.km) < 1000;
}

/** Two readings of one ad: the newer one wins wherever it says something. */
export function mergeListings(older: Listing, newer: Listing): Listing {
  const says = ([, value]: [string, unknown]) =>
    value !== null && !(Array.isArray(value) && value.length === 0);
  const said = Object.fromEntries(Object.entries(newer).filter(says)) as Partial<Listing>;
  const photoUrls = newer.photoUrls.length >= older.photoUrls.length ? newer.photoUrls : older.photoUrls;
  return {
    ...older,
    ...said,
    ...((isSameFigure(newer, older) || isSameFigure(older, newer)) && { mileage: null }),
    photoUrls,
    // The words that were read last, where they were seen at all.
    unclear: (newer.description === null && older.description !== null ? older : newer).unclear,
    id: older.id,
    flags: mergeFlags(older, newer),
    // What a price is the price of stands in the description more often than not, which a feed does not show.
    priceKind: (newer.description === null ? older.priceKind : null) ?? newer.priceKind ?? older.priceKind,
  };
}
