import { thousands } from '#demo/cars/wording.ts';
import type { Ad, World } from '#demo/cars/world.ts';
import { escapeHtml, jsonScript, preloaded, shell } from './embedded.ts';
import { batchSize, type Cursor, cursorOf, feedEdges, feedUnits, noResults, writeCursor } from './feed.ts';
import { photoUrls, type Site } from './listing-json.ts';
import { demoBar } from './page-frame.ts';
import { scrollScript } from './scroll-script.ts';
import type { Search } from './search.ts';

export const searchRoute = 'comet.fbweb.CometMarketplaceSearchRoute';
const searchQuery = 'CometMarketplaceSearchContentContainerQuery';

function shownPrice(ad: Ad, amount: number): string {
  if (ad.price.currency === 'EUR') return `€${thousands(amount)}`;
  return ad.car.kind === 'leasing' ? `${thousands(amount)} kr./md` : `${thousands(amount)} kr.`;
}

/** A card in the order the site writes it: price, old price, title, place. The mileage stands in the data only. */
function card(ad: Ad, site: Site, badge = ''): string {
  const old = ad.oldPrice === null ? '' : `<s>${shownPrice(ad, ad.oldPrice)}</s>`;
  const photo = photoUrls(ad, site)[0]!;
  return `<a class="card" href="/marketplace/item/${ad.id}/?ref=search"><img alt="" loading="lazy" width="300" height="225" src="${escapeHtml(photo)}">
${badge && `<span class="badge">${badge}</span>`}<span class="price"><span>${shownPrice(ad, ad.price.amount)}</span>${old}</span><span class="title">${escapeHtml(ad.car.title)}</span><span class="place">${escapeHtml(ad.car.place.name)}, Denmark</span></a>`;
}

function searchShell(
  search: Search,
  title: string,
  data: unknown,
  feed: string,
  next: Cursor | null,
  over = '',
): string {
  const query = search.parameters.get('query') ?? '';
  const body = `${demoBar()}<main class="market"><h1>${escapeHtml(title)}</h1>
<form class="finder" action="/marketplace/${search.place?.slug ?? 'category'}/search"><input name="query" value="${escapeHtml(query)}" aria-label="Search the demo marketplace"><button>Search</button></form>
<div id="feed" class="feed" data-cursor="${next ? escapeHtml(writeCursor(next)) : ''}">${feed}</div>${over}</main><script>${scrollScript}</script>`;
  return shell({
    title: `${title} | Marketplace`,
    routeName: searchRoute,
    scripts: [jsonScript(preloaded(searchQuery, data))],
    body,
    noiseKey: `${title}${query}`,
  });
}

function titleOf(search: Search): string {
  return `${search.vehiclesOnly ? 'Cars' : 'Search'} in ${search.place?.name ?? 'Denmark'}`;
}

/** Where a page shows another thing than the same first rows twice. */
export type Shown = {
  /** What its data holds, null for no feed at all; `inDataCount`: only so many of the rows. */
  inData: readonly Ad[] | null;
  inDataCount: number;
  /** What it shows as cards, and the badge over each. */
  drawn: readonly Ad[];
  badgeOf: (place: number) => string;
  /** Markup over all of it. */
  over: string;
};

/** A search page with its first rows, as data and as cards. Nothing found is said the way the site says it. */
export function renderSearchPage(
  search: Search,
  site: Site,
  ads: readonly Ad[],
  firstRows = batchSize,
  shown: Partial<Shown> = {},
): string {
  if (ads.length === 0)
    return searchShell(search, titleOf(search), noResults, '<p>No listings found</p>', null);
  const rows = ads.slice(0, firstRows);
  const next = ads.length > firstRows ? cursorOf(search, 1, firstRows, false) : null;
  const { inData = rows.slice(0, shown.inDataCount), drawn = rows, badgeOf, over } = shown;
  return searchShell(
    search,
    titleOf(search),
    inData && feedUnits(feedEdges(inData, site), next),
    drawn.map((ad, place) => card(ad, site, badgeOf?.(place))).join(''),
    next,
    over,
  );
}

/** The same page after a change of layout: the shell is there, the feed has other names and the cards other links. */
export function renderChangedSearchPage(search: Search, world: World, site: Site): string {
  const tiles = world
    .ads()
    .slice(0, batchSize)
    .map((ad) => ({
      tile: { ref: ad.id, heading: ad.car.title, ask: ad.price.amount, img: photoUrls(ad, site)[0] },
    }));
  return searchShell(
    search,
    titleOf(search),
    { market_surface_v9: { tiles } },
    '<p class="place">Loading…</p>',
    null,
  );
}
