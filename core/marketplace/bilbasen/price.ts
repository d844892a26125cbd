import type { AdFields } from '#core/marketplace/ad/build-listing.ts';
import { readNumber, readString } from '#core/marketplace/page/json-read.ts';

const maxAmount = 1e9;

/** What a price is the price of, by the site's own name for it, in the words that ads use. Only "Retail" was seen. */
const notes: readonly [RegExp, string][] = [
  [/^retail$/i, ''],
  [/leas/i, '/md.'],
  [/whole|engros|cvr/i, ' engros'],
  [/tax|afgift/i, ' uden afgift'],
  [/vat|moms/i, ' ekskl. moms'],
];

/** The price with the words that say what it lacks; none where its kind is one that nobody knows: it compares with nothing. */
export function priceOf(listing: unknown): Pick<AdFields, 'price' | 'priceText'> {
  const amount = readNumber(listing, 'price', 'price');
  const kind = readString(listing, 'price', 'priceType') ?? 'Retail';
  const note = notes.find(([pattern]) => pattern.test(kind))?.[1];
  if (amount === null || amount <= 0 || amount > maxAmount || note === undefined)
    return { price: null, priceText: null };
  return {
    price: { amount: Math.round(amount), currency: 'DKK' },
    priceText: `${readString(listing, 'price', 'displayPrice') ?? `${amount} kr.`}${note}`,
  };
}
