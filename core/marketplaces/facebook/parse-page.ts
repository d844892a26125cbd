import { buildListing } from '#core/marketplaces/ad/build-listing.ts';
import type { Listing } from '#core/marketplaces/ad/listing.ts';
import {
  type PageFailure,
  type PageInput,
  type ParsedPage,
  type Rejection,
  tooManyRejected,
} from '#core/marketplaces/marketplace.ts';
import {
  boundPage,
  decodeEntities,
  readAttribute,
  scanElements,
  scanTags,
} from '#core/marketplaces/page/html.ts';
import { isObject, readArray, readAt, readNumber } from '#core/marketplaces/page/json-read.ts';
import { type Item, readItem } from './item-page.ts';
import { goneMark, isSiteHost, marketplaceOrigin, sectionOf } from './link.ts';
import { looksLikeGraphql, readEmbeddedJson, readGraphqlDocuments } from './page-data.ts';
import {
  applyFilters,
  type Feed,
  mergeCards,
  noCards,
  readDomCards,
  readFeed,
  readFilters,
  type SearchFilters,
} from './search-page.ts';

/** What a page's markup, without its data, says about its kind. Empty text if it says nothing. */
export type PageSigns = {
  title: string;
  canonicalAddress: string;
  formTargets: string[];
  hasLoginForm: boolean;
  hasCaptcha: boolean;
  /** The site's own frame: the id of the root element, or one of its data scripts. */
  hasShell: boolean;
};

const maxForms = 50;

/** Reads the signs in one pass over the page's tags, in linear time for any input. */
export function readSigns(html: string): PageSigns {
  const signs: PageSigns = {
    title: decodeEntities(scanElements(html, 'title').next().value?.content.slice(0, 200) ?? ''),
    canonicalAddress: '',
    formTargets: [],
    hasLoginForm: false,
    hasCaptcha: /\sid="?captcha|captcha_persist_data/i.test(html),
    hasShell: false,
  };
  for (const { name, attributes } of scanTags(html, ['html', 'link', 'form', 'script'])) {
    if (name === 'html') signs.hasShell ||= readAttribute(attributes, 'id') === 'facebook';
    else if (name === 'script') signs.hasShell ||= /(?:^|\s)data-sjs(?:[\s=]|$)/.test(attributes);
    else if (name === 'form') readForm(attributes, signs);
    else if (readAttribute(attributes, 'rel') === 'canonical') {
      signs.canonicalAddress ||= readAttribute(attributes, 'href') ?? '';
    }
  }
  return signs;
}

function readForm(attributes: string, signs: PageSigns): void {
  signs.hasLoginForm ||= readAttribute(attributes, 'id') === 'login_form';
  if (signs.formTargets.length < maxForms) signs.formTargets.push(readAttribute(attributes, 'action') ?? '');
}

/** What the page contains, as far as classification needs it. */
export type PageFindings = {
  /** At least one listing, or an item, was read. */
  hasData: boolean;
  hasNoResults: boolean;
  isItemGone: boolean;
  rowCount: number;
  rejectedCount: number;
};

/**
 * Why a visit failed; null if it did not. The classes are tested in the order of the product's rules, each on positive
 * evidence. A log-in dialog over a page that shows its data is not a wall, so walls count only if nothing was read.
 * `evidence` is fixed text that quotes nothing of the page.
 */
export function classifyPage(
  html: string,
  status: number | null,
  context: PageContext,
  found: PageFindings,
): PageFailure | null {
  const refusal = classifyStatus(html, status, found.hasData);
  if (refusal) return refusal;
  const signs = readSigns(found.hasData ? '' : html);
  if (!found.hasData && !found.hasNoResults) {
    const wall = findWall(signs, context) ?? findRemoval(html, status, context, found.isItemGone);
    if (wall) return wall;
  }
  if (found.hasNoResults && !found.hasData) return null;
  const lostPlace = findLostPlace(context);
  if (lostPlace) return { class: 'location_not_recognised', evidence: lostPlace };
  const unreadable = tooManyRejected(found.rowCount, found.rejectedCount);
  if (unreadable) return unreadable;
  if (found.hasData) return null;
  const withheld = findWithheld(html, signs);
  if (withheld) return { class: 'withheld', evidence: withheld };
  const shell = findShell(html, signs);
  return shell
    ? { class: 'layout_changed', evidence: `${shell}, but no listing could be read${keysOf(html)}` }
    : { class: 'unknown_page', evidence: 'nothing of the marketplace on the page' };
}

/** A refusal by the site, as a code or in words, also inside a GraphQL answer. */
export function classifyStatus(text: string, status: number | null, hasData: boolean): PageFailure | null {
  if (status === 401 || status === 403 || status === 429)
    return { class: 'rate_limited', evidence: `status ${status}` };
  if (!hasData && /rate limit exceeded/i.test(text))
    return { class: 'rate_limited', evidence: 'text "Rate limit exceeded"' };
  if (status !== null && status >= 500) return { class: 'network', evidence: `status ${status}` };
  return null;
}

function findWall(signs: PageSigns, context: PageContext): PageFailure | null {
  const path = context.finalPath;
  const login = findLogin(signs, path);
  if (login) return { class: 'login_wall', evidence: login };
  if (/^\/checkpoint|two_step|two_factor|captcha/.test(path))
    return { class: 'checkpoint', evidence: 'final address' };
  if (signs.formTargets.some((target) => target.includes('/checkpoint/'))) {
    return { class: 'checkpoint', evidence: 'form of a checkpoint' };
  }
  if (signs.hasCaptcha) return { class: 'checkpoint', evidence: 'captcha on the page' };
  if (/^\/(?:privacy\/|cookie\/)?consent/.test(path))
    return { class: 'consent_wall', evidence: 'final address' };
  if (signs.formTargets.some((target) => /\/(?:privacy|cookie)\/consent/.test(target))) {
    return { class: 'consent_wall', evidence: 'form that asks for consent' };
  }
  return null;
}

const loginTitle =
  /^\s*(?:(?:log (?:in ?to|in to|into)|log på|log ind på|logga in på|logg inn på) facebook|facebook\s*[–—-]\s*(?:log|anmelden|einloggen))/i;

function findLogin(signs: PageSigns, path: string): string | null {
  if (/^\/login(?:[/.?]|$)/.test(path)) return 'final address';
  if (loginTitle.test(signs.title)) return 'title of the log-in page';
  if (/\/login(?:[/.?#]|$)/.test(signs.canonicalAddress)) return 'canonical address';
  const asksToLogIn = signs.formTargets.some((target) => /\/login(?:[/.?#]|$)/.test(target));
  return signs.hasLoginForm || asksToLogIn ? 'log-in form and no listings' : null;
}

function findRemoval(
  html: string,
  status: number | null,
  context: PageContext,
  isItemGone: boolean,
): PageFailure | null {
  const removed = (evidence: string): PageFailure => ({ class: 'listing_removed', evidence });
  if (goneMark.test(context.finalPath)) return removed('final address');
  if (/"canonicalRouteName"\s*:\s*"[^"]*CometErrorRoute"/.test(html)) return removed('route CometErrorRoute');
  if (isItemGone) return removed('the page names no item');
  if (status === 404 || status === 410) return removed(`status ${status}`);
  return null;
}

/**
 * For an unknown place the site silently shows another one; only the final address reveals it. Digits are the site's own id
 * of a known place.
 */
function findLostPlace(context: PageContext): string | null {
  const { askedSlug, finalSlug, hasFinalAddress } = context;
  if (
    askedSlug === null ||
    !hasFinalAddress ||
    finalSlug === askedSlug ||
    !context.finalPath.startsWith('/marketplace')
  )
    return null;
  if (finalSlug === null) return 'the final address names no place';
  return /^\d+$/.test(finalSlug) || /^\d+$/.test(askedSlug) ? null : 'the final address names another place';
}

const routeOf = (html: string): string => /"canonicalRouteName"\s*:\s*"([\w.]{1,100})"/.exec(html)?.[1] ?? '';
/** Data or markup of an ad in any form, even an unknown one. */
const adData =
  /feed_units|marketplace_(?:search|feed_stories|product_details_page|listing_title)|listing_price|redacted_description|GroupCommerceProductItem|\/marketplace\/item\//;
const money =
  />\s{0,20}(?:(?:DKK|SEK|NOK|EUR|kr\.?|[€$£])\s?\d[\d.,\s]{0,15}|\d[\d.,\s]{0,15}(?:kr\.?|DKK|SEK|NOK|EUR|€))\s{0,20}</i;
const longestHead = 20_000;

/** A heading soon followed by a price: a complete ad, of a car or anything else. */
function showsAd(html: string): boolean {
  const heading = html.search(/<h1[\s>]/i);
  return heading >= 0 && money.test(html.slice(heading, heading + longestHead));
}

/**
 * What visitors without an account get instead of the requested page: the site's frame without a car, a profile, or a
 * log-in rendered by scripts.
 */
function findWithheld(html: string, signs: PageSigns): string | null {
  if (adData.test(html) || showsAd(html)) return null;
  const route = routeOf(html);
  if (/login/i.test(route)) return 'route to the log-in page';
  if (/profile|timeline/i.test(route)) return "route to somebody's page";
  if (/Marketplace/.test(route)) return 'route of the marketplace without anything of a car';
  return signs.hasShell ? "the site's shell without anything of a car" : null;
}

/** Names of the page's data fields, which show what changed and contain no personal data. */
function keysOf(html: string): string {
  const keys = html.matchAll(/"((?:marketplace|feed|listing)_[a-z0-9_]{2,40})"\s*:/g);
  const names = [...new Set([...keys].map(([, name]) => name))].slice(0, 12);
  return names.length > 0 ? `; fields ${names.join(', ')}` : '';
}

function findShell(html: string, signs: PageSigns): string | null {
  if (/"canonicalRouteName"\s*:\s*"[^"]*Marketplace/.test(html)) return 'route of the marketplace';
  if (signs.hasShell) return "the site's shell";
  return /marketplace_(?:search|product_details_page|feed_stories)|\/marketplace\/item\//.test(html)
    ? 'words of the marketplace'
    : null;
}

/** What the addresses of a visit say, before the page is parsed. */
export type PageContext = {
  /** The path of this marketplace's item pages. */
  origin: string;
  demoOrigin: string | undefined;
  itemId: string | null;
  /** The requested place and the place reached; null if the address names none. */
  askedSlug: string | null;
  finalSlug: string | null;
  /** Path and query of the final address (of the requested one if unknown), in lower case; empty if it is invalid. */
  finalPath: string;
  /** True if the final address is known and differs from the requested one. */
  hasFinalAddress: boolean;
  /** What was requested, whatever the final address is. */
  filters: SearchFilters;
};

/** Reads the addresses of a visit. Never throws; an invalid address gives no information. */
export function readContext(input: PageInput): PageContext {
  const asked = parse(input.url);
  const final = parse(input.finalUrl ?? '');
  const isDemo = input.demoOrigin !== undefined && asked?.origin === input.demoOrigin;
  const arrived = final ?? asked;
  return {
    origin: isDemo ? input.demoOrigin! : marketplaceOrigin,
    demoOrigin: isDemo ? input.demoOrigin : undefined,
    itemId: itemIdIn(asked) ?? itemIdIn(final),
    askedSlug: slugIn(asked),
    finalSlug: slugIn(arrived),
    finalPath: arrived ? `${arrived.pathname}${arrived.search}`.toLowerCase() : '',
    hasFinalAddress: final !== null && (isDemo || isSiteHost(final.hostname)),
    filters: readFilters(asked?.searchParams ?? new URLSearchParams()),
  };
}

function parse(url: string): URL | null {
  return url.length <= 4096 && URL.canParse(url) ? new URL(url) : null;
}

function itemIdIn(url: URL | null): string | null {
  return /^\/marketplace\/item\/(\d{1,25})(?:\/|$)/.exec(url?.pathname ?? '')?.[1] ?? null;
}

function slugIn(url: URL | null): string | null {
  const match = /^\/marketplace\/([a-z0-9_-]+)\/([a-z]+)\/?$/.exec(url?.pathname.toLowerCase() ?? '');
  return match && match[1] !== 'category' && sectionOf(match[2]) ? match[1]! : null;
}

const loginRequired = 1357001;
/**
 * "Rate limit exceeded": the answer that visitors without an account get for every further page, however slowly they ask.
 */
const noFurtherPages = 1675004;

/** A refusal in an answer to scrolling: an error code and no rows. It says nothing about the ads' own pages. */
export function refusedAnswer(documents: readonly unknown[], hasRows: boolean): PageFailure | null {
  if (hasRows) return null;
  const codes = documents.flatMap((document) => [
    readNumber(document, 'error'),
    ...readArray(document, 'errors').map(
      (error) => readNumber(error, 'code') ?? readNumber(error, 'api_error_code'),
    ),
    readNumber(readAt(document, 'error'), 'code'),
  ]);
  const code = codes.find((found) => found !== null && found !== undefined);
  if (code === null || code === undefined) return refusedWithoutCode(documents);
  if (code === loginRequired) return { class: 'login_wall', evidence: `error ${loginRequired}` };
  const what = code === noFurtherPages ? 'no further pages for visitors' : 'refused answer';
  return { class: 'withheld', evidence: `error ${code}: ${what}` };
}

/** Errors without data, or a feed without rows that claims to continue: neither is an empty search. */
function refusedWithoutCode(documents: readonly unknown[]): PageFailure | null {
  if (documents.some((document) => readArray(document, 'errors').length > 0))
    return { class: 'withheld', evidence: 'errors without a code' };
  if (documents.some((document) => isObject(document) && document.data === null))
    return { class: 'withheld', evidence: 'answer without data' };
  const goesOn = documents.some(
    (document) =>
      readAt(document, 'data', 'marketplace_search', 'feed_units', 'page_info', 'has_next_page') === true,
  );
  return goesOn ? { class: 'withheld', evidence: 'no rows in a feed that goes on' } : null;
}

/**
 * Parses what a visit brought: a search page, an item page, a GraphQL answer, or a failure with its class. Pure, bounded in
 * time and memory, never throws. The page's data and its rendered cards are merged (`search-page.ts`).
 */
export function parsePage(input: PageInput): ParsedPage {
  const text = boundPage(input.html);
  const status = input.status ?? null;
  const context = readContext(input);
  return looksLikeGraphql(text) ? parseGraphql(text, status, context) : parseHtml(text, status, context);
}

function parseGraphql(text: string, status: number | null, context: PageContext): ParsedPage {
  const documents = readGraphqlDocuments(text);
  const feed = readFeed(documents, context);
  const item = feed.isFound ? null : readItem(documents, context);
  const read = item?.listing ? [item.listing] : feed.ads.map(buildListing);
  const { kept: listings, rejected } = item?.listing
    ? { kept: read, rejected: [] }
    : applyFilters(read, context.filters);
  const shownCount = read.length + feed.rejected.length + feed.unreadIds.size;
  const page = {
    listings,
    pageInfo: feed.pageInfo,
    shownCount,
    rejected: [...feed.rejected, ...rejected],
  };
  const failure =
    refusedAnswer(documents, read.length > 0) ??
    classifyStatus(text, status, read.length > 0) ??
    tooManyRejected(feed.rowCount, feed.rejected.length);
  return { kind: failure ? 'failure' : 'graphql', ...page, failure };
}

function parseHtml(html: string, status: number | null, context: PageContext): ParsedPage {
  const documents = readEmbeddedJson(html);
  const item = readItem(documents, context);
  const isItem = context.itemId !== null || item.listing !== null;
  const feed = readFeed(isItem ? [] : documents, context);
  const found = isItem ? itemFound(item) : searchFound(feed, html, context);
  const { listings } = found;
  const failure = classifyPage(html, status, context, {
    hasData: listings.length > 0 || found.rejected.some(isOther) || (feed.hasAds && feed.rowCount === 0),
    hasNoResults: !isItem && feed.hasNoResults,
    isItemGone: item.isGone,
    rowCount: feed.rowCount,
    rejectedCount: feed.rejected.length,
  });
  const page = { ...found, pageInfo: feed.pageInfo };
  if (failure) return { kind: 'failure', ...page, listings: kept(listings, failure), failure };
  if (feed.hasNoResults && listings.length === 0) return { kind: 'empty', ...page, failure: null };
  return { kind: isItem ? 'item' : 'search', ...page, failure: null };
}

/** Rows of another place than the requested one are dropped. */
function kept(listings: Listing[], failure: PageFailure): Listing[] {
  return failure.class === 'location_not_recognised' ? [] : listings;
}

type Found = Pick<ParsedPage, 'listings' | 'rejected' | 'shownCount'>;

function itemFound({ listing, rejected }: Item): Found {
  const listings = listing ? [listing] : [];
  return { listings, rejected, shownCount: listings.length + rejected.length };
}

/** If the site says that nothing matches, or no more does, the cards below are suggestions. */
function searchFound(feed: Feed, html: string, context: PageContext): Found {
  const cards = feed.hasNoResults || feed.hasOutside ? noCards : readDomCards(html, context);
  const { ads, rejected, shownCount } = mergeCards(feed.ads, feed.rejected, cards);
  for (const { id } of ads) feed.unreadIds.delete(id);
  const filtered = applyFilters(ads.map(buildListing), context.filters);
  return {
    listings: filtered.kept,
    rejected: [...rejected, ...filtered.rejected],
    shownCount: shownCount + feed.unreadIds.size,
  };
}

/** It was read well enough to be compared with what was requested. */
const isOther = ({ reason }: Rejection): boolean => reason === 'not_asked_for';
