import {
  type AdFields,
  buildListing,
  emptyForm,
  fuelOf,
  gearboxOf,
  nothingSaid,
  sellerTypeOf,
} from '#core/marketplaces/ad/build-listing.ts';
import type { Fuel, Gearbox, Listing } from '#core/marketplaces/ad/listing.ts';
import { parsePrice } from '#core/marketplaces/ad/price.ts';
import {
  mostRowsRead,
  type PageFailure,
  type PageInfo,
  type ParsedPage,
  type Rejection,
} from '#core/marketplaces/marketplace.ts';
import {
  firstElement,
  readAttribute,
  scanTags,
  textOf,
  visibleBlocks,
  visibleParts,
} from '#core/marketplaces/page/html.ts';
import { isObject, readArray, readAt, readNumber, readString } from '#core/marketplaces/page/json-read.ts';
import { tooManyRejected } from '#core/marketplaces/page/refusal.ts';
import {
  ageOf,
  availabilityIn,
  findSearchState,
  isCarDoc,
  ownPhotos,
  readDoc,
  readEncodedJson,
  readStructuredData,
  type SearchState,
  splitHeading,
  stateOf,
  vendAd,
} from './ad.ts';
import { appliedNames, filtersOf, lastPage, type Range, type VendContext } from './link.ts';

export type CardLine = {
  year: number | null;
  km: number | null;
  engineCc: number | null;
  rangeKm: number | null;
  fuel: Fuel | null;
  gearbox: Gearbox | null;
};

const figure = (digits: string): number => Number(digits.replace(/[.\s\u00a0]/g, ''));

/**
 * The line of a card: "2015 ∙ 120.000 km ∙ 998 cc ∙ Benzin ∙ Manuelt", and on electric cars "∙ 260 km rækkevide" (as the site
 * spells it, or rightly) in place of the gear. Null when nothing of it is understood.
 */
export function readSpecificationLine(text: string): CardLine | null {
  const line: CardLine = { year: null, km: null, engineCc: null, rangeKm: null, fuel: null, gearbox: null };
  let understood = 0;
  for (const part of text.split(/\s*[∙·•]\s*/).slice(0, 12)) {
    if (readPart(part.trim(), line)) understood++;
  }
  return understood >= 2 ? line : null;
}

function readPart(part: string, line: CardLine): boolean {
  if (/^(?:19|20)\d{2}$/.test(part)) {
    line.year = Number(part);
    return true;
  }
  const range = /^([\d.]+)\s*km\s+r(?:æ|ae|ä|e)k*e*vid*e?(?:de|dde)?/i.exec(part)?.[1];
  if (range) {
    line.rangeKm = figure(range);
    return true;
  }
  const driven = /^(\d[\d.\s\u00a0]*)\s*(km|mil)$/i.exec(part);
  if (driven) {
    const distance = figure(driven[1]!) * (driven[2]!.toLowerCase() === 'mil' ? 10 : 1);
    line.km = distance > 0 && distance <= 2_000_000 ? distance : null;
    return true;
  }
  const cc = /^(\d[\d.]*)\s*(?:cc|ccm|cm3|cm³)$/i.exec(part)?.[1];
  if (cc) {
    line.engineCc = figure(cc);
    return true;
  }
  line.fuel ??= fuelOf(part);
  line.gearbox ??= gearboxOf(part);
  return fuelOf(part) !== null || gearboxOf(part) !== null;
}

const mostCards = 200;
const mostCardLength = 30_000;
const separator = /\s+[∙·•]\s+/;
/** What stands on a card beside the ad: buttons, and that the place was paid for. */
const noWords =
  /^(?:nyhed!?|sammenlign(?: \p{L}+)?|luk|gå til annoncen|betalt placering|næste|forrige|tilføj til favoritter|ring til sælger)$/iu;

export type Cards = { ads: AdFields[]; rejected: Rejection[] };

/**
 * The rendered cards of a search page, by their elements. They lack plate, chassis number and all photos but one: what is
 * read here serves where the page's data cannot be read.
 */
export function readCards(html: string, context: VendContext): Cards {
  const ads = new Map<string, AdFields>();
  const rejected: Rejection[] = [];
  for (const markup of cardMarkups(html)) {
    if (ads.size + rejected.length >= mostCards) break;
    const ad = readCard(markup, context);
    if ('reason' in ad) rejected.push(ad);
    else if (!ads.has(ad.id)) ads.set(ad.id, ad);
  }
  return { ads: [...ads.values()], rejected };
}

function* cardMarkups(html: string): Generator<string> {
  for (const { attributes, end } of scanTags(html, ['article'])) {
    if (!/\bmobility-search-ad-card\b/.test(readAttribute(attributes, 'class') ?? '')) continue;
    const close = html.indexOf('</article', end);
    yield html.slice(end, Math.min(close === -1 ? html.length : close, end + mostCardLength));
  }
}

function readCard(markup: string, context: VendContext): AdFields | Rejection {
  const { site, demoOrigin } = context;
  const id = idOf(markup);
  if (id === null) return { reason: 'no_id' };
  const title = firstElement(markup, ['h2']);
  const heading = textOf(title);
  if (heading === null) return { id, reason: 'no_title' };
  const { make, model } = splitHeading(heading);
  const blocks = blocksOf(markup.slice(title?.end ?? 0));
  const lineAt = blocks.findIndex((block) => separator.test(block) && readSpecificationLine(block) !== null);
  const priceAt = blocks.findIndex((block, at) => at > lineAt && isPrice(block));
  const variant = lineAt > 0 ? blocks[0]! : lineAt === -1 && priceAt > 0 ? blocks[0]! : null;
  const line = lineAt === -1 ? null : readSpecificationLine(blocks[lineAt]!);
  const price = priceAt === -1 ? null : blocks.slice(priceAt, priceAt + 2).join(' ');
  // Place and seller are parted by a sign, or stand side by side.
  const behind = partsOf(markup.slice(title?.end ?? 0)).slice(Math.max(priceAt, lineAt) + 1);
  const placed = behind.find((parts) => isPlace(parts[0]!)) ?? [];
  const [city = null] = placed;
  const dealer = placed.slice(1).find((part) => isPlace(part)) ?? null;
  const said = behind
    .flat()
    .map(sellerTypeOf)
    .find((type) => type !== null);
  // Only a dealer's name stands behind the place.
  const seller = said ?? (dealer === null ? null : 'dealer');
  const image = scanTags(markup, ['img']).next().value;
  return {
    ...vendAd(context, id, heading, variant),
    description: null,
    price: price === null ? null : priceIn(blocks[priceAt]!, site.currency),
    priceText: price,
    city,
    isInPart: true,
    said: {
      ...nothingSaid,
      dealerName: seller === 'private' ? null : dealer,
      specifications: line?.rangeKm ? [`Rækkevidde: ${line.rangeKm} km`] : [],
    },
    // A card says how long ago, not when: without the hour of the visit that is no date.
    listedAt: null,
    availability:
      blocksOf(markup)
        .map(availabilityIn)
        .find((said) => said !== null) ?? 'live',
    photoUrls: ownPhotos([image ? readAttribute(image.attributes, 'src') : null], id, { site, demoOrigin }),
    vehicle: {
      ...emptyForm,
      make,
      model,
      trim: variant,
      year: line?.year ?? null,
      mileage: line?.km ? { km: line.km, precision: 'exact' } : null,
      fuel: line?.fuel ?? null,
      gearbox: line?.gearbox ?? null,
      engineLitres: line?.engineCc ? Math.round(line.engineCc / 100) / 10 : null,
      sellerType: seller,
    },
  };
}

function idOf(markup: string): string | null {
  for (const { attributes } of scanTags(markup, ['a'])) {
    const id = /\/mobility\/item\/(\d{1,12})(?:[/?#]|$)/.exec(readAttribute(attributes, 'href') ?? '')?.[1];
    if (id) return id;
  }
  return null;
}

const blocksOf = (markup: string): string[] => visibleBlocks(markup).filter((text) => !noWords.test(text));
const partsOf = (markup: string): string[][] =>
  visibleParts(markup)
    .filter((parts) => !noWords.test(parts.join(' ')))
    .map((parts) => parts.flatMap((part) => part.split(separator)));

const isPrice = (block: string): boolean => /^\d[\d.\s\u00a0]*(?:kr\.?|DKK|NOK|SEK|€|EUR)/i.test(block);

function priceIn(block: string, currency: string): AdFields['price'] {
  const price = parsePrice(block);
  return price && { amount: price.amount, currency: /€|EUR/i.test(block) ? 'EUR' : currency };
}

const isPlace = (part: string): boolean =>
  /^\p{Lu}/u.test(part) &&
  !/\d/.test(part) &&
  sellerTypeOf(part) === null &&
  availabilityIn(part) === null &&
  ageOf(part) === null &&
  !/moms|afgift|\/md|leasing/i.test(part);

/** `unreadCount`: rows behind those that are read of any page. */
type Found = Cards & { pageInfo: PageInfo | null; unreadCount?: number; total?: number; isDegraded?: true };

/** A search's page, or the answer of its data address. `asked`: the search; null where only the page can tell what it is. */
export function readSearchPage(
  text: string,
  asked: URLSearchParams | null,
  status: number | null,
  context: VendContext,
): ParsedPage {
  const search = asked ?? new URLSearchParams();
  const state = /^\s*\{/.test(text) ? stateOf(readEncodedJson(text)) : findSearchState(text);
  const notUnderstood = state && findIgnored(state, search);
  if (notUnderstood) return page({ ads: [], rejected: [], pageInfo: null }, notUnderstood, search, context);
  const found = state ? fromState(state, context) : fromMarkup(text, context);
  const rows = found.ads.length + found.rejected.length;
  if (rows === 0 && state && readNumber(state.metadata, 'result_size', 'match_count') === 0)
    return { ...page(found, null, search, context), kind: 'empty' };
  if (rows === 0) return page(found, noCars(text, state, asked !== null && status !== 404), search, context);
  return page(found, tooManyRejected(rows, found.rejected.length), search, context);
}

/** A search that was asked for has cars, or says that it has none; any other page without them is none of the site's. */
const noCars = (text: string, state: SearchState | null, isSearch: boolean): PageFailure =>
  state || isSearch || /mobility-search|data-react-query-state|\/mobility\/item\//.test(text)
    ? { class: 'layout_changed', evidence: 'a search without a car that could be read' }
    : { class: 'unknown_page', evidence: 'neither data nor cards on the page' };

function page(
  { ads, rejected, pageInfo, unreadCount = 0, total, isDegraded }: Found,
  failure: PageFailure | null,
  search: URLSearchParams,
  context: VendContext,
): ParsedPage {
  const { kept, refused } = holdToFilters(ads.map(buildListing), search, context);
  return {
    kind: failure ? 'failure' : 'search',
    listings: kept,
    pageInfo,
    shownCount: ads.length + rejected.length + unreadCount,
    rejected: [...rejected, ...refused],
    failure,
    ...(total !== undefined && { total }),
    ...(isDegraded && { isDegraded }),
  };
}

function fromState({ docs, metadata }: SearchState, context: VendContext): Found {
  const ads = new Map<string, AdFields>();
  const rejected: Rejection[] = [];
  for (const doc of docs.slice(0, mostRowsRead)) {
    // Rows of other goods are no cars that could not be read.
    if (isObject(doc) && !isCarDoc(doc)) continue;
    const ad = readDoc(doc, context);
    if ('reason' in ad) rejected.push(ad);
    else if (!ads.has(ad.id)) ads.set(ad.id, ad);
  }
  const current = readNumber(metadata, 'paging', 'current') ?? 1;
  const last = Math.min(readNumber(metadata, 'paging', 'last') ?? current, lastPage);
  const isEnd = readAt(metadata, 'is_end_of_paging') === true || current >= last;
  const total = readNumber(metadata, 'result_size', 'match_count');
  return {
    ads: [...ads.values()],
    rejected,
    unreadCount: Math.max(0, docs.length - mostRowsRead),
    pageInfo: { hasNextPage: !isEnd, endCursor: isEnd ? null : String(current + 1) },
    ...(total !== null && { total }),
  };
}

/** Cards, and of the list for search engines what has no card. */
function fromMarkup(html: string, context: VendContext): Found {
  const cards = readCards(html, context);
  const shown = new Set(cards.ads.map(({ id }) => id));
  const others = readStructuredData(html, context).filter(({ id }) => !shown.has(id));
  const last = Number(/<w-pagination\b[^<>]*\bpages="(\d{1,4})"/i.exec(html)?.[1] ?? Number.NaN);
  const current = Number(/<w-pagination\b[^<>]*\bcurrent-page="(\d{1,4})"/i.exec(html)?.[1] ?? 1);
  const hasNextPage = Number.isFinite(last) && current < Math.min(last, lastPage);
  return {
    ads: [...cards.ads, ...others],
    rejected: cards.rejected,
    pageInfo: { hasNextPage, endCursor: hasNextPage ? String(current + 1) : null },
    isDegraded: true,
  };
}

/**
 * Whether the site left out a filter that was asked for: it drops what it does not know without a word, repeats it among
 * the parameters all the same, and shows every car there is. What it applied it lists.
 */
function findIgnored({ metadata }: SearchState, search: URLSearchParams): PageFailure | null {
  if (!Array.isArray(metadata.selected_filters)) return null;
  const applied = readArray(metadata, 'selected_filters').flatMap((filter) =>
    readArray(filter, 'parameters').map((parameter) => ({
      name: readString(parameter, 'parameter_name') ?? '',
      value: String(readAt(parameter, 'parameter_value') ?? ''),
      shown: readString(filter, 'display_name') ?? '',
    })),
  );
  const baseOf = (name: string) => name.replace(/_(?:from|to)$/, '');
  const isApplied = (name: string, value: string) =>
    applied.some(
      (one) =>
        (one.name === name && (one.value === value || one.value === '') && one.shown !== value) ||
        (name !== baseOf(name) && baseOf(one.name) === baseOf(name)),
    );
  const ignored = appliedNames(search).find((name) =>
    search.getAll(name).some((value) => !isApplied(name, value)),
  );
  return ignored
    ? { class: 'search_not_understood', evidence: `the filter ${ignored} was not applied` }
    : null;
}

/** Padding and paid places show cars that the search excludes; what an ad does not say contradicts nothing. */
function holdToFilters(listings: readonly Listing[], search: URLSearchParams, { site }: VendContext) {
  const filters = filtersOf(search, site);
  const isWithin = (value: number | null | undefined, { from, to }: Range) =>
    value === null ||
    value === undefined ||
    ((from === null || value >= from) && (to === null || value <= to));
  const kept = listings.filter(
    ({ price, year, mileage }) =>
      isWithin(price?.currency === site.currency ? price.amount : null, filters.price) &&
      isWithin(year, filters.year) &&
      isWithin(mileage?.km, filters.km),
  );
  const refused: Rejection[] = listings
    .filter((listing) => !kept.includes(listing))
    .map(({ id }) => ({ id, reason: 'not_asked_for' }));
  return { kept, refused };
}
