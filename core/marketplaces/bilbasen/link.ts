import {
  codedParts,
  type Described,
  type DescribingWords,
  endsIn,
  mileageRange,
  nameOfSlug,
  powerRange,
  priceRange,
  yearRange,
} from '#core/marketplaces/link-parts.ts';
import type { AddressResult, LinkOptions } from '#core/marketplaces/links.ts';

export const bilbasenOrigin = 'https://www.bilbasen.dk';
const hosts = ['www.bilbasen.dk', 'bilbasen.dk'];

/** The parameters of a search, without sort order and page number. */
export const searchParameters: readonly string[] = [
  'free',
  ...['price', 'year', 'mileage', 'hp'].flatMap((name) => [`${name}from`, `${name}to`]),
  'fuel',
  'gear',
  'cartype',
  'color',
  'doors',
  'drivewheel',
  'sellertypes',
  'region',
  'zipcode',
  'distance',
  'includeengroscvr',
  'includeleasing',
  'includewithouttax',
];

/** What a path of the site shows: a search (all cars, a make or a model), or the ad with this number. */
export function shownAt(pathname: string): { kind: 'search' } | { kind: 'item'; id: string } | null {
  const path = pathname.replace(/\/$/, '');
  const id = /^\/brugt\/bil(?:\/[\p{L}\d_.%+-]{1,80}){2,3}\/(\d{4,12})$/u.exec(path)?.[1];
  if (id) return { kind: 'item', id };
  return /^\/brugt\/bil(?:\/[\p{L}\d_.%+-]{1,80}){0,2}$/u.test(path) ? { kind: 'search' } : null;
}

/** Whether a page's origin is the site's. */
export const isBilbasenOrigin = (origin: string): boolean =>
  hosts.some((host) => origin === `https://${host}`);

/**
 * An address of an ad's page with its number alone, used if the ad's own address, which names make, model and variant, is
 * unknown. Whether the site redirects it is not known.
 */
export const bilbasenItemAddress = (id: string, origin = bilbasenOrigin): string =>
  `${origin}/brugt/bil/bil/bil/${id}`;

/**
 * Reads an address of Bilbasen (`readLink` finds it in a text). The product itself never visits it (`marketplace-id.ts`).
 */
export function readBilbasenAddress(address: string, { demoOrigin }: LinkOptions): AddressResult {
  const [, written = '', path = ''] = /^(https?:\/\/[^/?#]*)([^?#]*)/i.exec(address) ?? [];
  const isDemo = demoOrigin !== undefined && written.toLowerCase() === demoOrigin.toLowerCase();
  if (!isDemo && !isBilbasenOrigin(written.toLowerCase().replace(/:443$/, ''))) return 'link_foreign_host';
  const shows = /%(?:2e|2f|5c|00)|(?:^|\/)\.\.?(?:\/|$)/i.test(path) ? null : shownAt(path);
  if (shows === null) return 'link_unsupported_path';
  const origin = isDemo ? demoOrigin : bilbasenOrigin;
  const where = { origin, placeSlug: null, source: 'bilbasen', isDemo } as const;
  const pathname = path.replace(/\/$/, '');
  if (shows.kind === 'item')
    return { ...where, href: `${origin}${pathname}`, kind: 'item', itemId: shows.id };
  const search = searchOf(new URL(address).searchParams);
  if (pathname === '/brugt/bil' && search === '') return 'link_no_search';
  return { ...where, href: `${origin}${pathname}${search}`, kind: 'search', itemId: null };
}

/** The parameters in a stable order; the site ignores their case. */
function searchOf(given: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const name of searchParameters) {
    const values = [...given].filter(([key, value]) => key.toLowerCase() === name && value.trim() !== '');
    for (const value of new Set(values.map(([, value]) => value.trim().slice(0, 100)).sort()))
      kept.append(name, value);
  }
  return kept.size > 0 ? `?${kept}` : '';
}

/** "/brugt/bil/fiat/panda?priceto=9000" → "Fiat Panda, up to 9.000 kr."; typed words come first. */
export function describeBilbasenLink(
  { pathname, searchParams: search }: URL,
  words: DescribingWords,
): Described {
  const [zipcode, distance] = [search.get('zipcode'), search.get('distance')];
  const parts = [
    pathname.split('/').slice(3, 5).map(nameOfSlug).join(' ').trim(),
    ...priceRange(words, endsIn(search, 'pricefrom', 'priceto')),
    ...yearRange(words, endsIn(search, 'yearfrom', 'yearto')),
    ...mileageRange(words, endsIn(search, 'mileagefrom', 'mileageto')),
    ...powerRange(words, endsIn(search, 'hpfrom', 'hpto')),
    ...codedParts(
      search,
      {
        fuel: 'fuel',
        gear: 'gearbox',
        cartype: 'bodyType',
        color: 'color',
        doors: 'doors',
        drivewheel: 'wheelDrive',
        sellertypes: 'seller',
        region: 'area',
        ...(zipcode && distance ? {} : ({ zipcode: 'area' } as const)),
      },
      words,
    ),
    zipcode && distance ? words.near(zipcode, distance) : '',
    ...['includeengroscvr', 'includeleasing', 'includewithouttax']
      .filter((name) => search.has(name))
      .map((name) => `${words.linkFilters.terms} ${name.replace('include', '')} ${search.get(name)}`),
  ];
  return { typed: search.get('free'), parts: parts.filter((part) => part !== '') };
}
