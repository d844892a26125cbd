import { statSync } from 'node:fs';
import fc from 'fast-check';
import { doubtMileage } from '#core/cars/build-car.ts';
import { fuels, gearboxes, type Listing } from '#core/marketplaces/ad/listing.ts';
import { middleOf } from '#core/valuation/evidence.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import type { Model } from '#core/valuation/model.ts';
import { median, randomSequence } from '#core/valuation/statistics.ts';
import type { Rating } from '#core/valuation/valuation.ts';
import { readOptions } from '#lib/program-options.ts';
import type { BenchCar } from '#tests/bench/valuation/measure.ts';
import { listingOfAd } from '#tests/support/score-ads.ts';
import { type SloppyAd, sloppyAdsOf } from '#tests/support/sloppy-ads.ts';
import { rateAsked } from './valuation/deals.ts';
import { readSet } from './valuation/measure.ts';

/** The share of private ads in each pool; those judged by `bare` lack their trim, those by `written` are read from ads' texts, in a pool of tidy ads. */
const pools = { tidy: 0, private: 1, mixed: 0.5, bare: 0, written: 0 } as const;
type Pool = keyof typeof pools;
const seeds = [1, 2, 3, 4, 5];
const foldCount = 5;

type SeedScore = {
  /** Share of the test's cars that have a rating at their own price, and their median error. */
  rated: number;
  error: number;
  /** Of those: called amazing at their own price, and a quarter cheaper. */
  unchangedAmazing: number;
  found25: number;
  /** Called poor at their own price. */
  poor: number;
  /** Of all amazing cars: how the market value stands to the middle of the comparables as their pages show them. */
  borneOut: BorneOut;
};
/** `cars`: those of the test at their own price and a quarter cheaper, and those of the pool at their own. */
type BorneOut = {
  cars: number;
  /** Mean of value ÷ middle, and the shares beyond 1.10, with the middle in the range, and with more than a quarter of the gap unexplained. */
  mean: number;
  beyond110: number;
  inRange: number;
  unexplained: number;
};
type DealResult = { set: string; pool: Pool; seeds: SeedScore[] };

const shareOf = <T>(list: readonly T[], is: (item: T) => boolean) =>
  list.filter(is).length / Math.max(1, list.length);

type Asked = { priceDkk: number; rating: Rating };

function measureBorneOut(model: Model, asked: readonly Asked[]): BorneOut {
  const priceOf = new Map(model.comparables.ids.map((id, row) => [id, model.prices[row]!]));
  const shown = asked
    .filter(({ rating }) => rating.deal === 'amazing')
    .map(({ priceDkk, rating }) => {
      const { comparableIds, comparableFactors, avgDkk, lowDkk, highDkk } = rating;
      const adjusted = comparableIds.map((id, place) => priceOf.get(id)! * comparableFactors[place]!);
      const middleDkk = median(adjusted);
      const restDkk = adjusted.length === 0 ? 0 : Math.abs(avgDkk! - middleOf(adjusted, comparableFactors));
      return {
        ratio: avgDkk! / middleDkk,
        isInRange: middleDkk >= lowDkk! && middleDkk <= highDkk!,
        isUnexplained: restDkk > 0.25 * (avgDkk! - priceDkk),
      };
    });
  return {
    cars: shown.length,
    mean: shown.reduce((sum, { ratio }) => sum + ratio, 0) / Math.max(1, shown.length),
    beyond110: shareOf(shown, ({ ratio }) => ratio > 1.1),
    inRange: shareOf(shown, ({ isInRange }) => isInRange),
    unexplained: shareOf(shown, ({ isUnexplained }) => isUnexplained),
  };
}

/** Deals rows 0 … count−1 into equally large folds at random; returns the fold of each row. */
function assignFolds(count: number, foldCount: number, seed: number): Int32Array {
  const random = randomSequence(seed);
  const order = Int32Array.from({ length: count }, (_, row) => row);
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  const folds = new Int32Array(count);
  order.forEach((row, place) => {
    folds[row] = place % foldCount;
  });
  return folds;
}

/** A fifth of the cars, drawn by the seed, rated by what the others teach. */
function measureSeed(cars: readonly BenchCar[], pool: Pool, seed: number, read?: ReadAd): SeedScore {
  const ads = writePrivately(cars, pools[pool], seed);
  const folds = assignFolds(ads.length, foldCount, seed);
  const taught = ads.filter((_, row) => folds[row] !== 0);
  const model = fitModel(taught, { seed, version: 'bench' });
  const kept = ads.filter((_, row) => folds[row] === 0);
  const test =
    pool === 'bare' ? kept.map(leaveOutTrim) : pool === 'written' ? writeAndRead(kept, seed, read) : kept;
  const rated = test
    .map((car) => ({ car, rating: rateAsked(model, car, 1) }))
    .filter(({ rating }) => rating.deal !== 'no_estimate');
  const asked = (list: readonly BenchCar[], factor: number) =>
    list.map((car) => ({ priceDkk: car.price * factor, rating: rateAsked(model, car, factor) }));
  return {
    rated: rated.length / test.length,
    error: median(rated.map(({ car, rating }) => Math.abs(rating.avgDkk! / car.price - 1))),
    unchangedAmazing: shareOf(rated, ({ rating }) => rating.deal === 'amazing'),
    found25: shareOf(rated, ({ car }) => rateAsked(model, car, 0.75).deal === 'amazing'),
    poor: shareOf(rated, ({ rating }) => rating.deal === 'poor'),
    borneOut: measureBorneOut(model, [...asked(test, 1), ...asked(test, 0.75), ...asked(taught, 1)]),
  };
}

type ReadAd = Parameters<typeof writeAndRead>[2];
const measureDeals = (set: string, cars: readonly BenchCar[], pool: Pool, read?: ReadAd): DealResult => ({
  set,
  pool,
  seeds: seeds.map((seed) => measureSeed(cars, pool, seed, read)),
});

const columns: readonly [string, (score: SeedScore) => number][] = [
  ['rated', (score) => score.rated],
  ['MdAPE', (score) => score.error],
  ['unchanged called amazing', (score) => score.unchangedAmazing],
  ['−25 % found', (score) => score.found25],
  ['called poor', (score) => score.poor],
  ['value ÷ middle', (score) => score.borneOut.mean],
  ['beyond 1.10', (score) => score.borneOut.beyond110],
  ['middle in range', (score) => score.borneOut.inRange],
  ['over ¼ unexplained', (score) => score.borneOut.unexplained],
];

/** Mean of the seeds, with the least and the most. */
function showDeals(results: readonly DealResult[]): string {
  const spread = (values: number[]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return `${mean.toFixed(3)} (${Math.min(...values).toFixed(3)} to ${Math.max(...values).toFixed(3)})`;
  };
  const rows = results.map(({ set, pool, seeds: scores }) => [
    `${set} ${pool}`,
    ...columns.map(([, of]) => spread(scores.map(of))),
  ]);
  return [['pool', ...columns.map(([title]) => title)], ...rows]
    .map(([first, ...rest]) => [first!.padEnd(14), ...rest.map((text) => text.padStart(26))].join(''))
    .join('\n');
}

/**
 * The cars as a reader knows them from ads that private people wrote of them in a hurry, and nothing else: what the ad says
 * of other things is between, what it does not say is null. The same seed gives the same ads.
 */
function writeAndRead(
  cars: readonly BenchCar[],
  seed: number,
  read: (ad: SloppyAd) => Listing = listingOfAd,
): BenchCar[] {
  return cars.map((car, place) => {
    const { make, model, variant, mileageKm: km, year, horsepower } = car;
    const ads = sloppyAdsOf('da', {
      name: `${make} ${model}`,
      engine: variant ?? '',
      km,
      year,
      fuel: fuels.find((fuel) => fuel === car.fuel) ?? null,
      gearbox: gearboxes.find((gearbox) => gearbox === car.gearbox) ?? null,
      horsepower,
    });
    const [ad] = fc.sample(ads, { numRuns: 1, seed: seed * 100_000 + place });
    const listing = read({ ...ad!, priceDkk: car.price });
    const doubt = doubtMileage(listing, listing.year, String(Math.floor(car.observedYear)));
    return {
      ...car,
      make: listing.make,
      model: listing.model,
      variant: listing.variant,
      title: listing.title,
      year: listing.year,
      month: null,
      mileageKm: doubt.mileage?.km ?? null,
      fuel: listing.fuel,
      gearbox: listing.gearbox,
      horsepower: listing.horsepower,
      engineLitres: listing.engineLitres,
      body: listing.body,
      sellerType: 'private',
      flags: doubt.isDoubtful ? [...listing.flags, 'doubtful_mileage'] : listing.flags,
    };
  });
}

type Random = () => number;
type Damage = { share: number; damage: (car: BenchCar, random: Random) => Partial<BenchCar> };

/** What a private seller's ad lacks or gets wrong beside a dealer's of the same car. */
const damages: readonly Damage[] = [
  { share: 0.25, damage: () => ({ variant: null }) },
  { share: 0.35, damage: ({ variant }) => ({ variant: variant?.split(' ').slice(0, 2).join(' ') ?? null }) },
  { share: 0.2, damage: ({ variant }, random) => ({ variant: variant && misspell(variant, random) }) },
  {
    share: 0.5,
    damage: ({ mileageKm }) => ({ mileageKm: mileageKm && Math.round(mileageKm / 10_000) * 10_000 }),
  },
  { share: 0.08, damage: ({ mileageKm }) => ({ mileageKm: mileageKm && Math.round(mileageKm / 1000) }) },
  { share: 0.08, damage: () => ({ mileageKm: null }) },
  { share: 0.06, damage: ({ year }, random) => ({ year: year && year + (random() < 0.5 ? 1 : -1) }) },
  { share: 0.5, damage: () => ({ horsepower: null }) },
  { share: 0.3, damage: () => ({ engineLitres: null }) },
  { share: 0.2, damage: () => ({ fuel: null }) },
  { share: 0.3, damage: () => ({ gearbox: null }) },
  { share: 0.7, damage: ({ price }) => ({ price: Math.max(1000, Math.round(price / 1000) * 1000) }) },
];

/** Two neighbouring letters change places, as fingers do. */
function misspell(text: string, random: Random): string {
  const at = Math.floor(random() * Math.max(1, text.length - 1));
  return text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2);
}

/** The ad with no word of its trim: "2018 Volkswagen Golf". */
const leaveOutTrim = (car: BenchCar): BenchCar => ({
  ...car,
  variant: null,
  title: `${car.year} ${car.make} ${car.model}`,
});

/** The cars as private sellers would have written them; `share` of them. The same seed gives the same ads. */
function writePrivately(cars: readonly BenchCar[], share: number, seed: number): BenchCar[] {
  const random = randomSequence(seed);
  return cars.map((car) => {
    const isPrivate = random() < share;
    // Drawn in any case, so that a car's damage does not hang on who else is private.
    const drawn = damages.map(({ share: likely }) => random() < likely);
    if (!isPrivate) return car;
    const ad: BenchCar = { ...car, sellerType: 'private' };
    for (const [place, { damage }] of damages.entries())
      if (drawn[place]) Object.assign(ad, damage(ad, random));
    return ad;
  });
}

const usage = `Usage: npm run bench -- deals --data DIR [--sets dk1,dk3]

How many unchanged cars are called amazing, and how many of those made a quarter cheaper: by the product's own rating,
for pools of tidy ads, of ads as private people write them, and of both, for ads that leave their trim out (bare)
and for ads written as text and read again (written) in a pool of tidy ones, five seeds each.
DIR holds <set>.csv.gz with prices in kroner.`;

const values = readOptions(usage, { data: { type: 'string' }, sets: { type: 'string', default: 'dk1,dk3' } });
const folder = values.data;
if (folder && statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
  const results = values.sets.split(',').flatMap((set) => {
    const cars = readSet(folder, set);
    return (Object.keys(pools) as Pool[]).map((pool) => measureDeals(set, cars, pool));
  });
  process.stdout.write(`${showDeals(results)}\n${JSON.stringify({ results })}\n`);
} else {
  process.stderr.write(`The benchmark reads its data from a folder: give it with --data.\n\n${usage}\n`);
  process.exitCode = 2;
}
