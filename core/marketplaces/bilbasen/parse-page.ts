import {
  type AdFields,
  buildListing,
  dateOf,
  emptyForm,
  factsOf,
  fuelOf,
  gearboxOf,
  makeOf,
  nothingSaid,
  sellerTypeOf,
} from '#core/marketplaces/ad/build-listing.ts';
import { plateOf, vinOf } from '#core/marketplaces/ad/listing.ts';
import { parseMileage } from '#core/marketplaces/ad/mileage.ts';
import { parsePrice } from '#core/marketplaces/ad/price.ts';
import { cleanLine, cleanParagraphs } from '#core/marketplaces/ad/text.ts';
import type { LinkOptions } from '#core/marketplaces/links.ts';
import {
  failed,
  mostRowsRead,
  type PageInput,
  type ParsedPage,
  type Rejection,
  refusalOf,
  tooManyRejected,
} from '#core/marketplaces/marketplace.ts';
import {
  boundPage,
  readAttribute,
  scanElements,
  scanTags,
  visibleBlocks,
} from '#core/marketplaces/page/html.ts';
import {
  isObject,
  type JsonObject,
  readArray,
  readAt,
  readId,
  readNumber,
  readObject,
  readString,
} from '#core/marketplaces/page/json-read.ts';
import { sortRows } from '#core/marketplaces/page/rows.ts';
import { bilbasenItemAddress, bilbasenOrigin, readBilbasenAddress, shownAt } from './link.ts';

const mostPhotos = 40;
const photoHost = 'billeder.bilbasen.dk';
const pathShape = /^\/(?:bilinfo|bilbasen)\/[\w-]{8,60}\.(?:jpe?g|png|webp)$/i;
/** The largest size that the site's own pages request; a number plate is readable in it. */
const wantedSize = 'S960X960';

/** Whether a photo of an ad may be fetched from this address. */
export function isBilbasenPhoto(address: string, { demoOrigin }: LinkOptions = {}): boolean {
  if (address.length > 1000 || !URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '' || !pathShape.test(url.pathname)) return false;
  if (demoOrigin && url.origin === demoOrigin) return true;
  return url.protocol === 'https:' && url.port === '' && url.hostname === photoHost;
}

/** The photos among the addresses, in order, in the wanted size. */
export function photosOf(raw: readonly unknown[], demoOrigin: string | undefined): string[] {
  const own = raw.flatMap((address) => {
    if (typeof address !== 'string' || !isBilbasenPhoto(address, { demoOrigin })) return [];
    const { origin, pathname } = new URL(address);
    return [`${origin}${pathname}?class=${wantedSize}`];
  });
  return [...new Set(own)].slice(0, mostPhotos);
}

const maxAmount = 1e9;

/** What a price means, by the site's own term, in the words that ads use. Only "Retail" was seen so far. */
const notes: readonly [RegExp, string][] = [
  [/^retail$/i, ''],
  [/leas/i, '/md.'],
  [/whole|engros|cvr/i, ' engros'],
  [/tax|afgift/i, ' uden afgift'],
  [/vat|moms/i, ' ekskl. moms'],
];

/** The price with the words for what it lacks; no price if its kind is unknown, because it could not be compared. */
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

export type BilbasenContext = { origin: string; demoOrigin: string | undefined };

/** Fields that neither kind of page has. */
export const notSaid = {
  source: 'bilbasen',
  oldPrice: null,
  subtitle: null,
  isAmongVehicles: true,
  listedAt: null,
} as const satisfies Partial<AdFields>;

/** The ad in a row of a search's data, with its text and all photos, or why it cannot be read. */
export function readRow(row: unknown, { origin, demoOrigin }: BilbasenContext): AdFields | Rejection {
  const id = readId(row, 'externalId');
  if (id === null) return { reason: 'no_id' };
  const make = makeOf(cleanLine(readAt(row, 'make'), 40));
  const model = cleanLine(readAt(row, 'model'), 60);
  const variant = cleanLine(readAt(row, 'variant'), 100);
  const title = cleanLine([make, model, variant].filter(Boolean).join(' '));
  if (title === null) return { id, reason: 'no_title' };
  const fact = (name: string) => readString(row, 'properties', name, 'displayTextShort');
  const registered = /^(?:\d{1,2}\/)?((?:19|20)\d{2})$/.exec(
    fact('firstregistrationdate')?.trim() ?? '',
  )?.[1];
  const photos = readArray(row, 'media').map((one) =>
    readString(one, 'mediaType') === 'Picture' ? readString(one, 'url') : null,
  );
  return {
    ...notSaid,
    id,
    itemUrl: addressIn(readString(row, 'uri'), id, origin),
    title,
    description: cleanParagraphs(readAt(row, 'description')) ?? '',
    ...priceOf(row),
    city: cleanLine(readAt(row, 'location', 'city'), 80),
    said: { ...nothingSaid, postalCode: postalCodeOf(readAt(row, 'location', 'zipCode')) },
    availability: 'live',
    photoUrls: photosOf(photos, demoOrigin),
    vehicle: {
      ...emptyForm,
      make,
      model: make && model,
      trim: variant,
      year: registered ? Number(registered) : null,
      mileage: parseMileage(fact('mileage') ?? ''),
      fuel: fuelOf(fact('fueltype')),
      gearbox: gearboxOf(fact('geartype')),
      horsepower: horsepowerOf(fact('hk')),
      sellerType: sellerTypeOf(readString(row, 'sellerType')),
    },
  };
}

/** The ad's own address, which names make, model and variant; checked to be of this ad. */
function addressIn(uri: string | null, id: string, origin: string): string {
  const fallback = bilbasenItemAddress(id, origin);
  if (uri === null || !URL.canParse(uri)) return fallback;
  const { origin: of, pathname } = new URL(uri);
  const shows = of === bilbasenOrigin || of === origin ? shownAt(pathname) : null;
  return shows?.kind === 'item' && shows.id === id ? `${origin}${pathname}` : fallback;
}

const postalCodeOf = (code: unknown): string | null =>
  typeof code === 'number' && Number.isInteger(code) && code >= 800 && code <= 9999
    ? String(code).padStart(4, '0')
    : null;

/** "65 hk" or "65 hk/145 nm". */
export function horsepowerOf(text: string | null): number | null {
  const hp = Number(/^\s*(\d{2,4})\s*(?:hk|hp)\b/i.exec(text ?? '')?.[1] ?? Number.NaN);
  return hp >= 20 && hp <= 2000 ? hp : null;
}

export const dataScriptId = '__NEXT_DATA__';

/** The markers (`data-e2e`) of elements on an ad's page, and the heading above the seller's text. */
export const adMarks = {
  title: 'car-make-model-variant',
  price: 'car-retail-price',
  facts: [
    'car-facts-table-preview',
    'car-facts-table-collapsed',
    'model-information-table-preview',
    'model-information-table-collapsed',
  ],
  equipment: 'car-equipment-item',
  description: 'Beskrivelse',
} as const;

/**
 * Says in a page that the button composed that the site answered the ad's address with 404 or 410. The site's own words for
 * that were not seen.
 */
export const removedTag = '<meta name="prerender-status-code" content="410">';

const mostMarkup = 60_000;
const oneLine = (markup: string | null, most = 200): string | null =>
  markup === null ? null : cleanLine(visibleBlocks(markup).join(' '), most);

/** The car on an ad's own page, found by the markers for the site's own tests. Null if the page has no car. */
export function readItemPage(
  html: string,
  id: string,
  demoOrigin: string | undefined,
): Omit<AdFields, 'itemUrl'> | null {
  const title = oneLine(markedContents(html, adMarks.title)[0] ?? null);
  if (title === null) return null;
  const facts = factsOf(adMarks.facts.flatMap((mark) => markedContents(html, mark)).flatMap(pairsOf));
  const price = oneLine(markedContents(html, adMarks.price)[0] ?? null, 60);
  const amount = price === null ? null : parsePrice(price)?.amount;
  const equipment = markedContents(html, adMarks.equipment).map((markup) => oneLine(markup, 100));
  return {
    ...notSaid,
    id,
    title,
    description: descriptionIn(html) ?? '',
    price: amount ? { amount, currency: 'DKK' } : null,
    priceText: amount ? price : null,
    city: null,
    said: {
      ...nothingSaid,
      plate: plateOf(facts.plate),
      vin: vinOf(facts.vin),
      firstRegistration: dateOf(facts.firstRegistration),
      specifications: [...new Set([...equipment, ...facts.others])]
        .filter((line) => line !== null)
        .slice(0, 60),
    },
    availability: 'live',
    photoUrls: photosOf(imagesIn(html), demoOrigin),
    vehicle: {
      ...emptyForm,
      year: facts.year ?? yearIn(facts.firstRegistration),
      mileage: facts.km === null || facts.km <= 0 ? null : { km: facts.km, precision: 'exact' },
      fuel: fuelOf(facts.fuel),
      gearbox: gearboxOf(facts.gearbox),
      color: facts.color?.slice(0, 30).toLowerCase() ?? null,
      horsepower: facts.horsepower === null ? null : horsepowerOf(`${facts.horsepower} hk`),
      sellerType: sellerTypeOf(facts.seller),
    },
  };
}

/**
 * The contents of the elements with this marker. A nested element of the same name ends one early, which affects no field.
 */
function markedContents(html: string, mark: string): string[] {
  const found: string[] = [];
  const shape = new RegExp(`<([a-z][a-z0-9]{0,10})\\b[^<>]*\\bdata-e2e="${mark}"[^<>]*>`, 'gi');
  for (const match of html.matchAll(shape)) {
    const start = match.index + match[0].length;
    const end = html.indexOf(`</${match[1]}`, start);
    found.push(html.slice(start, Math.min(end === -1 ? html.length : end, start + mostMarkup)));
    if (found.length >= 200) break;
  }
  return found;
}

const pairsOf = (table: string): [string | null, string | null][] =>
  [...table.matchAll(/<th\b[^>]*>([\s\S]{0,400}?)<\/th\s*>\s*<td\b[^>]*>([\s\S]{0,2000}?)<\/td\s*>/gi)].map(
    ([, label = '', value = '']) => [oneLine(label, 60), oneLine(value, 120)],
  );

const yearIn = (text: string | null): number | null => {
  const year = /\b(?:19|20)\d{2}\b/.exec(text ?? '')?.[0];
  return year ? Number(year) : null;
};

const descriptionHeading = new RegExp(`<h[2-4]\\b[^<>]*>\\s*${adMarks.description}\\s*</h[2-4]\\s*>`, 'i');

/** The text after its heading. */
function descriptionIn(html: string): string | null {
  const heading = descriptionHeading.exec(html);
  if (!heading) return null;
  const start = heading.index + heading[0].length;
  const behind = html.slice(start, start + mostMarkup);
  const end = behind.search(/<h[2-4]\b/i);
  return cleanParagraphs(
    visibleBlocks((end === -1 ? behind : behind.slice(0, end)).replace(/\n/g, '<br>')).join('\n'),
  );
}

/** Photos of the gallery; photos of similar cars are inside links to their own ads. */
function imagesIn(html: string): (string | null)[] {
  const end = html.search(/data-e2e="(?:similar|recommend)|Lignende biler/i);
  const images: (string | null)[] = [];
  for (const { attributes } of scanTags(end === -1 ? html : html.slice(0, end), ['img'])) {
    images.push(readAttribute(attributes, 'src'));
    if (images.length >= 200) break;
  }
  return images;
}

/** The search in a page's data script: `listings` are its rows, `hits` their total; null if there is none. */
export function searchDataOf(script: string): JsonObject | null {
  try {
    const document: unknown = JSON.parse(script);
    for (const query of readArray(document, 'props', 'pageProps', 'dehydratedState', 'queries')) {
      const data = readObject(query, 'state', 'data');
      if (isObject(data) && Array.isArray(data.listings)) return data;
    }
  } catch {
    // A truncated page: its data cannot be parsed.
  }
  return null;
}

/** Parses a page of Bilbasen that somebody had open: a search, or an ad. Pure, bounded, never throws. */
export function parsePage(input: PageInput): ParsedPage {
  const html = boundPage(input.html);
  const refused = input.status === undefined || input.status === null ? null : refusalOf(input.status, html);
  if (refused) return failed(refused.class, refused.evidence);
  const read = readBilbasenAddress(input.url, input);
  const link = typeof read === 'string' ? null : read;
  const context: BilbasenContext = { origin: link?.origin ?? bilbasenOrigin, demoOrigin: input.demoOrigin };
  return link?.kind === 'item' ? readItem(html, link.itemId!, link.href, context) : readSearch(html, context);
}

function readItem(html: string, id: string, address: string, context: BilbasenContext): ParsedPage {
  const ad = readItemPage(html, id, context.demoOrigin);
  if (!ad) {
    if (html.includes(removedTag)) return failed('listing_removed', 'the site answered that there is none');
    return failed('layout_changed', 'a page of a car without its name');
  }
  return {
    kind: 'item',
    listings: [buildListing({ ...ad, itemUrl: address })],
    pageInfo: null,
    shownCount: 1,
    rejected: [],
    failure: null,
  };
}

function readSearch(html: string, context: BilbasenContext): ParsedPage {
  const data = searchDataIn(html);
  if (!data)
    return /\/brugt\/bil\//.test(html) && html.includes(dataScriptId)
      ? failed('layout_changed', 'a page of cars without their data')
      : failed('unknown_page', 'no data of a search on the page');
  const shown = readArray(data, 'listings');
  const rows = shown.slice(0, mostRowsRead);
  const { ads, rejected } = sortRows(rows.map((row) => readRow(row, context)));
  const total = readNumber(data, 'hits');
  const failure = tooManyRejected(ads.length + rejected.length, rejected.length);
  return {
    kind: failure ? 'failure' : rows.length === 0 ? 'empty' : 'search',
    listings: ads.map(buildListing),
    // Older buttons say nothing of further pages.
    pageInfo: readObject(data, 'pagination')
      ? { hasNextPage: Boolean(readAt(data, 'pagination', 'next')), endCursor: null }
      : null,
    shownCount: ads.length + rejected.length + shown.length - rows.length,
    rejected,
    failure,
    ...(total !== null && { total }),
  };
}

function searchDataIn(html: string): JsonObject | null {
  for (const { attributes, content } of scanElements(html, 'script'))
    if (readAttribute(attributes, 'id') === dataScriptId) return searchDataOf(content);
  return null;
}
