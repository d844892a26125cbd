import {
  type AdFields,
  emptyForm,
  fuelOf,
  gearboxOf,
  makeOf,
  nothingSaid,
  sellerTypeOf,
} from '#core/marketplaces/ad/build-listing.ts';
import { type Mileage, plateOf, vinOf } from '#core/marketplaces/ad/listing.ts';
import { cleanLine } from '#core/marketplaces/ad/text.ts';
import type { LinkOptions } from '#core/marketplaces/links.ts';
import type { Rejection } from '#core/marketplaces/marketplace.ts';
import { readAttribute, scanElements } from '#core/marketplaces/page/html.ts';
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
import { type DbaContext, dbaItemAddress } from './link.ts';

/** What DBA writes in place of an ad that it does not have. */
export const saysThatThereIsNone = (text: string): boolean => /Siden blev ikke fundet/i.test(text);

/** The fields that an ad has in common wherever it is read. `variant`: the text after make and model. */
export const commonFields = (
  { origin }: DbaContext,
  id: string,
  heading: string,
  variant: string | null,
) => ({
  source: 'dba' as const,
  id,
  itemUrl: dbaItemAddress(id, origin),
  title: cleanLine([heading, variant].filter(Boolean).join(' '))!,
  oldPrice: null,
  subtitle: null,
  isAmongVehicles: true,
});

const agePatterns: readonly [RegExp, seconds: number][] = [
  [/^(\d+)\s*min\.?$/, 60],
  [/^(\d+)\s*t(?:imer?|\.)?$/, 3600],
  [/^(\d+)\s*dage?$/, 86_400],
  [/^(\d+)\s*uger?$/, 7 * 86_400],
  [/^(\d+)\s*m(?:d|dr|åned|åneder)\.?$/, 30 * 86_400],
  [/^(\d+)\s*år$/, 365 * 86_400],
];

/** How long ago an ad was published or renewed, as its card says ("4 t."), and how precisely; null for unknown words. */
export function ageOf(words: string): { seconds: number; precisionSeconds: number } | null {
  const text = words.trim().toLowerCase();
  if (text === 'i går') return { seconds: 86_400, precisionSeconds: 86_400 };
  if (text === 'i dag' || text === 'nu') return { seconds: 0, precisionSeconds: 86_400 };
  for (const [pattern, unit] of agePatterns) {
    const count = pattern.exec(text)?.[1];
    if (count) return { seconds: Number(count) * unit, precisionSeconds: unit };
  }
  return null;
}

/** The availability that a badge on an ad states, or null for another badge: "Solgt" is sold, "Inaktiv" and "Udløbet" are withdrawn. */
export function availabilityIn(words: string): 'sold' | 'hidden' | null {
  const text = words.trim().toLowerCase();
  if (/^(?:solgt|såld|sold)$/.test(text)) return 'sold';
  return /^(?:inaktiv|udløbet|utløpt|inaktiverad)$/.test(text) ? 'hidden' : null;
}

/** Makes of more than one word, as headings spell them. The model follows the make. */
const longMakes = [
  'Land Rover',
  'Alfa Romeo',
  'Aston Martin',
  'Rolls-Royce',
  'Rolls Royce',
  'Lynk & Co',
  'Great Wall',
  'DS Automobiles',
  'Mercedes-Benz',
];

/** "Land Rover Range Rover" → Land Rover and Range Rover; "MINI One" → MINI and One. A heading of one word is a make without a model. */
export function splitHeading(heading: string): { make: string | null; model: string | null } {
  const lower = heading.toLowerCase();
  const long = longMakes.find(
    (make) => lower === make.toLowerCase() || lower.startsWith(`${make.toLowerCase()} `),
  );
  const make = long ? heading.slice(0, long.length) : (heading.split(' ', 1)[0] ?? '');
  const model = heading.slice(make.length).trim();
  const known = makeOf(make);
  return { make: known, model: known === null || model === '' ? null : model };
}

const mostPhotos = 40;
/** A size in the photo's address is a width. 960 pixels are enough to read a number plate. */
const wantedSize = '960w';

const pathShape = /^\/dynamic\/[a-z0-9]{2,10}\/item\/(\d{1,12})\/[\w.-]{8,80}$/;

/** Whether a photo may be fetched from this address: on DBA's photo host, or on the demo if its origin is given. */
export function isDbaPhoto(address: string, { demoOrigin }: LinkOptions = {}): boolean {
  if (address.length > 1000 || !URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '' || !pathShape.test(url.pathname)) return false;
  if (demoOrigin && url.origin === demoOrigin) return true;
  return url.protocol === 'https:' && url.port === '' && url.hostname === 'images.dbastatic.dk';
}

/** The photos of this ad, in order and in the wanted size. Pages also show photos of similar cars, which are left out. */
export function ownPhotos(raw: readonly unknown[], id: string, demoOrigin: string | undefined): string[] {
  const own = raw.flatMap((address) => {
    if (typeof address !== 'string' || !isDbaPhoto(address, { demoOrigin })) return [];
    const url = new URL(address);
    if (pathShape.exec(url.pathname)?.[1] !== id) return [];
    return [`${url.origin}${url.pathname.replace(/^\/dynamic\/[^/]+\//, `/dynamic/${wantedSize}/`)}`];
  });
  return [...new Set(own)].slice(0, mostPhotos);
}

/** DBA's code of the form of sale (`sales_form`) leasing, whose price is per month. */
const leasingForm = 5;
/** DBA's code of the registration class whose prices are without VAT (25 %). */
const classWithoutVat = 8;

/**
 * The words that DBA's pages show after a price, from the codes of an ad in a search row or on its own page: "/md." for a
 * price per month, " ekskl. moms" for a price without VAT, else nothing.
 */
export function priceWords(ad: unknown): string {
  const form = readNumber(ad, 'sales_form') ?? readNumber(ad, 'sales_form', 'id');
  const isWithoutVat =
    readNumber(ad, 'registration_class', 'id') === classWithoutVat ||
    /eks(?:kl|l)?\.?\s*moms/i.test(readString(ad, 'registration_class', 'value') ?? '');
  return `${form === leasingForm ? '/md.' : ''}${isWithoutVat ? ' ekskl. moms' : ''}`;
}

/** How many times a script's text may be encoded; some scripts are encoded more often than others. */
const mostRounds = 3;
const mostScripts = 40;

/** Decodes base64 (or base64url) of UTF-8 text; null if it is not valid. */
export function decodeBase64(text: string): string | null {
  const compact = text.replace(/\s+/g, '');
  // Searches for one forbidden character: a pattern over the whole text overflows the stack on megabytes.
  if (compact === '' || /[^A-Za-z0-9+/_=-]/.test(compact)) return null;
  try {
    const binary = atob(compact.replace(/-/g, '+').replace(/_/g, '/'));
    // Ten times as fast as `Uint8Array.from`, in a page that a person is looking at.
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The JSON in a script's text, plain or encoded in base64 or percent escapes; undefined if it cannot be decoded. */
export function readEncodedJson(text: string): unknown {
  let current = text.trim();
  for (let round = 0; round <= mostRounds; round++) {
    const parsed = parseJson(current);
    if (typeof parsed === 'string') current = parsed.trim();
    else if (parsed !== undefined) return parsed;
    else {
      const next = /^%7b|^%5b|^%22/i.test(current) ? unescapePercent(current) : decodeBase64(current);
      if (next === null) return undefined;
      current = next.trim();
    }
  }
  return undefined;
}

function parseJson(text: string): unknown {
  if (!/^[{["]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unescapePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The data of a search: `docs` are its ads, `metadata` has the applied filters, paging and total. */
export type SearchState = { docs: unknown[]; metadata: JsonObject };

/** The data of the search, among the React query states in a page's scripts; null if none can be read. */
export function findSearchState(html: string): SearchState | null {
  const scripts: string[] = [];
  for (const { attributes, content } of scanElements(html, 'script')) {
    if (!/data-react-query-state/i.test(attributes)) continue;
    if (scripts.push(content) >= mostScripts) break;
  }
  return searchStateOf(scripts);
}

/** Like `findSearchState`, from the texts of the scripts. */
export function searchStateOf(scripts: readonly string[]): SearchState | null {
  for (const content of scripts.slice(0, mostScripts)) {
    const state = searchStateIn(readEncodedJson(content));
    if (state) return state;
  }
  return null;
}

function searchStateIn(document: unknown): SearchState | null {
  for (const query of readArray(document, 'queries')) {
    const scope = readAt(readArray(query, 'queryKey')[0], 'scope');
    const data = scope === 'search' ? stateOf(readAt(query, 'state', 'data')) : null;
    if (data) return data;
  }
  return null;
}

/** The search data in the JSON of the data address, or in a query state; null if it has no rows. */
export function stateOf(document: unknown): SearchState | null {
  const docs = isObject(document) ? document.docs : undefined;
  return Array.isArray(docs) ? { docs, metadata: readObject(document, 'metadata') ?? {} } : null;
}

/** The decoded `data-props` of the element with this id; undefined if they are missing, too large or unreadable. */
export function findProperties(html: string, id: string): unknown {
  const at = html.indexOf(`id="${id}"`);
  if (at === -1) return undefined;
  const start = html.lastIndexOf('<', at);
  const end = html.indexOf('>', at);
  if (start === -1 || end === -1 || end - start > 2_000_000) return undefined;
  const encoded = readAttribute(html.slice(start, end), 'data-props');
  return encoded === null ? undefined : readEncodedJson(encoded);
}

const mostProducts = 200;

/**
 * The products in a search page's structured data (JSON-LD). They lack year, mileage, seller and whether the price is without
 * VAT, so they are used only for ads that cannot be read elsewhere on the page.
 */
export function readStructuredData(html: string, context: DbaContext): AdFields[] {
  for (const { attributes, content } of scanElements(html, 'script')) {
    if (readAttribute(attributes, 'type')?.toLowerCase() !== 'application/ld+json') continue;
    const ads = itemsOf(content)
      .slice(0, mostProducts)
      .flatMap((element) => readProduct(readAt(element, 'item'), context) ?? []);
    if (ads.length > 0) return ads;
  }
  return [];
}

function itemsOf(content: string): unknown[] {
  try {
    const document: unknown = JSON.parse(content);
    return readString(document, '@type') === 'CollectionPage'
      ? readArray(document, 'mainEntity', 'itemListElement')
      : readArray(document, 'itemListElement');
  } catch {
    return [];
  }
}

function readProduct(product: unknown, context: DbaContext): AdFields | null {
  const id = /\/mobility\/item\/(\d{1,12})(?:[/?#]|$)/.exec(readString(product, 'url') ?? '')?.[1];
  const name = cleanLine(readAt(product, 'name'));
  if (!id || name === null) return null;
  const variant = cleanLine(readAt(product, 'description'), 100);
  const amount = readNumber(product, 'offers', 'price');
  const make = makeOf(cleanLine(readAt(product, 'brand', 'name'), 40));
  return {
    ...commonFields(context, id, name, variant),
    description: null,
    price:
      amount === null || amount < 0
        ? null
        : {
            amount: Math.round(amount),
            currency: readString(product, 'offers', 'priceCurrency') ?? 'DKK',
          },
    priceText: null,
    city: null,
    isInPart: true,
    isPriceKindUnsaid: true,
    said: nothingSaid,
    listedAt: null,
    availability: 'live',
    photoUrls: ownPhotos([readAt(product, 'image')], id, context.demoOrigin),
    vehicle: { ...emptyForm, make, model: make && cleanLine(readAt(product, 'model'), 60), trim: variant },
  };
}

/** Whether a row of the data is a used car: rows of other goods are mixed in. */
export function isCarDoc(doc: unknown): boolean {
  const type = readString(doc, 'type');
  const key = readString(doc, 'main_search_key');
  return (type === null || type === 'motor') && (key === null || key === 'SEARCH_ID_CAR_USED');
}

const maxAmount = 1e9;

/** The ad in a row of a search's data, or why it cannot be read (`no_id`, `no_title`). */
export function readDoc(doc: unknown, context: DbaContext): AdFields | Rejection {
  const id = readId(doc, 'id') ?? readId(doc, 'ad_id');
  if (id === null) return { reason: 'no_id' };
  const specification = cleanLine(readAt(doc, 'model_specification'), 100);
  const heading = cleanLine(readAt(doc, 'facade_title')) ?? cleanLine(readAt(doc, 'heading'));
  if (heading === null) return { id, reason: 'no_title' };
  const make = makeOf(cleanLine(readAt(doc, 'make'), 40));
  const price = priceOf(doc);
  const engineCc = readNumber(doc, 'volume');
  const rangeKm = readNumber(doc, 'driving_range');
  const fuel = fuelOf(readString(doc, 'fuel'));
  const sellerType = sellerTypeOf(readString(doc, 'dealer_segment'));
  const photos =
    readArray(doc, 'image_urls').length > 0 ? readArray(doc, 'image_urls') : [readAt(doc, 'image', 'url')];
  return {
    ...commonFields(context, id, heading, specification),
    description: null,
    price,
    priceText: price && `${price.amount} kr.${priceWords(doc)}`,
    city: cleanLine(readAt(doc, 'location'), 80),
    isInPart: true,
    said: {
      ...nothingSaid,
      plate: plateOf(readString(doc, 'regno')),
      vin: vinOf(readString(doc, 'chassis_number')),
      // A private seller's name is never kept.
      dealerName: sellerType === 'dealer' ? cleanLine(readAt(doc, 'organisation_name'), 100) : null,
      specifications: rangeKm !== null && rangeKm > 0 ? [`Rækkevidde: ${rangeKm} km`] : [],
    },
    listedAt: instantOf(readNumber(doc, 'timestamp')),
    availability: readArray(doc, 'flags').includes('sold') ? 'sold' : 'live',
    photoUrls: ownPhotos(photos, id, context.demoOrigin),
    vehicle: {
      ...emptyForm,
      make,
      model: make === null ? null : cleanLine(readAt(doc, 'model'), 60),
      trim: specification,
      year: yearOf(readNumber(doc, 'year')),
      mileage: mileageOf(readNumber(doc, 'mileage'), readString(doc, 'mileage_unit')),
      fuel,
      gearbox: gearboxOf(readString(doc, 'transmission')),
      sellerType,
      engineLitres:
        engineCc !== null && engineCc >= 300 && engineCc <= 10_000 ? Math.round(engineCc / 100) / 10 : null,
    },
  };
}

function priceOf(doc: unknown): AdFields['price'] {
  const amount = readNumber(doc, 'price', 'amount');
  if (amount === null || amount < 0 || amount > maxAmount) return null;
  const named = readString(doc, 'price', 'currency_code');
  return { amount: Math.round(amount), currency: named && /^[A-Z]{3}$/.test(named) ? named : 'DKK' };
}

export const yearOf = (year: number | null): number | null =>
  year !== null && Number.isInteger(year) && year >= 1900 && year <= 2100 ? year : null;

/** The mileage in kilometres; null for 0 (left empty by the seller) or an impossible value. `unit` null means kilometres. */
export function mileageOf(value: number | null, unit: string | null): Mileage | null {
  if (value === null || value <= 0 || value > 2_000_000) return null;
  const isScandinavianMile = unit !== null && /mile/i.test(unit);
  return { km: Math.round(isScandinavianMile ? value * 10 : value), precision: 'exact' };
}

/** When the ad was published or renewed, from milliseconds since 1970 to ISO 8601; null outside 2000 to 2099. */
function instantOf(ms: number | null): string | null {
  if (ms === null || ms < 946_684_800_000 || ms > 4_102_444_800_000) return null;
  return new Date(ms).toISOString();
}
