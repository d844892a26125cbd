import { cleanLine } from '#core/marketplaces/ad/text.ts';
import {
  codedParts,
  type Described,
  type DescribingWords,
  endsIn,
  mileageRange,
  nameOfSlug,
  priceRange,
  wordsOf,
  yearRange,
} from '#core/marketplaces/link-parts.ts';
import type { AddressResult, LinkOptions, MarketplaceLink } from '#core/marketplaces/links.ts';
import { distanceKm, nearestTown } from '#core/places/towns.ts';
import { groupThousands } from '#core/shared.ts';

/** The marketplace's canonical origin; every accepted address is rewritten to it. */
export const marketplaceOrigin = 'https://www.facebook.com';

const siteHosts = new Set([
  'facebook.com',
  'www.facebook.com',
  'm.facebook.com',
  'mbasic.facebook.com',
  'web.facebook.com',
]);
const localeHost = /^[a-z]{2}-[a-z]{2}\.facebook\.com$/;
const contentHost = /^[a-z0-9][a-z0-9.-]*\.(fbcdn\.net|fbsbx\.com)$/;

/** The address of an ad's page; `origin` is the demo's if it imitates the marketplace. */
export const itemAddress = (listingId: string, origin = marketplaceOrigin): string =>
  `${origin}/marketplace/item/${listingId}/`;

/** True for the marketplace's own hosts, including those of a locale ("da-dk."); `hostname` in lower case. */
export function isSiteHost(hostname: string): boolean {
  return siteHosts.has(hostname) || localeHost.test(hostname);
}

/** Hosts of the site in people's links that are never visited; "l" and "lm" only redirect. */
const furtherLinkHosts = /^(?:(?:mobile|touch|l|lm)\.facebook|(?:(?:www|m)\.)?fb)\.com$/;

/** Whether a link's origin, as it was written, is the site's. */
export function isLinkHost(origin: string): boolean {
  const host = /^https:\/\/([^/:]*)(?::443)?$/.exec(origin.toLowerCase())?.[1] ?? '';
  return isSiteHost(host) || furtherLinkHosts.test(host);
}

/** Whether a page's origin is the marketplace's. */
export function isMarketplaceOrigin(origin: string): boolean {
  const parsed = parseAddress(origin);
  return parsed !== null && isPlainHttps(parsed) && isSiteHost(parsed.hostname);
}

/**
 * Whether the browser may request this address while it visits `link`: the site and its content network over https on the
 * default port, or the demo's own origin if the link is the demo's. Bare addresses, other schemes and user names are
 * refused.
 */
export function isAllowedRequest(url: string, link: Pick<MarketplaceLink, 'origin' | 'isDemo'>): boolean {
  const parsed = parseAddress(url);
  if (!parsed) return false;
  if (link.isDemo) return parsed.origin === link.origin;
  return isPlainHttps(parsed) && (isSiteHost(parsed.hostname) || contentHost.test(parsed.hostname));
}

/** Whether a photo may be fetched from this address: the site's content network, or the demo if its origin is given. */
export function isAllowedPhotoUrl(url: string, options: LinkOptions = {}): boolean {
  const parsed = parseAddress(url);
  if (!parsed) return false;
  if (options.demoOrigin && parsed.origin === options.demoOrigin) return true;
  return isPlainHttps(parsed) && contentHost.test(parsed.hostname);
}

function isPlainHttps(url: URL): boolean {
  return url.protocol === 'https:' && url.port === '';
}

function parseAddress(url: string): URL | null {
  if (url.length > 4096 || !URL.canParse(url)) return null;
  const parsed = new URL(url);
  return parsed.username === '' && parsed.password === '' ? parsed : null;
}

const digits = /^\d{1,12}$/;
const decimal = /^-?\d{1,3}(\.\d{1,12})?$/;
const word = /^[A-Za-z0-9_,-]{1,80}$/;

/** The marketplace's search parameters, in the order in which a normalised link has them. */
export const knownParameters: [name: string, shape: RegExp | 'text'][] = [
  ['query', 'text'],
  ['minPrice', digits],
  ['maxPrice', digits],
  ['minYear', digits],
  ['maxYear', digits],
  ['minMileage', digits],
  ['maxMileage', digits],
  ['make', word],
  ['model', word],
  ['carType', word],
  ['vehicleBodyType', word],
  ['topLevelVehicleType', word],
  ['transmissionType', word],
  ['fuelType', word],
  ['vehicleFuelType', word],
  ['sellerType', word],
  ['itemCondition', word],
  ['deliveryMethod', word],
  ['availability', word],
  ['sortBy', word],
  ['daysSinceListed', digits],
  ['radius', digits],
  ['radiusKM', digits],
  ['latitude', decimal],
  ['longitude', decimal],
  ['exact', word],
  ['category_id', digits],
];

/**
 * Keeps the known and valid parameters of a search, the first value of each, in a stable order, and requests the English
 * page. Null if a value contains control characters, which is an attack rather than a typing error.
 */
export function normaliseParameters(given: URLSearchParams): URLSearchParams | null {
  for (const [name, value] of given) if (/\p{Cc}/u.test(name + value)) return null;
  const kept = new URLSearchParams();
  for (const [name, shape] of knownParameters) {
    const value = given.get(name);
    const text = value === null ? null : cleanLine(value, 100);
    if (text !== null && (shape === 'text' || shape.test(text))) kept.set(name, text);
  }
  // If both are given, the site answers "no listings" although there are some.
  if (kept.has('daysSinceListed') && /^price/.test(kept.get('sortBy') ?? '')) kept.delete('sortBy');
  kept.set('locale', 'en_US');
  return kept;
}

/** Sections of the site that are searches. The names in other languages mean the English section. */
const sections: Readonly<Record<string, string>> = {
  search: 'search',
  vehicles: 'vehicles',
  cars: 'cars',
  biler: 'vehicles',
  koeretoejer: 'vehicles',
  kjoretoy: 'vehicles',
  bilar: 'vehicles',
  fordon: 'vehicles',
  fahrzeuge: 'vehicles',
  autos: 'vehicles',
  carros: 'vehicles',
  coches: 'vehicles',
  vehiculos: 'vehicles',
  veiculos: 'vehicles',
  voitures: 'vehicles',
  vehicules: 'vehicles',
  veicoli: 'vehicles',
  auto: 'vehicles',
  samochody: 'vehicles',
  pojazdy: 'vehicles',
};

/** The site's own name of a section, "vehicles" for "biler"; null if it is no search. */
export const sectionOf = (name: string | undefined): string | null =>
  name !== undefined && Object.hasOwn(sections, name) ? sections[name]! : null;

/** Path segments that are pages of the site, not towns. */
const reservedSlugs = new Set([
  'item',
  'category',
  'search',
  'you',
  'create',
  'inbox',
  'profile',
  'notifications',
  'selling',
  'buying',
]);

/**
 * Reads an address (`readLink` finds it in a text). `demoOrigin` ("http://127.0.0.1:PORT") admits the demo marketplace; it
 * must match exactly.
 */
export function readFacebookAddress(address: string, { demoOrigin }: LinkOptions): AddressResult {
  const [, origin = '', path = ''] = parts(address);
  const isDemo = demoOrigin !== undefined && origin.toLowerCase() === demoOrigin.toLowerCase();
  if (!isDemo && !isLinkHost(origin)) return 'link_foreign_host';
  return readPath(path, new URL(address).searchParams, isDemo ? demoOrigin : null);
}

/** An address's origin and path exactly as written. */
const parts = (address: string): readonly string[] => /^(https?:\/\/[^/?#]*)([^?#]*)/i.exec(address) ?? [];

const mostWrappings = 3;

/** The target of an address that only redirects: "l.facebook.com/l.php?u=…", "/login/?next=…"; other addresses unchanged. */
export function unwrapFacebookAddress(address: string, depth = 0): string {
  const [, origin = '', path = ''] = parts(address);
  if (depth >= mostWrappings || !isLinkHost(origin) || !URL.canParse(address)) return address;
  const name = /^\/(?:(l)\.php|login(?:\.php|\/[a-z/-]*)?)$/.exec(path);
  if (!name) return address;
  const target = new URL(address).searchParams.get(name[1] ? 'u' : 'next');
  if (target === null) return address;
  const whole = /^\/(?!\/)/.test(target) ? `${marketplaceOrigin}${target}` : target;
  return unwrapFacebookAddress(whole.replace(/^http:/i, 'https:'), depth + 1);
}

/** `demoOrigin`: the demo's origin if the link leads to the demo, else null. */
function readPath(path: string, parameters: URLSearchParams, demoOrigin: string | null): AddressResult {
  if (/^\/groups(?:\/|$)/i.test(path)) return 'link_group';
  // The path as written, not the parser's: "/marketplace/../login" must not become "/login".
  if (!/^(\/[A-Za-z0-9_-]+)+\/?$/.test(path)) return 'link_unsupported_path';
  const shared = /^\/share\/((?:[a-z]\/)?[A-Za-z0-9_-]{6,40})\/?$/.exec(path)?.[1];
  if (shared) return accept(`/share/${shared}/`, 'share', null, demoOrigin);
  const [root, first, second, ...rest] = path.toLowerCase().replace(/\/$/, '').slice(1).split('/');
  if (root === 'commerce' && first === 'listing')
    return rest.length > 0 ? 'link_unsupported_path' : readItem(second, demoOrigin);
  if (root !== 'marketplace' || rest.length > 0) return 'link_unsupported_path';
  const kept = normaliseParameters(parameters);
  if (!kept) return 'link_invalid';
  if (first === 'item') return readItem(second, demoOrigin);
  return readSearch(first, second, kept, demoOrigin);
}

function readSearch(
  first: string | undefined,
  second: string | undefined,
  kept: URLSearchParams,
  demoOrigin: string | null,
): AddressResult {
  const isTown = first !== undefined && !reservedSlugs.has(first);
  const section = sectionOf(second);
  if (isTown && section)
    return accept(`/marketplace/${first}/${section}?${kept}`, 'search', first, demoOrigin);
  const own =
    first === 'search' && second === undefined
      ? first
      : first === 'category' && section && `${first}/${section}`;
  if (!own)
    return second === undefined && (isTown || first === undefined)
      ? 'link_no_search'
      : 'link_unsupported_path';
  // Without a place the site uses the location of the visitor's address, which is ours. The demo does not.
  const hasPlace = kept.has('latitude') && kept.has('longitude');
  if (!hasPlace && demoOrigin === null) return 'link_no_place';
  return accept(`/marketplace/${own}?${kept}`, 'search', null, demoOrigin);
}

function accept(
  path: string,
  kind: 'search' | 'share',
  placeSlug: string | null,
  demoOrigin: string | null,
): AddressResult {
  const { origin, ...where } = placeOf(demoOrigin);
  return { href: `${origin}${path}`, origin, kind, placeSlug, itemId: null, ...where };
}

const placeOf = (demoOrigin: string | null) => ({
  origin: demoOrigin ?? marketplaceOrigin,
  source: 'facebook' as const,
  isDemo: demoOrigin !== null,
});

function readItem(id: string | undefined, demoOrigin: string | null): AddressResult {
  if (id === undefined || !/^\d{1,25}$/.test(id)) return 'link_unsupported_path';
  const { origin, ...where } = placeOf(demoOrigin);
  const href = `${itemAddress(id, origin)}?locale=en_US`;
  return { href, origin, kind: 'item', placeSlug: null, itemId: id, ...where };
}

const isCode = (text: string) => /^\d+$/.test(text);

/** A point this far from any town is not named after one. */
const nearKm = 15;

/** The town that the address names, or that is near its point; a number or a remote point as it is. */
function describeLinkPlaceOf(
  { pathname, searchParams }: URL,
  { towns, linkFilters }: DescribingWords,
): string | null {
  const slug = pathname.split('/')[2] ?? '';
  if (isCode(slug)) return `${linkFilters.area} ${slug}`;
  const named = ['', 'search', 'category', 'vehicles', 'cars'].includes(slug) ? null : nameOfSlug(slug);
  if (named !== null) return towns[named] ?? named;
  const [latitude, longitude] = ['latitude', 'longitude'].map((name) =>
    Number.parseFloat(searchParams.get(name) ?? ''),
  ) as [number, number];
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return null;
  const town = nearestTown({ latitude, longitude });
  if (distanceKm({ latitude, longitude }, town) > nearKm) return `${latitude}, ${longitude}`;
  return towns[town.name] ?? town.name;
}

/** The site's codes for values that our filters have words for. */
const fuels: Readonly<Record<string, string>> = {
  gasoline: 'petrol',
  plug_in_hybrid: 'plugin_hybrid',
};
const sellers: Readonly<Record<string, string>> = { dealership: 'dealer', individual: 'private' };
const bodies: Readonly<Record<string, string>> = {
  wagon: 'estate',
  convertible: 'cabriolet',
  truck: 'pickup',
  minivan: 'mpv',
};

/** What a search looks for, and where: "octavia, up to 100.000 kr., within 60 km of Odense". */
export function describeFacebookLink(link: URL, words: DescribingWords): Described {
  const search = link.searchParams;
  const all = (...names: string[]) =>
    names.flatMap((name) => search.get(name)?.split(',').filter(Boolean) ?? []);
  const some = (
    table: Readonly<Record<string, string>>,
    ours: Readonly<Record<string, string>>,
    ...names: string[]
  ) => {
    const said = all(...names);
    return said.length === 0
      ? []
      : [
          wordsOf(
            table,
            said.map((name) => ours[name] ?? name),
          ),
        ];
  };
  const [make = '', model = ''] = [search.get('make') ?? '', search.get('model') ?? ''];
  const car = [make, model].filter((name) => name !== '' && !isCode(name)).map(nameOfSlug);
  const coded = codedParts(
    new URLSearchParams(
      [...search].filter(([name, value]) => !/^(?:make|model)$/.test(name) || isCode(value)),
    ),
    { make: 'make', model: 'model', deliveryMethod: 'delivery', availability: 'availability' },
    words,
  );
  const days = Number(search.get('daysSinceListed') ?? '');
  const radius = Number(search.get('radius') ?? search.get('radiusKM') ?? '');
  const place = describeLinkPlaceOf(link, words);
  const parts = [
    car.join(' '),
    ...priceRange(words, endsIn(search, 'minPrice', 'maxPrice')),
    ...yearRange(words, endsIn(search, 'minYear', 'maxYear')),
    ...mileageRange(words, endsIn(search, 'minMileage', 'maxMileage')),
    ...some(words.bodies, bodies, 'carType', 'vehicleBodyType'),
    ...some(words.fuels, fuels, 'fuelType', 'vehicleFuelType'),
    ...some(words.gearboxes, {}, 'transmissionType'),
    ...some(words.sellers, sellers, 'sellerType'),
    ...some(words.conditions, {}, 'itemCondition'),
    ...coded,
    days > 0 ? words.daysUpTo(days) : '',
    place === null ? '' : radius > 0 ? words.near(place, groupThousands(radius)) : place,
    ...some(words.orders, {}, 'sortBy'),
  ];
  return { typed: search.get('query'), parts: parts.filter((part) => part !== '') };
}

/** In the address to which the site leads from an ad that it has no longer; which one it was does not stand there. */
export const goneMark = /[?&]unavailable_product=1(?:&|$)/;
