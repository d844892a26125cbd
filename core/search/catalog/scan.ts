import { fails, failsOfMakes, type ScanPlan } from './plan.ts';
import type { Segment } from './segment.ts';
import { selectRows } from './select-rows.ts';
import { type TraitField, traitCount, traitNames } from './traits.ts';

/** What a scan found in one segment. The counts are of rows that pass all filters but the facet's own. */
export type Found = {
  segment: Segment;
  /** The rows that pass all filters, ascending if all rows were looked at. */
  rows: Uint32Array;
  byMake: Uint32Array;
  /** By bar of the histogram, and one place for prices that stand in none. */
  bySteps: Uint32Array;
  /** By packed traits, for each facet that they hold. */
  byTraits: Record<TraitField, Uint32Array>;
};

const stepCount = 256;
const failCount = 2 * fails.locked;

/** The table, of several, in which a row that failed `failed` counts; `otherwise` where it counts in none. */
const tables = (tableOf: (failed: number) => number | undefined, size: number, otherwise: number) =>
  Uint32Array.from({ length: failCount }, (_, failed) => (tableOf(failed) ?? otherwise) * size);

// Whether rows pass is as good as random, and a branch guessed wrong costs more than all the rest of a row: every row counts
// in some table, those of no interest in one that nobody reads.
const stepTables = tables((failed) => (failed === 0 || failed === fails.price ? 0 : undefined), stepCount, 1);
const traitTables = tables(
  (failed) => {
    const table = [0, ...traitNames.map((field) => fails[field])].indexOf(failed);
    return table < 0 ? undefined : table;
  },
  traitCount,
  traitNames.length + 1,
);

/**
 * Looks at the `candidates` (each row once; null: all rows) of a segment. The rows found are a view of `room`, which holds
 * as many numbers as the segment has rows.
 */
export function scan(
  plan: ScanPlan,
  segment: Segment,
  candidates: readonly number[] | null,
  room: Uint32Array,
): Found {
  const selected = selectRows(plan, segment, candidates, room);
  const { traits, priceDkk, priceStep } = segment.numbers;
  const makes = segment.makes.codes;
  const makeCount = segment.makes.values.length;
  const makeTables = tables(
    (failed) => (failed === 0 || failed === fails.make ? 0 : undefined),
    makeCount,
    1,
  );
  const makeCounts = new Uint32Array(2 * makeCount);
  const stepCounts = new Uint32Array(2 * stepCount);
  const traitCounts = new Uint32Array((traitNames.length + 2) * traitCount);
  const makeFails = failsOfMakes(plan, segment.makes);
  const { minPriceDkk, maxPriceDkk, failsOfTraits } = plan;
  let count = 0;
  for (let i = 0; i < selected; i++) {
    const row = room[i]!;
    const packed = traits[row]!;
    const make = makes[row]!;
    const price = priceDkk[row]!;
    const isOut = Number(price < minPriceDkk) | Number(price > maxPriceDkk);
    const failed = failsOfTraits[packed]! | makeFails[make]! | isOut;
    room[count] = row;
    count += Number(failed === 0);
    makeCounts[makeTables[failed]! + make]!++;
    stepCounts[stepTables[failed]! + priceStep[row]!]!++;
    traitCounts[traitTables[failed]! + packed]!++;
  }
  return {
    segment,
    rows: room.subarray(0, count),
    byMake: makeCounts.subarray(0, makeCount),
    bySteps: stepCounts.subarray(0, stepCount),
    byTraits: readTraits(traitCounts),
  };
}

/** The table of the rows that passed, with that of each field's own filter on top. */
function readTraits(counts: Uint32Array): Record<TraitField, Uint32Array> {
  const passed = counts.subarray(0, traitCount);
  const fields = traitNames.map((field, i) => {
    const others = counts.subarray((i + 1) * traitCount, (i + 2) * traitCount);
    return [field, others.map((count, traits) => count + passed[traits]!)];
  });
  return Object.fromEntries(fields) as Record<TraitField, Uint32Array>;
}
