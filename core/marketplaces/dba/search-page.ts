import {
  type AdFields,
  buildListing,
  emptyForm,
  fuelOf,
  gearboxOf,
  nothingSaid,
  sellerTypeOf,
} from '#core/marketplaces/ad/build-listing.ts';
import type { Fuel, Gearbox } from '#core/marketplaces/ad/listing.ts';
import { parsePrice } from '#core/marketplaces/ad/price.ts';
import { endsIn } from '#core/marketplaces/link-parts.ts';
import {
  mostRowsRead,
  type PageFailure,
  type PageInfo,
  type ParsedPage,
  type Rejection,
  tooManyRejected,
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
import { danishPrice, holdTo, isWithin, type SortedRows, sortRows } from '#core/marketplaces/page/rows.ts';
import {
  ageOf,
  availabilityIn,
  commonFields,
  findSearchState,
  isCarDoc,
  ownPhotos,
  readDoc,
  readEncodedJson,
  readStructuredData,
  type SearchState,
  splitHeading,
  stateOf,
} from './ad.ts';
import { appliedNames, type DbaContext, lastPage } from './link.ts';

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
 * Reads the specification line of a card: "2015 ∙ 120.000 km ∙ 998 cc ∙ Benzin ∙ Manuelt". Electric cars have their range
 * ("260 km rækkevide", DBA's misspelling, or "rækkevidde") in place of the gearbox. Null if fewer than two parts are
 * understood. Numbers are years, kilometres and cubic centimetres.
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
/** Texts on a card that are not part of the ad: buttons, and the mark of a paid placement. */
const noWords =
  /^(?:nyhed!?|sammenlign(?: \p{L}+)?|luk|gå til annoncen|betalt placering|næste|forrige|tilføj til favoritter|ring til sælger)$/iu;

/**
 * The ads on the rendered cards of a search page, for pages whose data cannot be read. Cards lack plate and chassis number and
 * have one photo.
 */
export const readCards = (html: string, context: DbaContext): SortedRows =>
  sortRows(cardsIn(html, context), mostCards);

function* cardsIn(html: string, context: DbaContext): Generator<AdFields | Rejection> {
  for (const { attributes, end } of scanTags(html, ['article'])) {
    if (!/\bmobility-search-ad-card\b/.test(readAttribute(attributes, 'class') ?? '')) continue;
    const close = html.indexOf('</article', end);
    const markup = html.slice(end, Math.min(close === -1 ? html.length : close, end + mostCardLength));
    yield readCard(markup, context);
  }
}

function readCard(markup: string, context: DbaContext): AdFields | Rejection {
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
  // Place and seller are separated by "∙", or are adjacent elements.
  const behind = partsOf(markup.slice(title?.end ?? 0)).slice(Math.max(priceAt, lineAt) + 1);
  const placed = behind.find((parts) => isPlace(parts[0]!)) ?? [];
  const [city = null] = placed;
  const dealer = placed.slice(1).find((part) => isPlace(part)) ?? null;
  const said = behind
    .flat()
    .map(sellerTypeOf)
    .find((type) => type !== null);
  // A name after the place is always a dealer's.
  const seller = said ?? (dealer === null ? null : 'dealer');
  const image = scanTags(markup, ['img']).next().value;
  return {
    ...commonFields(context, id, heading, variant),
    description: null,
    price: price === null ? null : priceIn(blocks[priceAt]!),
    priceText: price,
    city,
    isInPart: true,
    said: {
      ...nothingSaid,
      dealerName: seller === 'private' ? null : dealer,
      specifications: line?.rangeKm ? [`Rækkevidde: ${line.rangeKm} km`] : [],
    },
    // A card shows only the ad's age; without the time of the visit that gives no date.
    listedAt: null,
    availability:
      blocksOf(markup)
        .map(availabilityIn)
        .find((said) => said !== null) ?? 'live',
    photoUrls: ownPhotos([image ? readAttribute(image.attributes, 'src') : null], id, context.demoOrigin),
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

function priceIn(block: string): AdFields['price'] {
  const price = parsePrice(block);
  return price && { amount: price.amount, currency: /€|EUR/i.test(block) ? 'EUR' : 'DKK' };
}

const isPlace = (part: string): boolean =>
  /^\p{Lu}/u.test(part) &&
  !/\d/.test(part) &&
  sellerTypeOf(part) === null &&
  availabilityIn(part) === null &&
  ageOf(part) === null &&
  !/moms|afgift|\/md|leasing/i.test(part);

/** `unreadCount`: rows beyond the limit of rows that are read of a page. */
type Found = SortedRows & {
  pageInfo: PageInfo | null;
  unreadCount?: number;
  total?: number;
  isDegraded?: true;
};

/** Parses a search's page, or the JSON of its data address. `asked`: the search's parameters; null if the address is unknown. */
export function readSearchPage(
  text: string,
  asked: URLSearchParams | null,
  status: number | null,
  context: DbaContext,
): ParsedPage {
  const search = asked ?? new URLSearchParams();
  const state = /^\s*\{/.test(text) ? stateOf(readEncodedJson(text)) : findSearchState(text);
  const notUnderstood = state && findIgnored(state, search);
  if (notUnderstood) return page({ ads: [], rejected: [], pageInfo: null }, notUnderstood, search);
  const found = state ? fromState(state, context) : fromMarkup(text, context);
  const rows = found.ads.length + found.rejected.length;
  if (rows === 0 && state && readNumber(state.metadata, 'result_size', 'match_count') === 0)
    return { ...page(found, null, search), kind: 'empty' };
  if (rows === 0) return page(found, noCars(text, state, asked !== null && status !== 404), search);
  return page(found, tooManyRejected(rows, found.rejected.length), search);
}

/** The failure of a page without cars: a search, or anything that looks like DBA's, has changed; other pages are not DBA's. */
const noCars = (text: string, state: SearchState | null, isSearch: boolean): PageFailure =>
  state || isSearch || /mobility-search|data-react-query-state|\/mobility\/item\//.test(text)
    ? { class: 'layout_changed', evidence: 'a search without a car that could be read' }
    : { class: 'unknown_page', evidence: 'neither data nor cards on the page' };

function page(
  { ads, rejected, pageInfo, unreadCount = 0, total, isDegraded }: Found,
  failure: PageFailure | null,
  search: URLSearchParams,
): ParsedPage {
  // DBA pads short results with other cars, and mixes paid placements in.
  const { kept, rejected: refused } = holdTo(
    ads.map(buildListing),
    (listing) =>
      isWithin(danishPrice(listing), endsIn(search, 'price_from', 'price_to')) &&
      isWithin(listing.year, endsIn(search, 'year_from', 'year_to')) &&
      isWithin(listing.mileage?.km, endsIn(search, 'mileage_from', 'mileage_to')),
  );
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

function fromState({ docs, metadata }: SearchState, context: DbaContext): Found {
  // Rows of other goods do not count as rejected.
  const rows = docs.slice(0, mostRowsRead).filter((doc) => !isObject(doc) || isCarDoc(doc));
  const current = readNumber(metadata, 'paging', 'current') ?? 1;
  const last = Math.min(readNumber(metadata, 'paging', 'last') ?? current, lastPage);
  const isEnd = readAt(metadata, 'is_end_of_paging') === true || current >= last;
  const total = readNumber(metadata, 'result_size', 'match_count');
  const isPagingTold =
    readAt(metadata, 'paging') !== null || readAt(metadata, 'is_end_of_paging') !== null || total !== null;
  return {
    ...sortRows(rows.map((doc) => readDoc(doc, context))),
    unreadCount: Math.max(0, docs.length - mostRowsRead),
    // Older buttons say nothing of further pages.
    pageInfo: isPagingTold ? { hasNextPage: !isEnd, endCursor: isEnd ? null : String(current + 1) } : null,
    ...(total !== null && { total }),
  };
}

/** The ads on cards, and those of the structured data that have no card. */
function fromMarkup(html: string, context: DbaContext): Found {
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
 * The failure if DBA did not apply a filter of the search. DBA ignores an unknown filter without an error, echoes it among the
 * parameters and shows all cars; only `selected_filters` lists what it applied. Null if all were applied or there is no list.
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
