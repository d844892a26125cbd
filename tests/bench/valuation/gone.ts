import { weightOf } from '#core/cars/listing-life.ts';
import { estimate } from '#core/valuation/estimate.ts';
import { fitModel } from '#core/valuation/fit-model.ts';
import { randomSequence } from '#core/valuation/statistics.ts';
import { type BenchCar, type Judged, scoreEstimates } from './measure.ts';

const seed = 7;
const yearDays = 365;
const dayMs = 86_400_000;
/** A car is offered for some six weeks, so that of a year's ads an eighth stands today. */
const offeredShare = 1 / 8;
/** The same car asks less a year later: by so much, and by so much more or less from make to make. */
const fallPerYear = 0.12;
const fallByMake = 0.06;
const now = '2026-11-25T00:00:00.000Z';

export type GoneCell = {
  set: string;
  /** Where the past comes from: the set's own last fifth by date, or a year that is made up for a set of one day. */
  past: 'own' | 'invented';
  offered: number;
  gone: number;
  weights: 'by age' | 'full' | '–';
  error: number;
  coverage: number;
};

type Past = { offered: BenchCar[]; gone: BenchCar[]; test: BenchCar[] };

/** Ads of a set whose harder split is its last fifth by date: what came before is gone by then. */
function ownPast(cars: readonly BenchCar[]): Past {
  const last = cars.filter((car) => car.hard === 'test');
  const half = Math.floor(last.length / 2);
  return {
    offered: last.slice(0, half),
    gone: cars.filter((car) => car.hard === 'train').map((car) => ({ ...car, weight: 0.9 })),
    test: last.slice(half),
  };
}

/** A set of one day as the ads of a year: an eighth is offered now, the others asked what such a car asked then. */
function inventedPast(cars: readonly BenchCar[]): Past {
  const random = randomSequence(seed);
  const fallOf = new Map<string | null, number>();
  const training = cars.filter((car) => car.split === 'train');
  const offeredCount = Math.round(training.length * offeredShare);
  const gone = training.slice(offeredCount).map((car) => {
    if (!fallOf.has(car.make)) fallOf.set(car.make, fallPerYear + fallByMake * (2 * random() - 1));
    const goneDays = yearDays * random();
    const stoodDays = 10 + 110 * random() ** 2;
    const goneMs = Date.parse(now) - goneDays * dayMs;
    const listed = {
      goneAt: new Date(goneMs).toISOString(),
      listedAt: null,
      firstSeenAt: new Date(goneMs - stoodDays * dayMs).toISOString(),
    };
    return {
      ...car,
      price: Math.round(car.price * Math.exp((fallOf.get(car.make)! * goneDays) / yearDays)),
      observedYear: car.observedYear - goneDays / yearDays,
      weight: weightOf(listed, now),
    };
  });
  return {
    offered: training.slice(0, offeredCount),
    gone: gone.toSorted((a, b) => b.observedYear - a.observedYear),
    test: cars.filter((car) => car.split === 'test'),
  };
}

function measure(set: string, past: GoneCell['past'], { offered, test }: Past, gone: BenchCar[]): GoneCell {
  const model = fitModel([...offered, ...gone], { seed, version: 'bench' });
  const judged = test
    .map((car) => ({ price: car.price, estimate: estimate(model, car) }))
    .filter((answer): answer is Judged => answer.estimate !== null);
  const { error, coverage } = scoreEstimates(judged);
  const weights = gone.length === 0 ? '–' : gone.every(({ weight }) => weight === 1) ? 'full' : 'by age';
  return { set, past, offered: offered.length, gone: gone.length, weights, error, coverage };
}

/** How well the cars of today are valued by what is offered alone, and with what was offered before. */
export function measureGone(set: string, cars: readonly BenchCar[]): GoneCell[] {
  const isDated = set === 'eb1';
  const past = isDated ? ownPast(cars) : inventedPast(cars);
  const kind = isDated ? 'own' : 'invented';
  const { offered, gone } = past;
  const parts = [[], gone.slice(0, offered.length), gone.slice(0, 3 * offered.length), gone];
  const byAge = parts.map((part) => measure(set, kind, past, part));
  const full = gone.map((car) => ({ ...car, weight: 1 }));
  return [...byAge, measure(set, kind, past, full)];
}
