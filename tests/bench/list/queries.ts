import { type CardQuery, everyCard, sortOptions } from '#core/catalog/card-query.ts';
import { findTown } from '#core/places/places.ts';
import { createRandom, type Random } from '#demo/cars/random.ts';
import { cardOf } from './cards.ts';

const makes = ['Volkswagen', 'Škoda', 'Peugeot', 'Toyota', 'Volvo', 'Tesla', 'Mazda'];
const commonWords = ['træk', 'automatgear', 'navigation', 'benzin', 'servicebog', 'combi', 'diesel'];
const townNames = ['Aarhus', 'Odense', 'København', 'Thisted', 'Svendborg'];

type Narrowing = (random: Random, cars: number) => Partial<CardQuery>;

/** A word of some ad: the last of them are rare. */
const someWord = (random: Random, cars: number) => {
  const words = cardOf(random.whole(0, cars - 1)).words.split(/\s+/);
  return random.pick(words.slice(-3));
};
const prices: Narrowing = (random) => {
  const minPriceDkk = random.whole(0, 20) * 5_000;
  return { minPriceDkk, maxPriceDkk: minPriceDkk + random.whole(1, 30) * 10_000 };
};

const hoursBefore = (hours: number) => new Date(Date.UTC(2026, 10, 1) - hours * 3_600_000).toISOString();

/** The kinds of question that are measured; each is asked with every sort and some page at random. */
export const queryKinds: Record<string, Narrowing> = {
  'no filter': () => ({}),
  price: prices,
  brand: (random) => ({ brands: [random.pick(makes)] }),
  deal: (random) => ({ deals: [random.pick(['amazing', 'fair', 'poor'] as const)] }),
  year: (random) => ({ minYear: random.whole(2000, 2018), maxYear: random.whole(2018, 2026) }),
  mileage: (random) => ({ maxMileageKm: random.whole(2, 30) * 10_000 }),
  fuel: (random) => ({ fuels: [random.pick(['diesel', 'electric', 'hybrid'] as const)] }),
  gearbox: (random) => ({ gearbox: random.pick(['automatic', 'manual'] as const) }),
  seller: (random) => ({ seller: random.pick(['private', 'dealer'] as const) }),
  model: (random) => ({ brands: ['Volkswagen'], models: [random.pick(['Golf', 'Polo', 'Passat'])] }),
  source: (random) => ({ sources: [random.pick(['facebook', 'dba'] as const)] }),
  body: (random) => ({ bodies: [random.pick(['estate', 'suv', 'hatchback'] as const)] }),
  colour: (random) => ({ colors: [random.pick(['white', 'black', 'grey'] as const)] }),
  power: (random) => ({ minHorsepower: random.whole(3, 10) * 25 }),
  equipment: (random) => ({ features: random.pick([['towbar'], ['towbar', 'seat_heating']] as const) }),
  'price dropped': (random) => ({ droppedFrom: hoursBefore(random.whole(24, 400)) }),
  'days listed': (random) => ({ listedFrom: hoursBefore(random.whole(24, 600)) }),
  inspection: () => ({ inspectionAfter: '2026-11-21' }),
  place: (random) => ({ near: { town: findTown(random.pick(townNames))!, radiusKm: random.whole(10, 100) } }),
  'new since': (random) => ({
    firstSeenFrom: hoursBefore(random.whole(1, 500)),
  }),
  'rare word': (random, cars) => ({ text: someWord(random, cars) }),
  'common word': (random) => ({ text: random.pick(commonWords) }),
  prefix: (random, cars) => ({ text: someWord(random, cars).slice(0, 3) }),
  'two words': (random) => ({ text: `${random.pick(makes)} ${random.pick(commonWords)}` }),
  'text and filters': (random, cars) => ({
    ...prices(random, cars),
    text: random.pick(commonWords),
    gearbox: 'automatic',
    minYear: random.whole(2008, 2018),
  }),
  'many filters': (random, cars) => ({
    ...prices(random, cars),
    brands: random.sample(makes, 2),
    fuels: ['diesel', 'petrol'],
    maxMileageKm: 200_000,
    seller: 'private',
  }),
  'all that is new': (random, cars) => ({
    ...prices(random, cars),
    sources: ['facebook'],
    bodies: ['estate', 'hatchback', 'suv'],
    colors: ['white', 'black', 'grey', 'blue'],
    features: ['towbar'],
    minHorsepower: 90,
  }),
  'deep page': () => ({ page: 1_000_000 }),
  'deep page, filtered': () => ({ page: 1_000_000, minYear: 2005 }),
};

export function queriesOf(kind: string, count: number, cars: number): CardQuery[] {
  const random = createRandom(7, 'queries', kind);
  return Array.from({ length: count }, () => ({
    ...everyCard,
    sort: random.pick(sortOptions),
    page: random.pick([1, 1, 1, 2, 3, random.whole(1, 20)]),
    ...queryKinds[kind]!(random, cars),
  }));
}
