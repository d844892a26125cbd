import { distanceKm } from '#core/places/towns.ts';
import { findPlace, type Place } from '#demo/cars/random.ts';
import type { Ad } from '#demo/cars/world.ts';

/** A search as its address states it. `place` null: the whole country. */
export type Search = { place: Place | null; vehiclesOnly: boolean; parameters: URLSearchParams };

const defaultRadiusKm = 100;
const dkkPerEuro = 7.46;

/** Lower case without accents, so that "skoda" finds "Škoda" and "aaben" finds "åben". */
function fold(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('å', 'aa')
    .replaceAll('ø', 'oe')
    .replaceAll('æ', 'ae')
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
}

function readNumber(parameters: URLSearchParams, name: string): number | null {
  const text = parameters.get(name);
  return text === null || !/^-?\d+(\.\d+)?$/.test(text) ? null : Number(text);
}

/** A price as the filters compare it; the marketplace compares a monthly payment by its figure too. */
function priceDkk(ad: Ad): number {
  return ad.price.currency === 'EUR' ? ad.price.amount * dkkPerEuro : ad.price.amount;
}

type Test = (ad: Ad) => boolean;

function rangeTests(parameters: URLSearchParams): Test[] {
  const ranges: [string, string, (ad: Ad) => number][] = [
    ['minPrice', 'maxPrice', priceDkk],
    ['minYear', 'maxYear', (ad) => ad.car.year],
    ['minMileage', 'maxMileage', (ad) => ad.car.mileageKm],
  ];
  return ranges.flatMap(([low, high, read]) => {
    const [from, to] = [readNumber(parameters, low), readNumber(parameters, high)];
    const tests: Test[] = [];
    if (from !== null) tests.push((ad) => read(ad) >= from);
    if (to !== null) tests.push((ad) => read(ad) <= to);
    return tests;
  });
}

function wordTests(parameters: URLSearchParams): Test[] {
  const words = fold(parameters.get('query') ?? '')
    .split(/[\s,]+/)
    .filter(Boolean);
  const text = (ad: Ad) =>
    fold(
      `${ad.car.title} ${ad.car.make} ${ad.car.make === 'Volkswagen' ? 'vw' : ''} ${ad.car.model} ${ad.car.variant}`,
    );
  const choices: [string, (ad: Ad) => string][] = [
    ['make', (ad) => ad.car.make],
    ['model', (ad) => ad.car.model],
    ['transmissionType', (ad) => ad.car.gearbox],
    ['sellerType', (ad) => ad.car.sellerType],
    ['fuelType', (ad) => ad.car.fuel],
    ['topLevelVehicleType', (ad) => (ad.car.body === 'motorcycle' ? 'motorcycle' : 'car_truck')],
  ];
  const chosen = choices.flatMap(([name, read]): Test[] => {
    const wanted = parameters.get(name);
    return wanted
      ? [
          (ad) =>
            fold(wanted)
              .split('_')
              .includes(fold(read(ad)).replaceAll(' ', '_')) || fold(read(ad)) === fold(wanted),
        ]
      : [];
  });
  return [(ad) => words.every((word) => text(ad).includes(word)), ...chosen];
}

function placeTests(search: Search): Test[] {
  const latitude = readNumber(search.parameters, 'latitude');
  const longitude = readNumber(search.parameters, 'longitude');
  const centre = latitude !== null && longitude !== null ? { latitude, longitude } : search.place;
  if (!centre) return [];
  const radiusKm =
    readNumber(search.parameters, 'radius') ?? readNumber(search.parameters, 'radiusKM') ?? defaultRadiusKm;
  return [(ad) => distanceKm(centre, ad.car.place) <= radiusKm];
}

function orderOf(search: Search): ((a: Ad, b: Ad) => number) | null {
  const { place } = search;
  switch (search.parameters.get('sortBy')) {
    case 'price_ascend':
      return (a, b) => priceDkk(a) - priceDkk(b);
    case 'price_descend':
      return (a, b) => priceDkk(b) - priceDkk(a);
    case 'vehicle_mileage_ascend':
      return (a, b) => a.car.mileageKm - b.car.mileageKm;
    case 'vehicle_year_descend':
      return (a, b) => b.car.year - a.car.year;
    case 'distance_ascend':
      return place ? (a, b) => distanceKm(place, a.car.place) - distanceKm(place, b.car.place) : null;
    default:
      return null;
  }
}

/** The ads a search finds. `ads` come newest first and stay so unless the search asks for another order. */
export function findAds(ads: readonly Ad[], search: Search, hour: number): Ad[] {
  const days = readNumber(search.parameters, 'daysSinceListed');
  const tests = [...rangeTests(search.parameters), ...wordTests(search.parameters), ...placeTests(search)];
  if (days !== null) tests.push((ad) => hour - ad.listedAtHour <= days * 24);
  if (search.vehiclesOnly) tests.push((ad) => !ad.car.quirks.includes('plain_item'));
  const found = ads.filter((ad) => tests.every((test) => test(ad)));
  const order = orderOf(search);
  return order ? found.toSorted(order) : found;
}

export type SearchAddress = { search: Search } | { fallbackPath: string };

/**
 * Reads a search's address; null for another page. An unknown place falls back to København without a word, as the real
 * site does: the caller redirects to `fallbackPath`.
 */
export function readSearchAddress(url: URL): SearchAddress | null {
  const parts = /^\/marketplace\/(?:([^/]+)\/)?(search|vehicles|cars)\/?$/.exec(url.pathname);
  if (!parts) return null;
  const [, slug, section] = parts;
  const vehiclesOnly = section !== 'search';
  if (slug === undefined || slug === 'category' || slug === 'denmark' || slug === 'danmark')
    return { search: { place: null, vehiclesOnly, parameters: url.searchParams } };
  const place = findPlace(slug);
  return place
    ? { search: { place, vehiclesOnly, parameters: url.searchParams } }
    : { fallbackPath: `/marketplace/copenhagen/${section}${url.search}` };
}
