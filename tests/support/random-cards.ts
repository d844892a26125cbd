import type { Card } from '#core/cars/card.ts';
import { features } from '#core/cars/features.ts';
import { type CardQuery, everyCard, type SortOption, sortOptions } from '#core/catalog/card-query.ts';
import { marketplaceIds } from '#core/marketplaces/marketplace-id.ts';
import { towns } from '#core/places/towns.ts';
import { createRandom, type Random } from '#demo/cars/random.ts';
import { makeCard } from './make-car.ts';

// Few values of everything, so that cars tie, meet in facets and share words.
const makes = ['Škoda', 'Citroën', 'VW', 'Ford', 'Volvo', null] as const;
const models = ['Octavia', 'C3', 'Golf', 'Focus', 'V60', null] as const;
const cities = ['Odense', 'Århus', 'Copenhagen', 'Ærøskøbing', 'Ukendt', null] as const;
const words = [
  'træk',
  'nysynet',
  'familiebil',
  'øko',
  'håndbremse',
  'km 12 345',
  'reg nr BX21334',
  'BX 21 334',
];
const plates = ['BX21334', 'CX41287', 'CX41288', 'AB10000', null] as const;
const halfDay = 43_200;
const start = Date.UTC(2026, 10, 1);

/** An ISO instant so many steps after the first. */
export const instant = (step: number): string => new Date(start + step * 1000).toISOString();

function estimate(random: Random): Partial<Card> {
  const avgDkk = random.chance(0.3) ? null : random.whole(1, 40) * 10_000;
  return {
    deal: random.pick(['amazing', 'fair', 'fair', 'poor', 'no_estimate'] as const),
    reason: random.pick([
      'rated',
      'rated',
      'rated',
      'leasing',
      'placeholder_price',
      'foreign_currency',
    ] as const),
    avgDkk,
    lowDkk: avgDkk && avgDkk - 5000,
    highDkk: avgDkk && avgDkk + 5000,
  };
}

/** A card with some fact of every kind missing now and then. */
export function randomCard(random: Random, id: string, updatedAt: string): Card {
  const make = random.pick(makes);
  const model = random.pick(models);
  return makeCard({
    id,
    title: `${make ?? 'Bil'} ${model ?? ''} ${random.pick(['1.5 TSI', '2,0 TDI', 'Combi', ''])}`,
    words: [random.pick(words), random.pick(words)].join(' '),
    make,
    model,
    city: random.pick(cities),
    plate: random.pick(plates),
    priceDkk: random.pick([0, 1, 50_000, random.whole(1, 60) * 10_000, random.whole(0, 1_500_000)]),
    year: random.chance(0.1) ? null : random.whole(1998, 2026),
    mileageKm: random.chance(0.1) ? null : random.whole(0, 30) * 9_990,
    mileagePrecision: random.pick(['exact', 'rounded', 'masked'] as const),
    fuel: random.pick(['petrol', 'diesel', 'electric', 'hydrogen', null] as const),
    gearbox: random.pick(['automatic', 'manual', null] as const),
    sellerType: random.pick(['private', 'dealer', null] as const),
    nextInspection: random.pick(['2026-11-20', '2026-11-21', '2027-03-14', null] as const),
    firstSeenAt: instant(random.whole(0, 50)),
    scrapedAt: instant(random.whole(0, 50)),
    listedAt: random.chance(0.2) ? null : instant(random.whole(-60, 30) * halfDay),
    updatedAt,
    sources: random.pick([['facebook'], ['dba'], ['facebook', 'dba'], []] as const).slice(),
    body: random.pick(['estate', 'suv', 'van', null] as const),
    horsepower: random.pick([null, 60, 110, 150, 400]),
    halfYearlyTaxDkk: random.pick([null, 0, 670, 2_480]),
    energy: random.pick([
      null,
      { kind: 'petrol', per_100_km: 6.3 },
      { kind: 'electricity', per_100_km: 16.4 },
    ] as const),
    rangeKm: random.pick([null, null, 190, 400, 401, 630]),
    batteryKwh: random.pick([null, null, 22, 64.7, 77]),
    colorFamily: random.pick(['white', 'black', 'purple', null] as const),
    features: random.sample(features, random.pick([0, 1, 3, 8])),
    priceDrop: random.chance(0.4) ? { at: instant(random.whole(0, 30) * halfDay), dkk: 1000 } : null,
    findingCount: random.pick([0, 1, 3]),
    heavyFindingCount: random.pick([0, 1]),
    heaviestFinding: random.pick([
      null,
      { in: 'fact', kind: 'debt' },
      { in: 'caution', kind: 'no_inspection' },
    ] as const),
    ...estimate(random),
  });
}

const sometimes = <T>(random: Random, share: number, value: () => T, otherwise: T): T =>
  random.chance(share) ? value() : otherwise;

const searches = [
  'skoda',
  'oct',
  'tr',
  'bx21334',
  'BX 21 334',
  'cx4',
  'aeroe',
  'århus',
  '1',
  'træk nys',
  'zzz',
  '•',
];

const avoidable = ['TRÆK', 'oko', 'km 12', 'træ', 'bx21334', 'aarhus', 'øko nysynet', '–'];

/** A query that narrows by none, some or many filters, among some of the ids now and then. */
export function randomQuery(random: Random, ids: readonly string[]): CardQuery {
  const share = random.pick([0, 0.1, 0.3]);
  const maybe = <T>(value: () => T) => sometimes<T | null>(random, share, value, null);
  return {
    ...everyCard,
    sort: random.pick<SortOption>(sortOptions),
    page: random.pick([1, 1, 2, 3, 999]),
    text: sometimes(random, share, () => random.pick(searches), ''),
    avoid: sometimes(random, share, () => random.sample(avoidable, random.pick([1, 3])), [] as string[]),
    minPriceDkk: sometimes(random, share, () => random.whole(0, 30) * 10_000, 0),
    maxPriceDkk: sometimes(random, share, () => random.whole(10, 100) * 10_000, 1_000_000),
    brands: sometimes<string[]>(
      random,
      share,
      () => [random.pick(['skoda', 'Ford', 'Citroën', 'Saab']), 'VW'],
      [],
    ),
    deals: sometimes(random, share, () => [random.pick(['amazing', 'fair', 'poor'] as const)], []),
    minYear: maybe(() => random.whole(1998, 2026)),
    maxYear: maybe(() => random.whole(1998, 2026)),
    maxMileageKm: maybe(() => random.whole(0, 30) * 9_000),
    fuels: sometimes(
      random,
      share,
      () => [random.pick(['petrol', 'diesel'] as const), 'electric' as const],
      [],
    ),
    gearbox: maybe(() => random.pick(['automatic', 'manual'] as const)),
    seller: maybe(() => random.pick(['private', 'dealer'] as const)),
    inspectionAfter: maybe(() => random.pick(['2026-11-20', '2026-11-21'])),
    near: maybe(() => ({ town: random.pick(towns), radiusKm: random.whole(1, 200) })),
    firstSeenFrom: maybe(() => instant(random.whole(0, 50))),
    models: sometimes<string[]>(random, share, () => [random.pick(['octavia', 'Golf', '500']), 'V60'], []),
    sources: sometimes(random, share, () => [random.pick(marketplaceIds)], []),
    bodies: sometimes(random, share, () => [random.pick(['estate', 'suv', 'sedan'] as const)], []),
    colors: sometimes(random, share, () => ['white' as const, random.pick(['black', 'red'] as const)], []),
    features: sometimes(random, share, () => random.sample(features, random.pick([1, 2])), []),
    minHorsepower: maybe(() => random.pick([1, 60, 111, 400, 500])),
    maxRunningDkk: maybe(() => random.pick([0, 500, 1_000, 1_500])),
    minRangeKm: maybe(() => random.pick([1, 190, 401, 900])),
    minBatteryKwh: maybe(() => random.pick([1, 22, 65, 120])),
    droppedFrom: maybe(() => instant(random.whole(0, 30) * halfDay)),
    listedFrom: maybe(() => instant(random.whole(-60, 30) * halfDay)),
    listedUntil: maybe(() => instant(random.whole(-60, 30) * halfDay)),
    from: sometimes(random, 0.3, () => random.pick(towns), null),
    hidden: new Set(sometimes(random, share, () => random.sample(ids, 5), [] as string[])),
    among: maybe(() => new Set(random.sample(ids, random.whole(0, ids.length)))),
  };
}

export const seeded = (seed: number): Random => createRandom(seed, 'random-cards');
