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
import { type VendContext, type VendSite, vendItemAddress } from './link.ts';

/** What every reading of an ad says alike; `behind`: what stands behind its heading. */
export const vendAd = (
  { site, origin }: VendContext,
  id: string,
  heading: string,
  behind: string | null,
) => ({
  source: site.id,
  id,
  itemUrl: vendItemAddress(site, id, origin),
  title: cleanLine([heading, behind].filter(Boolean).join(' '))!,
  oldPrice: null,
  subtitle: null,
  isAmongVehicles: true,
});

export const currencyText = ({ currency }: VendSite): string => (currency === 'DKK' ? 'kr.' : currency);

const agePatterns: readonly [RegExp, seconds: number][] = [
  [/^(\d+)\s*min\.?$/, 60],
  [/^(\d+)\s*t(?:imer?|\.)?$/, 3600],
  [/^(\d+)\s*dage?$/, 86_400],
  [/^(\d+)\s*uger?$/, 7 * 86_400],
  [/^(\d+)\s*m(?:d|dr|åned|åneder)\.?$/, 30 * 86_400],
  [/^(\d+)\s*år$/, 365 * 86_400],
];

/** How long ago a card says that its ad was published or renewed, and how exactly; null for words that nobody knows. */
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

/** What a badge over an ad says of it: "Solgt" is sold, "Inaktiv" and "Udløbet" are withdrawn. */
export function availabilityIn(words: string): 'sold' | 'hidden' | null {
  const text = words.trim().toLowerCase();
  if (/^(?:solgt|såld|sold)$/.test(text)) return 'sold';
  return /^(?:inaktiv|udløbet|utløpt|inaktiverad)$/.test(text) ? 'hidden' : null;
}

/** Makes of more than one word, as headings spell them; what stands behind is the model. */
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

/** "Land Rover Range Rover" → Land Rover and Range Rover; "MINI One" → MINI and One. A heading of one word is a make alone. */
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
/** The sizes that the photo host knows end in a width; this one shows a plate and is no larger than needed. */
const wantedSize = '960w';

const pathShape = /^\/dynamic\/[a-z0-9]{2,10}\/item\/(\d{1,12})\/[\w.-]{8,80}$/;

/** Whether a photo of the site may be fetched from here: its photo host, or the demo where its origin is given. */
export function isVendPhoto(site: VendSite, address: string, { demoOrigin }: LinkOptions = {}): boolean {
  if (address.length > 1000 || !URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '' || !pathShape.test(url.pathname)) return false;
  if (demoOrigin && url.origin === demoOrigin) return true;
  return url.protocol === 'https:' && url.port === '' && url.hostname === site.photoHost;
}

/** The photos of this ad alone, in order, in the wanted size: pages show those of similar cars beside them. */
export function ownPhotos(
  raw: readonly unknown[],
  id: string,
  { site, demoOrigin }: { site: VendSite; demoOrigin: string | undefined },
): string[] {
  const own = raw.flatMap((address) => {
    if (typeof address !== 'string' || !isVendPhoto(site, address, { demoOrigin })) return [];
    const url = new URL(address);
    if (pathShape.exec(url.pathname)?.[1] !== id) return [];
    return [`${url.origin}${url.pathname.replace(/^\/dynamic\/[^/]+\//, `/dynamic/${wantedSize}/`)}`];
  });
  return [...new Set(own)].slice(0, mostPhotos);
}

/** The form of sale whose price is that of a contract by the month. */
const leasingForm = 5;

/**
 * What the codes of an ad, in a row of a search or on its own page, say behind its price, in the words that the site's pages
 * have for it: a rate by the month, a price without the tax on value.
 */
export function priceWords(ad: unknown, { classesWithoutVat }: VendSite): string {
  const form = readNumber(ad, 'sales_form') ?? readNumber(ad, 'sales_form', 'id');
  const isWithoutVat =
    classesWithoutVat.includes(readNumber(ad, 'registration_class', 'id') ?? -1) ||
    /eks(?:kl|l)?\.?\s*moms/i.test(readString(ad, 'registration_class', 'value') ?? '');
  return `${form === leasingForm ? '/md.' : ''}${isWithoutVat ? ' ekskl. moms' : ''}`;
}

/** Some scripts are encoded once more than others. */
const mostRounds = 3;
const mostScripts = 40;

/** Text of base64: the bytes are UTF-8, letters of Danish two each. Null for what is none. */
export function decodeBase64(text: string): string | null {
  const compact = text.replace(/\s+/g, '');
  // Only what it must not hold is looked for: a pattern of all that it may hold overflows the stack on megabytes.
  if (compact === '' || /[^A-Za-z0-9+/_=-]/.test(compact)) return null;
  try {
    const binary = atob(compact.replace(/-/g, '+').replace(/_/g, '/'));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** What a script's text stands for: JSON, in base64 or percent escapes or not; undefined when it is neither. */
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

/** The data of a search: `docs` its ads, `metadata` what was understood and how much there is. */
export type SearchState = { docs: unknown[]; metadata: JsonObject };

/**
 * The search's own query among those that a page brings along for its scripts; null when none can be read.
 */
export function findSearchState(html: string): SearchState | null {
  const scripts: string[] = [];
  for (const { attributes, content } of scanElements(html, 'script')) {
    if (!/data-react-query-state/i.test(attributes)) continue;
    if (scripts.push(content) >= mostScripts) break;
  }
  return searchStateOf(scripts);
}

/** The same of the texts of these scripts. */
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

/** An answer of the data address, which is the same data without a page around it. */
export function stateOf(document: unknown): SearchState | null {
  const docs = isObject(document) ? document.docs : undefined;
  return Array.isArray(docs) ? { docs, metadata: readObject(document, 'metadata') ?? {} } : null;
}

/** The properties of an item's root element, encoded as the states are. */
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
 * The products that a search page lists for search engines. They have no year, no mileage, no seller and do not say whether a
 * price is without tax: they only fill gaps, or serve where nothing else can be read.
 */
export function readStructuredData(html: string, context: VendContext): AdFields[] {
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

function readProduct(product: unknown, context: VendContext): AdFields | null {
  const { site, demoOrigin } = context;
  const id = /\/mobility\/item\/(\d{1,12})(?:[/?#]|$)/.exec(readString(product, 'url') ?? '')?.[1];
  const name = cleanLine(readAt(product, 'name'));
  if (!id || name === null) return null;
  const variant = cleanLine(readAt(product, 'description'), 100);
  const amount = readNumber(product, 'offers', 'price');
  const make = makeOf(cleanLine(readAt(product, 'brand', 'name'), 40));
  return {
    ...vendAd(context, id, name, variant),
    description: null,
    price:
      amount === null || amount < 0
        ? null
        : {
            amount: Math.round(amount),
            currency: readString(product, 'offers', 'priceCurrency') ?? site.currency,
          },
    priceText: null,
    city: null,
    isInPart: true,
    isPriceKindUnsaid: true,
    said: nothingSaid,
    listedAt: null,
    availability: 'live',
    photoUrls: ownPhotos([readAt(product, 'image')], id, { site, demoOrigin }),
    vehicle: { ...emptyForm, make, model: make && cleanLine(readAt(product, 'model'), 60), trim: variant },
  };
}

/** Whether a row of the data is of a used car at all: adverts of other goods stand among them. */
export function isCarDoc(doc: unknown): boolean {
  const type = readString(doc, 'type');
  const key = readString(doc, 'main_search_key');
  return (type === null || type === 'motor') && (key === null || key === 'SEARCH_ID_CAR_USED');
}

const maxAmount = 1e9;

/** The ad that a row of a search's data tells of; or why it is none. */
export function readDoc(doc: unknown, context: VendContext): AdFields | Rejection {
  const { site, demoOrigin } = context;
  const id = readId(doc, 'id') ?? readId(doc, 'ad_id');
  if (id === null) return { reason: 'no_id' };
  const specification = cleanLine(readAt(doc, 'model_specification'), 100);
  const heading = cleanLine(readAt(doc, 'facade_title')) ?? cleanLine(readAt(doc, 'heading'));
  if (heading === null) return { id, reason: 'no_title' };
  const make = makeOf(cleanLine(readAt(doc, 'make'), 40));
  const price = priceOf(doc, site);
  const engineCc = readNumber(doc, 'volume');
  const rangeKm = readNumber(doc, 'driving_range');
  const fuel = fuelOf(readString(doc, 'fuel'));
  const sellerType = sellerTypeOf(readString(doc, 'dealer_segment'));
  const photos =
    readArray(doc, 'image_urls').length > 0 ? readArray(doc, 'image_urls') : [readAt(doc, 'image', 'url')];
  return {
    ...vendAd(context, id, heading, specification),
    description: null,
    price,
    priceText: price && `${price.amount} ${currencyText(site)}${priceWords(doc, site)}`,
    city: cleanLine(readAt(doc, 'location'), 80),
    isInPart: true,
    said: {
      ...nothingSaid,
      plate: plateOf(readString(doc, 'regno')),
      vin: vinOf(readString(doc, 'chassis_number')),
      // A private seller's name is never told, and not kept where it is.
      dealerName: sellerType === 'dealer' ? cleanLine(readAt(doc, 'organisation_name'), 100) : null,
      specifications: rangeKm !== null && rangeKm > 0 ? [`Rækkevidde: ${rangeKm} km`] : [],
    },
    listedAt: instantOf(readNumber(doc, 'timestamp')),
    availability: readArray(doc, 'flags').includes('sold') ? 'sold' : 'live',
    photoUrls: ownPhotos(photos, id, { site, demoOrigin }),
    vehicle: {
      ...emptyForm,
      make,
      model: make === null ? null : cleanLine(readAt(doc, 'model'), 60),
      trim: specification,
      year: yearOf(readNumber(doc, 'year')),
      mileage: mileageOf(readNumber(doc, 'mileage'), readString(doc, 'mileage_unit'), site),
      fuel,
      gearbox: gearboxOf(readString(doc, 'transmission')),
      sellerType,
      engineLitres:
        engineCc !== null && engineCc >= 300 && engineCc <= 10_000 ? Math.round(engineCc / 100) / 10 : null,
    },
  };
}

function priceOf(doc: unknown, site: VendSite): AdFields['price'] {
  const amount = readNumber(doc, 'price', 'amount');
  if (amount === null || amount < 0 || amount > maxAmount) return null;
  const named = readString(doc, 'price', 'currency_code');
  return { amount: Math.round(amount), currency: named && /^[A-Z]{3}$/.test(named) ? named : site.currency };
}

export const yearOf = (year: number | null): number | null =>
  year !== null && Number.isInteger(year) && year >= 1900 && year <= 2100 ? year : null;

/** What a field of the form says of the distance driven; nothing where it was left at nothing. */
export function mileageOf(value: number | null, unit: string | null, site: VendSite): Mileage | null {
  if (value === null || value <= 0 || value > 2_000_000) return null;
  const isMile = unit === null ? site.distanceUnit === 'mil' : /mile/i.test(unit);
  return { km: Math.round(isMile ? value * 10 : value), precision: 'exact' };
}

/** Milliseconds since 1970, to ISO: when the ad was published, or renewed. */
function instantOf(ms: number | null): string | null {
  if (ms === null || ms < 946_684_800_000 || ms > 4_102_444_800_000) return null;
  return new Date(ms).toISOString();
}
