import type { PlainMarketplace, PlainVisit } from '#core/marketplace/marketplace.ts';
import type { MarketplaceLink } from '#core/marketplace/marketplace-link.ts';
import type { PageFailure } from '#core/marketplace/page-failure.ts';
import type { ParsedPage } from '#core/marketplace/parsed-page.ts';
import { withPage } from '#core/marketplace/retry-policy.ts';
import type { PageSource, SearchEnd, SearchOptions, TakeBatch } from '#core/ports.ts';
import { log } from '#functions/_runtime/log.ts';
import { type PoliteOptions, politeClient } from './polite-client.ts';

/** The port's visit to a marketplace whose pages can be read as its server sends them: no browser is opened. */
export function openPlainPageSource(
  marketplace: PlainMarketplace,
  { origin, isDemo }: Pick<MarketplaceLink, 'origin' | 'isDemo'>,
  options: Pick<PoliteOptions, 'agent' | 'pauseSeconds'>,
): PageSource {
  const get = politeClient({ marketplace, origin, isDemo, ...options });
  const demoOrigin = isDemo ? origin : undefined;
  const read: Read = async (href, address) => {
    const answer = await get(address);
    if ('failure' in answer) return answer;
    const page = marketplace.parsePage({ url: href, demoOrigin, ...answer });
    return page.failure ? { ...page, failure: withPage(page.failure, answer.html) } : page;
  };
  return {
    search: (href, onBatch, search) => readSearch(marketplace.visit, read, href, onBatch, search),
    item: async (href) => {
      const page = await read(href, href);
      if (!('listings' in page)) return page;
      const listing = page.listings[0];
      if (listing && !page.failure) return { listing };
      return { failure: page.failure ?? { class: 'layout_changed', evidence: 'the page names no item' } };
    },
    close: async () => undefined,
  };
}

type Read = (href: string, address: string) => Promise<ParsedPage | { failure: PageFailure }>;

/**
 * Page after page, the newest first, until the end, until a page brings nothing new, or until as many were read as may be. A page
 * whose data is gone is asked for once more where the data stands alone.
 */
async function readSearch(
  visit: PlainVisit,
  read: Read,
  href: string,
  onBatch: TakeBatch,
  { isRepeat = false }: SearchOptions = {},
): Promise<SearchEnd> {
  let most = visit.firstPages;
  const seen = new Set<string>();
  let total: number | undefined;
  for (let number = 1; number <= most; number++) {
    const page = await readPage(visit, read, href, number);
    if (!('listings' in page)) return { failure: page.failure, isEmpty: false };
    if (page.isDegraded) log.warn('a search was read without its data', { page: number });
    total = page.total ?? total;
    const fresh = page.listings.filter(({ id }) => !seen.has(id));
    for (const { id } of page.listings) seen.add(id);
    // A page beyond the last is answered with the first: the same ads again are the end.
    if (number > 1 && fresh.length === 0 && page.listings.length > 0) break;
    const { known } = await onBatch({ listings: fresh, rejected: page.rejected });
    if (number === 1 && isRepeat && known !== 'none') most = visit.repeatPages;
    if (page.failure) return { failure: page.failure, isEmpty: false };
    if (page.kind === 'empty') return { failure: null, isEmpty: number === 1 };
    if (page.pageInfo?.hasNextPage !== true) return { failure: null, isEmpty: false };
    if (isRepeat && known === 'all') return { failure: null, isEmpty: false };
  }
  // Of a search that is repeated the rest was read when it was new.
  const beyond = isRepeat || total === undefined ? 0 : Math.max(0, total - seen.size);
  return { failure: null, isEmpty: false, beyondLimit: beyond };
}

async function readPage(
  visit: PlainVisit,
  read: Read,
  href: string,
  number: number,
): Promise<ParsedPage | { failure: PageFailure }> {
  const page = await read(href, visit.pageAddress(href, number));
  const isUnread =
    'listings' in page && page.listings.length === 0 && page.failure?.class === 'layout_changed';
  const data = isUnread ? visit.dataAddress(href, number) : null;
  if (data === null) return page;
  const again = await read(href, data);
  return 'listings' in again && again.listings.length > 0 ? { ...again, isDegraded: true } : page;
}
