import type { VendSite } from './vend-site.ts';

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
