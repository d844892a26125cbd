import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { parseMileage } from '#core/marketplaces/ad/mileage.ts';
import { parsePrice } from '#core/marketplaces/ad/price.ts';
import { readTextFacts } from '#core/marketplaces/ad/text-facts.ts';
import { readTitle } from '#core/marketplaces/ad/title.ts';
import { parsePage } from '#core/marketplaces/facebook/parse-page.ts';
import type { CorpusAd, CorpusPage } from '#tests/fixtures/corpus/page-spec.ts';
import type { CorpusString, StringClass } from '#tests/fixtures/corpus/strings.ts';

const kmPerMile = 1.609344;

/** What the product reads in a text, in the words of the corpus. */
const readings: Record<StringClass, (text: string) => string> = {
  titles: (text) => {
    const { make, model, year } = readTitle(text);
    return [make, model, year ?? readTextFacts(text, null).year].map((said) => said ?? '-').join('; ');
  },
  prices: (text) => {
    const price = parsePrice(text);
    return price ? `${price.amount} ${price.currency}` : '-';
  },
  mileages: (text) => String(parseMileage(text)?.km ?? '-'),
};

/** "95000 mi" in km, rounded as odometers are. */
function expectedOf({ class: kind, says }: CorpusString): string {
  const miles = kind === 'mileages' ? /^(\d+) mi$/.exec(says)?.[1] : undefined;
  return miles ? String(Math.round(Number(miles) * kmPerMile)) : says;
}

/** What of a text is misread, for people; null when nothing is. */
export function misreadString(row: CorpusString): string | null {
  const read = readings[row.class](row.text);
  const expected = expectedOf(row);
  return read === expected
    ? null
    : `${row.class}, ${row.language}: "${row.text}" says ${expected}, read as ${read}`;
}

/** How many of a class of the corpus are read as a person reads them, and what of the others is misread. */
export type Accuracy = { class: string; cases: number; right: number; misread: string[] };

export const leastAccuracy = 0.98;

/** By class, in the order in which classes come first. `misreadOf` is null for what is read rightly. */
export function accuracyByClass<T extends { class: string }>(
  cases: readonly T[],
  misreadOf: (one: T) => string | null,
): Accuracy[] {
  const classes = new Map<string, Accuracy>();
  for (const one of cases) {
    const counted = classes.get(one.class) ?? { class: one.class, cases: 0, right: 0, misread: [] };
    classes.set(one.class, counted);
    const misread = misreadOf(one);
    counted.cases++;
    if (misread === null) counted.right++;
    else counted.misread.push(misread);
  }
  return [...classes.values()];
}

/** Flags that decide whether a price is one to compare. */
const telling =
  /^(?:placeholder_price|leasing|down_payment|not_a_car|parts|wanted|ex_vat|ex_tax|wholesale|doubtful_mileage)$/;

/** An ad with the class of its page, or a page that has none. */
export type CorpusCase = { class: CorpusPage['class']; page: CorpusPage; ad: CorpusAd | null };

export const casesOf = (pages: readonly CorpusPage[]): CorpusCase[] =>
  pages.flatMap((page) =>
    (page.ads.length > 0 ? page.ads : [null]).map((ad) => ({ class: page.class, page, ad })),
  );

const readPages = new WeakMap<CorpusPage, ReturnType<typeof parsePage>>();
function readOf(page: CorpusPage) {
  const read = readPages.get(page) ?? parsePage(page);
  readPages.set(page, read);
  return read;
}

const wordsOf = (listing: Listing): string =>
  [
    listing.make === null ? '-' : `${listing.make} ${listing.model ?? '-'}`,
    listing.year ?? '-',
    listing.price ? `${listing.price.amount} ${listing.price.currency}` : '-',
    listing.mileage?.km ?? '-',
    listing.flags.filter((flag) => telling.test(flag)).join(','),
  ].join(' | ');

/** What of a page or of an ad on it is misread, for people; null when nothing is. */
export function misreadCase({ page, ad }: CorpusCase): string | null {
  const { listings, failure } = readOf(page);
  if (ad === null)
    return failure?.class === page.failure && listings.length === 0
      ? null
      : `${page.name}: is ${page.failure}, read as ${failure?.class ?? 'no refusal'}`;
  const { name, year, price, km, flags } = ad.says;
  const expected = [name, year, price, km, flags].join(' | ');
  const listing = listings.find(({ id }) => id === ad.id);
  const isInvented = listings.length > page.ads.length;
  const read = listing ? wordsOf(listing) : 'not at all';
  if (read === expected && !isInvented) return null;
  return `${page.name}: "${ad.title}" is ${expected}, read as ${read}${isInvented ? ', beside ads that are not shown' : ''}`;
}
