import {
  codedParts,
  type Described,
  type DescribingWords,
  endsIn,
  mileageRange,
  powerRange,
  priceRange,
  weightRange,
  wordsOf,
  yearRange,
} from '#core/marketplaces/link-parts.ts';
import type { AddressResult, LinkOptions } from '#core/marketplaces/links.ts';
import { type MarketplaceId, marketplaceNames } from '#core/marketplaces/marketplace-id.ts';
import { makeOfCode } from './make-codes.ts';

/**
 * What one site of the platform has of its own. DBA, FINN and Blocket run the same software: paths, names of fields and
 * most codes are equal, while money, distance, hosts and words are not.
 */
export type VendSite = {
  id: MarketplaceId;
  /** As people call it. */
  name: string;
  /** The host of its pages; the one without "www." is taken too. */
  host: string;
  /** The host of its photos. */
  photoHost: string;
  /** ISO 4217. */
  currency: string;
  /** Kilometres in one of the site's units of distance: a Scandinavian mile is ten. */
  kmPerUnit: number;
  /** What stands for a reading's unit on a card. */
  distanceUnit: 'km' | 'mil';
  /** Classes of registration whose price lacks the tax on value (25 % here). */
  classesWithoutVat: readonly number[];
};

/** A site with where its pages were read: `origin` is the demo's where that stands in for it. */
export type VendContext = { site: VendSite; origin: string; demoOrigin: string | undefined };

/** A page beyond is answered with the first one again, without a word. */
export const lastPage = 50;

export const siteOrigin = ({ host }: Pick<VendSite, 'host'>): string => `https://${host}`;

/** The address of an ad's page; `origin` is the demo's where one stands in for the site. */
export const vendItemAddress = (
  site: Pick<VendSite, 'host'>,
  id: string,
  origin = siteOrigin(site),
): string => `${origin}/mobility/item/${id}`;

const whole = /^\d{1,9}$/;
const codes = /^\d{1,6}$/;
/** "0.817", "1.817.1433", "2.817.1433.2003579": make, series, model. */
const variant = /^(?:0\.\d{1,6}|1\.\d{1,6}\.\d{1,8}|2\.\d{1,6}\.\d{1,8}\.\d{1,10})$/;
const make = /^0\.\d{1,6}$/;
/** "0.200009", "1.200009.215000", "2.200009.215000.225000": region, town, district. */
const place = /^(?:\d{4,6}|0\.\d{4,8}|1\.\d{4,8}\.\d{4,8}|2\.\d{4,8}\.\d{4,8}\.\d{4,8})$/;

/**
 * The parameters of a search that are kept, with the shape of their values; `many` may stand more than once (any of them).
 * What a page is sorted by, which page it is and where a reader came from are no part of a search.
 */
const kept: readonly [name: string, shape: RegExp | 'text', many?: 'many'][] = [
  ['q', 'text'],
  ['variant', variant, 'many'],
  ['make', make, 'many'],
  ...['price', 'year', 'mileage', 'engine_effect', 'max_trailer_weight'].flatMap(
    (name): [string, RegExp][] => [
      [`${name}_from`, whole],
      [`${name}_to`, whole],
    ],
  ),
  ['fuel', codes, 'many'],
  ['transmission', codes, 'many'],
  ['wheel_drive', codes, 'many'],
  ['dealer_segment', codes, 'many'],
  ['registration_class', codes, 'many'],
  ['sales_form', codes, 'many'],
  ['published', codes],
  ['warranty_insurance', codes],
  ['car_condition', codes, 'many'],
  ['wheel_sets', codes, 'many'],
  ['body_type', codes, 'many'],
  ['exterior_colour', codes, 'many'],
  ['car_equipment', codes, 'many'],
  ['location', place, 'many'],
  ['orgId', codes],
];

/** The names of what a search may ask for. */
export const searchParameters: readonly string[] = kept.map(([name]) => name);

/**
 * A search's parameters in a stable order, so that two links with one meaning are one; null when a value smuggles control
 * characters. Names that nobody knows are dropped: the site does so too, without a word.
 */
export function normaliseSearch(given: URLSearchParams): URLSearchParams | null {
  for (const [name, value] of given) if (/\p{Cc}/u.test(name + value)) return null;
  const search = new URLSearchParams();
  for (const [name, shape, many] of kept) {
    const values = given
      .getAll(name)
      .map((value) => value.trim().slice(0, 100))
      .filter((value) => (shape === 'text' ? value !== '' : shape.test(value)));
    for (const value of [...new Set(values)].sort().slice(0, many ? 20 : 1)) search.append(name, value);
  }
  return search;
}

/** Names of what a search asked for that the site must say it applied; words (`q`) it only echoes. */
export const appliedNames = (search: URLSearchParams): string[] => [
  ...new Set([...search.keys()].filter((name) => name !== 'q')),
];

/** What an ad can be held to: the site pads thin answers with other cars. Distances in kilometres. */
export type VendFilters = {
  price: Range;
  year: Range;
  km: Range;
};
export type Range = { from: number | null; to: number | null };

export function filtersOf(search: URLSearchParams, { kmPerUnit }: Pick<VendSite, 'kmPerUnit'>): VendFilters {
  const range = (name: string, factor = 1): Range => ({
    from: numberOf(search.get(`${name}_from`), factor),
    to: numberOf(search.get(`${name}_to`), factor),
  });
  return { price: range('price'), year: range('year'), km: range('mileage', kmPerUnit) };
}

const numberOf = (text: string | null, factor: number): number | null =>
  text !== null && whole.test(text) ? Number(text) * factor : null;

const searchPath = '/mobility/search/car';

/**
 * Reads an address of one site of the platform (`links.ts` finds it in what was pasted). On the demo its paths are those
 * of the site.
 */
export function readVendAddress(site: VendSite, address: string, { demoOrigin }: LinkOptions): AddressResult {
  const [, written = '', path = ''] = /^(https?:\/\/[^/?#]*)([^?#]*)/i.exec(address) ?? [];
  const isDemo = demoOrigin !== undefined && written.toLowerCase() === demoOrigin.toLowerCase();
  const host = /^https:\/\/([^/:]*)(?::443)?$/.exec(written.toLowerCase())?.[1];
  if (!isDemo && host !== site.host && host !== site.host.replace(/^www\./, '')) return 'link_foreign_host';
  return readPath(path.replace(/\/$/, ''), new URL(address).searchParams, site, isDemo ? demoOrigin : null);
}

/** `path` as it was written: "/mobility/../login" must not arrive as "/login". */
function readPath(
  path: string,
  parameters: URLSearchParams,
  site: VendSite,
  demoOrigin: string | null,
): AddressResult {
  const origin = demoOrigin ?? siteOrigin(site);
  const where = { origin, placeSlug: null, source: site.id, isDemo: demoOrigin !== null };
  if (!/^(\/[\p{L}0-9_.-]+)*$/u.test(decoded(path)) || /(^|\/)\.\.?(\/|$)/.test(path))
    return 'link_unsupported_path';
  if (path === searchPath) {
    const search = normaliseSearch(parameters);
    if (!search) return 'link_invalid';
    if (search.size === 0) return 'link_no_search';
    return { ...where, href: `${origin}${searchPath}?${search}`, kind: 'search', itemId: null };
  }
  const itemId = /^\/mobility\/item\/(\d{1,12})$/.exec(path)?.[1];
  if (itemId) return { ...where, href: vendItemAddress(site, itemId, origin), kind: 'item', itemId };
  // What an app shares leads on to the ad, of whatever kind it is.
  const sharedId = /^\/(\d{6,12})$/.exec(path)?.[1];
  if (sharedId) return { ...where, href: `${origin}/${sharedId}`, kind: 'item', itemId: sharedId };
  if (/^\/sharedfavoritelist(\/|$)/.test(path)) return 'link_favourites';
  if (/^\/(?:biler|soeg)(\/|$)|\/id-\d+$/.test(path)) return 'link_former';
  return 'link_unsupported_path';
}

function decoded(path: string): string {
  try {
    return /%(?:2e|2f|5c|00)/i.test(path) ? '%' : decodeURIComponent(path);
  } catch {
    return '%';
  }
}

const fuelOfCode: Readonly<Record<string, string>> = {
  '1': 'petrol',
  '2': 'diesel',
  '4': 'electric',
  '6': 'hybrid',
  '1352': 'plugin_hybrid',
};
const gearboxOfCode: Readonly<Record<string, string>> = { '1': 'manual', '2': 'automatic' };
const sellerOfCode: Readonly<Record<string, string>> = { '2': 'dealer', '3': 'private' };

/** "1.817.1433" → "VW model 1433": what the code names beyond the make has no word of ours. */
function carOf(code: string, { linkFilters }: DescribingWords): string {
  const [, make = '', ...model] = code.split('.');
  const name = Object.hasOwn(makeOfCode, make) ? makeOfCode[make]! : `${linkFilters.make} ${make}`;
  return model.length === 0 ? name : `${name} ${linkFilters.variant} ${model.join('.')}`;
}

/** What a search looks for on one site of the platform: "golf gti, VW, up to 90.000 kr.". */
export function describeVendLink(
  { kmPerUnit }: Pick<VendSite, 'kmPerUnit'>,
  { searchParams: search }: URL,
  words: DescribingWords,
): Described {
  const some = (
    name: string,
    table: Readonly<Record<string, string>>,
    known: Readonly<Record<string, string>>,
    label: keyof DescribingWords['linkFilters'],
  ) =>
    search
      .getAll(name)
      .map((code) =>
        Object.hasOwn(known, code) ? wordsOf(table, [known[code]!]) : `${words.linkFilters[label]} ${code}`,
      )
      .join(' / ');
  const cars = [...search.getAll('make'), ...search.getAll('variant')].map((code) => carOf(code, words));
  const parts = [
    [...new Set(cars)].join(' / '),
    ...priceRange(words, endsIn(search, 'price_from', 'price_to')),
    ...yearRange(words, endsIn(search, 'year_from', 'year_to')),
    ...mileageRange(words, endsIn(search, 'mileage_from', 'mileage_to', kmPerUnit)),
    ...powerRange(words, endsIn(search, 'engine_effect_from', 'engine_effect_to')),
    ...weightRange(words, endsIn(search, 'max_trailer_weight_from', 'max_trailer_weight_to')).map(
      (weight) => `${words.linkFilters.trailer} ${weight}`,
    ),
    some('fuel', words.fuels, fuelOfCode, 'fuel'),
    some('transmission', words.gearboxes, gearboxOfCode, 'gearbox'),
    some('dealer_segment', words.sellers, sellerOfCode, 'seller'),
    ...codedParts(
      search,
      {
        body_type: 'bodyType',
        exterior_colour: 'color',
        wheel_drive: 'wheelDrive',
        car_equipment: 'equipment',
        registration_class: 'registration',
        sales_form: 'salesForm',
        car_condition: 'condition',
        warranty_insurance: 'warranty',
        wheel_sets: 'wheels',
        published: 'published',
        location: 'area',
        orgId: 'seller',
      },
      words,
    ),
  ];
  return { typed: search.get('q'), parts: parts.filter((part) => part !== '') };
}

export const dbaSite: VendSite = {
  id: 'dba',
  name: marketplaceNames.dba,
  host: 'www.dba.dk',
  photoHost: 'images.dbastatic.dk',
  currency: 'DKK',
  kmPerUnit: 1,
  distanceUnit: 'km',
  classesWithoutVat: [8],
};
