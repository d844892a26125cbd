import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { parsePage } from '#core/marketplaces/facebook/parse-page.ts';
import type { CorpusAd, CorpusPage } from '#tests/fixtures/corpus/page-spec.ts';

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
