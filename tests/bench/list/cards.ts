import { createHash } from 'node:crypto';
import type { Card } from '#core/cars/card.ts';
import { colorFamilyOf, featuresIn } from '#core/cars/features.ts';
import type { Deal } from '#core/valuation/valuation.ts';
import { buildCar } from '#demo/cars/build-car.ts';
import type { DemoCar } from '#demo/cars/car.ts';
import { createRandom, type Random } from '#demo/cars/random.ts';

const seed = 2026;
const startMs = Date.UTC(2026, 10, 1);
const iso = (hoursAgo: number) => new Date(startMs - hoursAgo * 3_600_000).toISOString();
const syllables = 'ba de fi go hu ka le mi no pu ra se ti vo xa ly mø næ så tøj ring vang sten dal'.split(
  ' ',
);
const tailWords = 100_000;

/** Rarer words than the demo's ads have, as people's own ads do: names, places, misspellings (few common, many rare). */
function tailWord(random: Random): string {
  let rank = Math.floor(tailWords ** random.next());
  let word = '';
  do {
    word += syllables[rank % syllables.length];
    rank = Math.floor(rank / syllables.length);
  } while (rank > 0);
  return word + syllables[word.length % syllables.length];
}

/** Keys as the product stores them: the hash of the picture, and of its blurred variant where a plate was found. */
function photos(ordinal: number, random: Random): Card['photos'] {
  const key = (photo: string) => `${createHash('sha256').update(`${ordinal} ${photo}`).digest('hex')}.webp`;
  return Array.from({ length: random.whole(1, 10) }, (_, i) => [
    key(String(i)),
    random.chance(0.4) ? key(`${i} blurred`) : null,
  ]);
}

function rate(car: DemoCar, priceDkk: number): Pick<Card, 'deal' | 'reason' | 'avgDkk'> {
  if (car.kind === 'leasing') return { deal: 'no_estimate', reason: 'leasing', avgDkk: null };
  if (car.kind === 'odd_price') return { deal: 'no_estimate', reason: 'placeholder_price', avgDkk: null };
  if (priceDkk === 0) return { deal: 'no_estimate', reason: 'foreign_currency', avgDkk: null };
  const share = priceDkk / car.valueDkk;
  const deal: Deal = share < 0.85 ? 'amazing' : share < 1.05 ? 'fair' : 'poor';
  return { deal, reason: 'rated', avgDkk: car.valueDkk };
}

const bodyOf = { small: 'hatchback', hatch: 'hatchback', van: 'mpv', motorcycle: null } as const;

function newer(
  { body, engine, paint, equipment, listedHoursAgo }: DemoCar,
  priceDkk: number,
  version: number,
  random: Random,
) {
  const hasDropped = version > 0 || random.chance(0.15);
  return {
    sources: random.pick([['facebook'], ['facebook'], ['dba'], ['facebook', 'dba']] as const).slice(),
    body: body in bodyOf ? bodyOf[body as keyof typeof bodyOf] : (body as Card['body']),
    horsepower: random.chance(0.05) ? null : engine.horsepower,
    colorFamily: random.chance(0.1) ? null : colorFamilyOf(paint.danish),
    features: featuresIn(equipment, null),
    priceDrop: hasDropped
      ? { at: iso(random.next() * Math.max(1, listedHoursAgo)), dkk: Math.round(priceDkk * 0.03) }
      : null,
    goneAt: null,
  };
}

/** The card with this ordinal: always the same one. `version` 0 as first seen; later ones have another price. */
export function cardOf(ordinal: number, version = 0): Card {
  const car = buildCar(seed, ordinal, ordinal % 1000);
  const random = createRandom(seed, 'bench', ordinal);
  const asked = car.askingPrice.currency === 'DKK' ? car.askingPrice.amount : 0;
  const priceDkk = Math.round(asked * 0.97 ** version);
  const rating = rate(car, priceDkk);
  const tail = Array.from({ length: 4 }, () => tailWord(random)).join(' ');
  return {
    id: String(1_000_000_000_000_000 + ordinal * 7_919),
    title: car.title,
    words: `${car.description.slice(0, 360)} ${tail}`,
    priceDkk,
    foreignPrice: car.askingPrice.currency === 'DKK' ? null : car.askingPrice,
    make: car.make,
    model: car.model,
    variant: car.variant,
    year: random.chance(0.02) ? null : car.year,
    mileageKm: random.chance(0.04) ? null : car.mileageKm,
    mileagePrecision: car.quirks.includes('masked_mileage') ? 'masked' : 'exact',
    city: car.place.name,
    fuel: car.fuel,
    gearbox: car.gearbox,
    sellerType: car.sellerType,
    nextInspection: random.chance(0.1) ? null : iso(-random.whole(-2_000, 17_000)).slice(0, 10),
    plate: random.chance(0.6) ? car.plate : null,
    photos: photos(ordinal, random),
    ...rating,
    lowDkk: rating.avgDkk && Math.round(rating.avgDkk * 0.93),
    highDkk: rating.avgDkk && Math.round(rating.avgDkk * 1.07),
    comparableCount: random.whole(8, 80),
    availability: 'live',
    listedAt: iso(car.listedHoursAgo + 5),
    firstSeenAt: iso(car.listedHoursAgo),
    scrapedAt: iso(random.next() * car.listedHoursAgo),
    updatedAt: iso(car.listedHoursAgo - 2_000 * version),
    ownerId: null,
    ...newer(car, priceDkk, version, random),
    formerIds: [],
    findingCount: random.pick([0, 0, 1, 3]),
    heavyFindingCount: random.pick([0, 0, 1]),
    heaviestFinding: random.pick([
      null,
      { in: 'fact', kind: 'debt' },
      { in: 'caution', kind: 'no_inspection' },
    ] as const),
  };
}
