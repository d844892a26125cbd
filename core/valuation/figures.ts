import { carMakes } from '../marketplace/ad/makes.ts';
import { once } from '../once.ts';
import { bandFor } from './bands.ts';
import { ageStarts, priceStarts } from './figure-bands.ts';
import type { Model } from './model.ts';
import { median, roundTo } from './statistics.ts';
import { foldName } from './telling-words.ts';

export const figureGroups = ['make', 'age', 'price'] as const;
export type FigureGroup = (typeof figureGroups)[number];

/** How well some cars of the pool were valued by folds that did not see them. */
export type Figure = {
  cars: number;
  /** Median absolute percentage error (0.06 = 6 %), and the share of cars that asked a price within their interval. */
  error: number;
  coverage: number;
};
/** `name`: a make, or where a band of ages or prices begins (`figure-bands.ts`). */
export type FigureRow = Figure & { group: FigureGroup; name: string };
export type Figures = { all: Figure; rows: FigureRow[] };

/** Fewer cars tell nothing of their make or band. */
const leastCars = 30;

const startOf = (starts: readonly number[], value: number) =>
  String(starts.findLast((start) => value >= start) ?? starts[0]);
const makeNames = once(() => new Map(carMakes().map(({ name }) => [foldName(name), name])));

/** `nearCounts` of each pool car are those by which its interval was drawn. */
export function measureFigures(
  model: Pick<Model, 'prices' | 'heldBackLogs' | 'heldBackSpreads' | 'bands' | 'comparables'>,
  nearCounts: readonly number[],
): Figures {
  const { prices, heldBackLogs, heldBackSpreads, bands, comparables } = model;
  const errors = prices.map((price, row) => Math.log(price) - heldBackLogs[row]!);
  const isInside = (row: number) => {
    const { low, high } = bandFor(bands, nearCounts[row]!);
    const score = errors[row]! / Math.exp(heldBackSpreads[row]!);
    return score >= Math.min(0, low) && score <= Math.max(0, high);
  };
  const figure = (rows: readonly number[]): Figure => ({
    cars: rows.length,
    error: roundTo(median(rows.map((row) => Math.abs(Math.exp(-errors[row]!) - 1))), 4),
    coverage: roundTo(rows.filter(isInside).length / rows.length, 4),
  });
  const makeOf: string[] = [];
  for (const [name, rows] of Object.entries(comparables.rowsByModel)) {
    const make = name.slice(0, name.indexOf('/'));
    for (const row of rows) makeOf[row] = makeNames().get(make) ?? make;
  }
  const nameOf: Record<FigureGroup, (row: number) => string> = {
    make: (row) => makeOf[row]!,
    age: (row) => startOf(ageStarts, comparables.ageYears[row]!),
    price: (row) => startOf(priceStarts, prices[row]!),
  };
  const every = [...prices.keys()];
  const rows = figureGroups.flatMap((group) =>
    [...Map.groupBy(every, nameOf[group])]
      .filter(([, own]) => own.length >= leastCars)
      .map(([name, own]): FigureRow => ({ group, name, ...figure(own) })),
  );
  return { all: figure(every), rows };
}
