import { type AdFields, nothingSaid } from '#core/marketplaces/ad/build-listing.ts';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import { parseMileage } from '#core/marketplaces/ad/mileage.ts';
import { currencyIn, parsePrice } from '#core/marketplaces/ad/price.ts';
import { cleanLine, foldText } from '#core/marketplaces/ad/text.ts';
import { canonicalMake } from '#core/marketplaces/ad/title.ts';
import { type Ends, endsIn } from '#core/marketplaces/link-parts.ts';
import { mostRowsRead, type PageInfo, type Rejection } from '#core/marketplaces/marketplace.ts';
import { readAttribute, scanElements, scanTags, textRuns } from '#core/marketplaces/page/html.ts';
import {
  isObject,
  type JsonObject,
  readArray,
  readObject,
  readString,
} from '#core/marketplaces/page/json-read.ts';
import { danishPrice, holdTo, isWithin } from '#core/marketplaces/page/rows.ts';
import { readAd } from './ad.ts';
import { isAllowedPhotoUrl, itemAddress } from './link.ts';
import { walkObjects } from './page-data.ts';
import type { PageContext } from './parse-page.ts';

/** The parts of a feed: that there is one, its raw rows, and how it continues. */
export type FeedVisitor = {
  feed?(): void;
  row(listing: JsonObject): void;
  advertisement?(): void;
  noResults(): void;
  outsideBegins?(): void;
  pageInfo?(info: JsonObject): void;
};

/**
 * Finds the feed of a search in a page's data. The path to it changes with the site's builds, so the whole tree is searched
 * for `marketplace_search.feed_units` (and `marketplace_feed_stories` of category pages).
 */
export function walkFeed(documents: readonly unknown[], visitor: FeedVisitor): void {
  for (const document of documents) {
    walkObjects(document, (object) => {
      for (const units of [
        readObject(object, 'marketplace_search', 'feed_units'),
        readObject(object, 'marketplace_feed_stories'),
        readObject(object, 'marketplace_home_feed'),
      ]) {
        if (units) walkUnits(units, visitor);
      }
      walkDeferred(object, visitor);
      return undefined;
    });
  }
}

function walkUnits(units: JsonObject, visitor: FeedVisitor): void {
  visitor.feed?.();
  for (const edge of readArray(units, 'edges')) {
    const node = readObject(edge, 'node');
    walkNode(node, visitor);
    if (!saysNoResults(node) && !beginsOutside(node)) continue;
    // Rows after it are "results outside your search".
    visitor.outsideBegins?.();
    break;
  }
  walkPageInfo(readObject(units, 'page_info'), visitor);
}

/** Later documents of a streamed answer have one row or the page's end, with a `path` into the feed. */
function walkDeferred(object: JsonObject, visitor: FeedVisitor): void {
  if (!Array.isArray(object.path) || !object.path.includes('feed_units') || !isObject(object.data)) return;
  visitor.feed?.();
  if (isObject(object.data.node)) walkNode(object.data.node, visitor);
  walkPageInfo(readObject(object.data, 'page_info'), visitor);
}

function walkPageInfo(info: JsonObject | null, visitor: FeedVisitor): void {
  if (info) visitor.pageInfo?.(info);
}

const saysNoResults = (node: JsonObject | null): boolean =>
  node?.__typename === 'MarketplaceSearchFeedNoResults' || node?.story_type === 'SERP_NO_RESULTS';

/** A heading among the rows, by whatever name: "results from outside your search". */
const beginsOutside = (node: JsonObject | null): boolean =>
  node !== null &&
  /relax|outside/i.test(`${node.__typename} ${node.story_type}`) &&
  listingsOf(node).length === 0;

/** Whether a row is an advertisement, whatever its type. */
const isPaidFor = (node: JsonObject): boolean =>
  node.__typename === 'MarketplaceFeedAdStory' ||
  readObject(node, 'sponsored_data') !== null ||
  readObject(node, 'story', 'sponsored_data') !== null ||
  readObject(node, 'listing', 'story', 'sponsored_data') !== null;

/** The listings of a row: one in a story, one by itself, or several in a unit of the marketplace's first page. */
function listingsOf(node: JsonObject): JsonObject[] {
  const one = readObject(node, 'listing') ?? readObject(node, 'for_sale_item');
  if (one) return [one];
  const several = readArray(node, 'marketplace_listings').filter(isObject);
  if (several.length > 0) return several;
  return 'marketplace_listing_title' in node ? [node] : [];
}

function walkNode(node: JsonObject | null, visitor: FeedVisitor): void {
  if (!node) return;
  if (saysNoResults(node)) visitor.noResults();
  else if (isPaidFor(node)) visitor.advertisement?.();
  else for (const listing of listingsOf(node)) visitor.row(listing);
}

/**
 * `isFound`: the page has a feed; `hasNoResults`: the site says that nothing matches; `hasOutside`: cars beyond the search
 * follow its results and were not read; `rowCount`: the rows that look like
 * listings and were read; `unreadIds`: the ids of further rows, beyond the limit.
 */
export type Feed = {
  isFound: boolean;
  hasNoResults: boolean;
  hasOutside: boolean;
  hasAds: boolean;
  rowCount: number;
  ads: AdFields[];
  rejected: Rejection[];
  unreadIds: Set<string>;
  pageInfo: PageInfo | null;
};

/** The feed of a search in the page's data, without advertisements; a car that appears twice counts once. */
export function readFeed(documents: unknown[], context: PageContext): Feed {
  const feed: Feed = {
    isFound: false,
    hasNoResults: false,
    hasOutside: false,
    hasAds: false,
    rowCount: 0,
    ads: [],
    rejected: [],
    unreadIds: new Set(),
    pageInfo: null,
  };
  const seen = new Set<string>();
  walkFeed(documents, {
    feed: () => {
      feed.isFound = true;
    },
    noResults: () => {
      feed.hasNoResults = true;
    },
    outsideBegins: () => {
      feed.hasOutside = true;
    },
    advertisement: () => {
      feed.hasAds = true;
    },
    pageInfo: (info) => {
      feed.pageInfo = {
        hasNextPage: info.has_next_page === true,
        endCursor: readString(info, 'end_cursor'),
      };
    },
    row: (listing) => {
      if (feed.rowCount === mostRowsRead) {
        const id = readString(listing, 'id');
        if (id !== null && !seen.has(id)) feed.unreadIds.add(id);
        return;
      }
      feed.rowCount++;
      const ad = readAd(listing, context);
      if ('reason' in ad) {
        feed.rejected.push(ad);
      } else if (!seen.has(ad.id)) {
        seen.add(ad.id);
        feed.ads.push(ad);
      }
    },
  });
  return feed;
}

type Badge = { pattern: RegExp; availability: Listing['availability'] | null };

/** Badges over a card, in Danish, English, Swedish, German and Norwegian. */
const badges: readonly Badge[] = [
  { pattern: /^(?:solgt|sold|saald|sald|verkauft)$/, availability: 'sold' },
  {
    pattern:
      /^(?:reserveret|afventer|afventende|pending|reserved|reserverad|avvaktar|vaentande|vantande|reserviert|ausstehend|reservert|venter)$/,
    availability: 'pending',
  },
  {
    pattern:
      /^(?:netop (?:opslaaet|tilfoejet|sat til salg)|lige (?:opslaaet|sat til salg)|nyt? opslag|ny(?:hed)?|just listed|newly listed|new(?: listing)?|nyligen (?:publicerad|upplagd)|precis (?:upplagd|publicerad)|nytt|gerade (?:eingestellt|angeboten)|neu(?: eingestellt)?|nettopp (?:lagt ut|publisert)|nylig (?:lagt ut|opslaaet))$/,
    availability: null,
  },
  {
    pattern:
      /^(?:sponsoreret|annonce|sponsored|ad|sponsrad|sponsrat|annons|gesponsert|anzeige|sponset|pris(?:en)? (?:nedsat|sat ned)|nedsat pris|price (?:drop(?:ped)?|reduced)|good price|great price|god pris|saenkt pris|sankt pris|preis gesenkt|satt ned|gratis (?:levering|fragt)|free shipping|ships? to you)$/,
    availability: null,
  },
];

/** The badge that a line of a card is; null if the line is about the car. */
export function badgeIn(run: string): Badge | null {
  const folded = foldText(run).replace(/^\W+|\W+$/g, '');
  return badges.find(({ pattern }) => pattern.test(folded)) ?? null;
}

/** "Solgt · 84.900 kr" in one line: the badge and the text after it. */
export function splitBadge(run: string): string[] {
  const [first, ...rest] = run.split(/\s+[·•|–-]\s+/);
  return rest.length > 0 && badgeIn(first!) ? [first!, run.slice(run.indexOf(rest[0]!))] : [run];
}

const freeWords = /^(?:free|gratis|kostenlos|zu verschenken|bortskaenkes|skaenkes)$/;

/** Whether a line of a card is a price: a number with a currency, after at most a word or two. */
export function isPriceLine(run: string): boolean {
  if (freeWords.test(foldText(run))) return true;
  if (!/^(?:(?:fra|from|ab|ca\.?|vb|kr\.?|[A-Z]{3}|[A-Z]{0,2}\$|€|£|zł)\s*){0,3}\d/i.test(run)) return false;
  return currencyIn(run) !== null && run.replace(/[\d.,\s'-]/g, '').length <= 12;
}

/** `shownCount`: the cars that have a card, including those beyond the limit and unreadable ones. */
export type Cards = { ads: AdFields[]; rejected: Rejection[]; shownCount: number };

export const noCards: Cards = { ads: [], rejected: [], shownCount: 0 };

/** The heading over cars that the search does not ask for. */
const outsideHeading =
  />\s{0,9}(?:results (?:from )?outside (?:of )?your search|resultater (?:fra )?(?:uden ?for|utenfor) (?:din søgning|søket ditt)|resultat utanför din sökning|ergebnisse außerhalb deiner suche)/i;
const beforeOutside = (html: string): string => {
  const at = html.search(outsideHeading);
  return at < 0 ? html : html.slice(0, at);
};

/**
 * The rendered cards of a search page. A card is a link to an item with the texts price, old price, title, place and mileage
 * (no longer shown) in this order, and badges anywhere between. Cards have less than the data (no dates, one photo), but they
 * are what the visitor sees, while the data is from when the page was loaded.
 */
export function readDomCards(html: string, context: PageContext): Cards {
  const ads = new Map<string, AdFields>();
  const seen = new Set<string>();
  for (const anchor of scanElements(beforeOutside(html), 'a')) {
    const id = /\/marketplace\/item\/(\d{1,25})(?:[/?#]|$)/.exec(
      readAttribute(anchor.attributes, 'href') ?? '',
    )?.[1];
    if (id === undefined || ads.has(id)) continue;
    seen.add(id);
    const ad = ads.size < mostRowsRead ? readCard(id, anchor, context) : null;
    if (ad) ads.set(id, ad);
  }
  const isCut = ads.size === mostRowsRead;
  const unread = isCut ? [] : [...seen].filter((id) => !ads.has(id));
  return {
    ads: [...ads.values()],
    rejected: unread.map((id) => ({ id, reason: 'no_title' })),
    shownCount: seen.size,
  };
}

/** "VW Golf 1,6 TDI 2014, DKK84,900, Odense, listing 101": a link's name, in the order of a card's lines. */
function linesOfName(name: string): string[] {
  const parts = name
    .split(/,\s+/)
    .filter((part) => !/^(?:listing|opslag|annonce|annons|anzeige)\s\d+$/i.test(part));
  const at = parts.findIndex(isPriceLine);
  return at < 0 ? [] : [parts[at]!, parts.slice(0, at).join(', '), ...parts.slice(at + 1)];
}

/** "DKK84,900DKK99,900": the price and the previous price, rendered without a blank between them. */
function splitPrices(run: string): string[] {
  const both =
    /^((?:[A-Z]{3}|[A-Z]{0,2}[$€£])\s?\d[\d.,\s]*\d)((?:[A-Z]{3}|[A-Z]{0,2}[$€£])\s?\d[\d.,\s]*\d)$/.exec(
      run,
    );
  return both ? [both[1]!, both[2]!] : [run];
}

function readCard(
  id: string,
  { attributes, content: markup }: { attributes: string; content: string },
  context: PageContext,
): AdFields | null {
  const drawn = textRuns(markup).filter((run) => cleanLine(run) !== null);
  const runs = (drawn.length > 0 ? drawn : linesOfName(readAttribute(attributes, 'aria-label') ?? ''))
    .map((run) => cleanLine(run) ?? '')
    .flatMap(splitPrices)
    .flatMap(splitBadge)
    .filter((run) => run !== '');
  const words = runs.filter((run) => !badgeIn(run));
  const firstWord = words.findIndex((run, at) => at === 2 || !isPriceLine(run));
  if (firstWord < 0) return null;
  const priceTexts = words.slice(0, firstWord);
  const [title, ...others] = words.slice(firstWord);
  const place = others.find((run) => parseMileage(run) === null && !sellerWords.test(run));
  return {
    source: 'facebook',
    id,
    itemUrl: itemAddress(id, context.origin),
    title: title!,
    description: null,
    price: priceTexts[0] === undefined ? null : parsePrice(priceTexts[0]),
    priceText: priceTexts[0] ?? null,
    oldPrice: priceTexts[1] === undefined ? null : (parsePrice(priceTexts[1])?.amount ?? null),
    city: place?.split(',')[0]?.trim() || null,
    subtitle: cleanLine(others.filter((run) => run !== place).join(' · ')),
    isAmongVehicles: null,
    said: nothingSaid,
    listedAt: null,
    availability: availabilityIn(runs),
    photoUrls: readPhotos(markup, context),
    vehicle: null,
  };
}

const sellerWords = /^(?:dealership|dealer|forhandler|bilhandel|återförsäljare|händler)$/i;

function availabilityIn(runs: readonly string[]): Listing['availability'] {
  return runs.map((run) => badgeIn(run)?.availability).find((said) => said) ?? 'live';
}

function readPhotos(markup: string, context: PageContext): string[] {
  const image = scanTags(markup.slice(0, 20_000), ['img']).next().value;
  const url = (image && readAttribute(image.attributes, 'src')) ?? '';
  return isAllowedPhotoUrl(url, { demoOrigin: context.demoOrigin }) ? [new URL(url).href] : [];
}

/** Below this share of common cars, of both sides, data and cards belong to two different searches. */
const leastCommonShare = 0.2;

export type Merged = {
  ads: AdFields[];
  rejected: Rejection[];
  /** Cars that appeared on the page in either form, each once. */
  shownCount: number;
};

/**
 * Merges the cars of a page's data and of its rendered cards by id. A card is never older than the data, so its values win,
 * and cars that only a card shows are added. If the two have hardly a car in common, the visitor went on to another search
 * inside the site, and the data is of the earlier one.
 */
export function mergeCards(rows: readonly AdFields[], rejected: readonly Rejection[], cards: Cards): Merged {
  const cardOf = new Map(cards.ads.map((ad) => [ad.id, ad]));
  const common = rows.filter(({ id }) => cardOf.has(id)).length;
  const share = Math.max(common / rows.length, common / cards.ads.length);
  const isStale = rows.length > 0 && cards.ads.length > 0 && share < leastCommonShare;
  const current = isStale ? [] : rows;
  const inData = new Set(current.map(({ id }) => id));
  const read = [
    ...current.map((row) => withCard(row, cardOf.get(row.id))),
    ...cards.ads.filter(({ id }) => !inData.has(id)),
  ];
  const readIds = new Set(read.map(({ id }) => id));
  const stale: Rejection[] = isStale
    ? rows.filter(({ id }) => !readIds.has(id)).map(({ id }) => ({ id, reason: 'not_shown' }))
    : [];
  const unread = [...rejected, ...cards.rejected].filter(({ id }) => id === undefined || !readIds.has(id));
  const onlyCards = cards.shownCount - cards.ads.length - cards.rejected.length;
  return {
    ads: read,
    rejected: [...uniqueById(unread), ...stale],
    shownCount: read.length + uniqueById(unread).length + stale.length + onlyCards,
  };
}

/** Values that the data gives more precisely (variant, mileage, state) are kept. */
function withCard(row: AdFields, card: AdFields | undefined): AdFields {
  if (!card) return row;
  const isShortened = foldText(row.title).startsWith(foldText(card.title));
  return {
    ...row,
    title: isShortened ? row.title : card.title,
    ...(card.price && { price: card.price, priceText: card.priceText, oldPrice: card.oldPrice }),
    city: card.city ?? row.city,
    subtitle: row.subtitle ?? card.subtitle,
    availability: card.availability === 'live' ? row.availability : card.availability,
    photoUrls: row.photoUrls.length > 0 ? row.photoUrls : card.photoUrls,
  };
}

function uniqueById(rejected: readonly Rejection[]): Rejection[] {
  const seen = new Set<string>();
  return rejected.filter(({ id }) => {
    if (id === undefined) return true;
    const isNew = !seen.has(id);
    seen.add(id);
    return isNew;
  });
}

/** The filters of a search's address that an ad can be checked against; `make` is null if the site uses a numeric code. */
export type SearchFilters = { price: Ends; year: Ends; make: string | null };

export const readFilters = (parameters: URLSearchParams): SearchFilters => ({
  price: endsIn(parameters, 'minPrice', 'maxPrice'),
  year: endsIn(parameters, 'minYear', 'maxYear'),
  // In the product's spelling.
  make: canonicalMake(parameters.get('make') ?? ''),
});

/** Drops ads that the search excludes: visitors without an account are shown some of them. */
export const applyFilters = (listings: readonly Listing[], filters: SearchFilters) =>
  holdTo(
    listings,
    (listing) =>
      isWithin(danishPrice(listing), filters.price) &&
      isWithin(listing.year, filters.year) &&
      (listing.make === null || filters.make === null || listing.make === filters.make),
  );
