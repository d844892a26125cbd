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
import { makeOfCode } from './make-codes.ts';

export const dbaOrigin = 'https://www.dba.dk';

/** Where a page was read: `origin` is DBA's, or the demo's where that stands in for DBA. */
export type DbaContext = { origin: string; demoOrigin: string | undefined };

/** The last page of a search that DBA serves. It answers any page after this one with the first page and no error. */
export const lastPage = 50;

/** The address of an ad's page; `origin` is the demo's where that stands in for DBA. */
export const dbaItemAddress = (id: string, origin = dbaOrigin): string => `${origin}/mobility/item/${id}`;

const whole = /^\d{1,9}$/;
const codes = /^\d{1,6}$/;
/** "0.817", "1.817.1433", "2.817.1433.2003579": make, series, model. */
const variant = /^(?:0\.\d{1,6}|1\.\d{1,6}\.\d{1,8}|2\.\d{1,6}\.\d{1,8}\.\d{1,10})$/;
const make = /^0\.\d{1,6}$/;
/** "0.200009", "1.200009.215000", "2.200009.215000.225000": region, town, district. */
const place = /^(?:\d{4,6}|0\.\d{4,8}|1\.\d{4,8}\.\d{4,8}|2\.\d{4,8}\.\d{4,8}\.\d{4,8})$/;

/**
 * The parameters that belong to a search, with the shape of their values. A parameter with `many` may be repeated: an ad
 * matches if it has any of the values. Sort order, page number and tracking parameters are dropped.
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

export const searchParameters: readonly string[] = kept.map(([name]) => name);

/**
 * A search's parameters in a stable order, so that two links with the same meaning become equal. Unknown parameters and
 * values of the wrong shape are dropped; DBA ignores unknown parameters too. Null if a name or value has control characters.
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

/** Names of the parameters that DBA must list among its applied filters. Free text (`q`) is never listed there. */
export const appliedNames = (search: URLSearchParams): string[] => [
  ...new Set([...search.keys()].filter((name) => name !== 'q')),
];

const searchPath = '/mobility/search/car';

/** Reads an address of DBA, or of the demo, which has the same paths. Answers the link, or the code of why it is refused. */
export function readDbaAddress(address: string, { demoOrigin }: LinkOptions): AddressResult {
  const [, written = '', path = ''] = /^(https?:\/\/[^/?#]*)([^?#]*)/i.exec(address) ?? [];
  const isDemo = demoOrigin !== undefined && written.toLowerCase() === demoOrigin.toLowerCase();
  const host = /^https:\/\/([^/:]*)(?::443)?$/.exec(written.toLowerCase())?.[1];
  if (!isDemo && host !== 'www.dba.dk' && host !== 'dba.dk') return 'link_foreign_host';
  return readPath(path.replace(/\/$/, ''), new URL(address).searchParams, isDemo ? demoOrigin : null);
}

/** `path` is the text of the address, not resolved by a URL parser: "/mobility/../login" is refused, not read as "/login". */
function readPath(path: string, parameters: URLSearchParams, demoOrigin: string | null): AddressResult {
  const origin = demoOrigin ?? dbaOrigin;
  const where = { origin, placeSlug: null, source: 'dba' as const, isDemo: demoOrigin !== null };
  if (!/^(\/[\p{L}0-9_.-]+)*$/u.test(decoded(path)) || /(^|\/)\.\.?(\/|$)/.test(path))
    return 'link_unsupported_path';
  if (path === searchPath) {
    const search = normaliseSearch(parameters);
    if (!search) return 'link_invalid';
    if (search.size === 0) return 'link_no_search';
    return { ...where, href: `${origin}${searchPath}?${search}`, kind: 'search', itemId: null };
  }
  const itemId = /^\/mobility\/item\/(\d{1,12})$/.exec(path)?.[1];
  if (itemId) return { ...where, href: dbaItemAddress(itemId, origin), kind: 'item', itemId };
  // Links shared from DBA's app have only the id. DBA redirects them to the ad, which need not be a car.
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

/** "1.817.1433" → "VW model 1433": only makes have names here, not models. */
function carOf(code: string, { linkFilters }: DescribingWords): string {
  const [, make = '', ...model] = code.split('.');
  const name = Object.hasOwn(makeOfCode, make) ? makeOfCode[make]! : `${linkFilters.make} ${make}`;
  return model.length === 0 ? name : `${name} ${linkFilters.variant} ${model.join('.')}`;
}

/** What a search asks for: "golf gti, VW, up to 90.000 kr.". */
export function describeDbaLink({ searchParams: search }: URL, words: DescribingWords): Described {
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
    ...mileageRange(words, endsIn(search, 'mileage_from', 'mileage_to')),
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
