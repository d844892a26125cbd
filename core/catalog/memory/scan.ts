import { fails, failsOfMakes, failsOfModels, type ScanPlan, selectRows } from './rows.ts';
import { featureSets, lookCount, type Segment, type TraitField, traitCount, traitNames } from './segment.ts';

/** The result of a scan of one segment. Facets count rows that pass all filters but the facet's own. */
export type Found = {
  segment: Segment;
  /** The rows that pass all filters; ascending if all rows were scanned. */
  rows: Uint32Array;
  byMake: Uint32Array;
  /** Counts by bar of the histogram, with one more for prices in no bar. */
  bySteps: Uint32Array;
  /** Counts by packed traits, for each facet in them. */
  byTraits: Record<TraitField, Uint32Array>;
  /** Counts by packed looks. */
  byLooks: Record<LookField, Uint32Array>;
  /** Counts by model code, if makes or models are asked for. */
  byModel: Uint32Array | null;
  /** Counts by set of features, of the found rows. */
  byFeatures: Uint32Array;
};

export const lookFields = ['source', 'body', 'color'] as const;
export type LookField = (typeof lookFields)[number];

const stepCount = 256;
const failCount = 2 * fails.model;

// Whether a row passes is unpredictable, and mispredicted branches cost more than the rest of the work. Every row is
// therefore counted in some table; uninteresting rows go into one that nobody reads.

/**
 * For each set of failed filters, the offset of the table in which a row counts: `places` gives the table, `others` is used
 * for the rest. Tables have `size` entries.
 */
function tables(places: ReadonlyMap<number, number>, size: number, others: number): Uint32Array {
  const starts = new Uint32Array(failCount).fill(others * size);
  for (const [failed, place] of places) starts[failed] = place * size;
  return starts;
}

/** Two tables: rows that pass when `failed` is ignored, and all others. */
const tablesBut = (failed: number, size: number) =>
  tables(
    new Map([
      [0, 0],
      [failed, 0],
    ]),
    size,
    1,
  );

/** The first table is for rows that pass, then one for each filter for rows that fail only that, then one for all others. */
const tablesOf = (fields: readonly (keyof typeof fails)[], size: number) =>
  tables(
    new Map([0, ...fields.map((field) => fails[field])].map((failed, i) => [failed, i])),
    size,
    fields.length + 1,
  );

const stepTables = tablesBut(fails.price, stepCount);
const traitTables = tablesOf(traitNames, traitCount);
const lookTables = tablesOf(lookFields, lookCount);

/**
 * Scans the `candidates` (each row once; null: all rows) of a segment. The found rows are a view of `room`, which needs one
 * entry for each row of the segment.
 */
export function scan(
  plan: ScanPlan,
  segment: Segment,
  candidates: readonly number[] | null,
  room: Uint32Array,
): Found {
  const selected = selectRows(plan, segment, candidates, room);
  const { traits, looks, priceDkk, priceStep } = segment.numbers;
  const makes = segment.makes.codes;
  const makeCount = segment.makes.values.length;
  const makeTables = tablesBut(fails.make, makeCount);
  const makeCounts = new Uint32Array(2 * makeCount);
  const stepCounts = new Uint32Array(2 * stepCount);
  const traitCounts = new Uint32Array((traitNames.length + 2) * traitCount);
  const lookCounts = new Uint32Array((lookFields.length + 2) * lookCount);
  const makeFails = failsOfMakes(plan, segment.makes);
  const models = segment.models.codes;
  const modelFails = failsOfModels(plan, segment.models);
  const { minPriceDkk, maxPriceDkk, failsOfTraits, failsOfLooks } = plan;
  let count = 0;
  for (let i = 0; i < selected; i++) {
    const row = room[i]!;
    const packed = traits[row]!;
    const look = looks[row]!;
    const make = makes[row]!;
    const price = priceDkk[row]!;
    const isOut = Number(price < minPriceDkk) | Number(price > maxPriceDkk);
    const others = failsOfTraits[packed]! | failsOfLooks[look]! | makeFails[make]! | isOut;
    const failed = modelFails === null ? others : others | modelFails[models[row]!]!;
    room[count] = row;
    count += Number(others === 0);
    makeCounts[makeTables[failed]! + make]!++;
    stepCounts[stepTables[failed]! + priceStep[row]!]!++;
    traitCounts[traitTables[failed]! + packed]!++;
    lookCounts[lookTables[failed]! + look]!++;
  }
  const byModel =
    plan.makes.size > 0 || modelFails ? countModels(segment.models, room.subarray(0, count)) : null;
  if (modelFails) count = keepModels(room, count, models, modelFails);
  const rows = room.subarray(0, count);
  return {
    segment,
    rows,
    byMake: makeCounts.subarray(0, makeCount),
    bySteps: stepCounts.subarray(0, stepCount),
    byTraits: readTables(traitCounts, traitNames, traitCount),
    byLooks: readTables(lookCounts, lookFields, lookCount),
    byModel,
    byFeatures: countFeatures(segment.numbers.features, rows),
  };
}

function countModels({ codes, values }: Segment['models'], rows: Uint32Array): Uint32Array {
  const counts = new Uint32Array(values.length);
  for (let i = 0; i < rows.length; i++) counts[codes[rows[i]!]!]!++;
  return counts;
}

function keepModels(rows: Uint32Array, count: number, models: Uint32Array, failing: Uint16Array): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const row = rows[i]!;
    rows[kept] = row;
    kept += failing[models[row]!]! === 0 ? 1 : 0;
  }
  return kept;
}

function countFeatures(column: Uint8Array, rows: Uint32Array): Uint32Array {
  const counts = new Uint32Array(featureSets);
  for (let i = 0; i < rows.length; i++) counts[column[rows[i]!]!]!++;
  return counts;
}

/** The table of rows that pass; for each field, the table of rows that fail only its own filter is added. */
function readTables<Field extends string>(
  counts: Uint32Array,
  fields: readonly Field[],
  size: number,
): Record<Field, Uint32Array> {
  const passed = counts.subarray(0, size);
  const named = fields.map((field, i) => {
    const others = counts.subarray((i + 1) * size, (i + 2) * size);
    return [field, others.map((count, packed) => count + passed[packed]!)];
  });
  return Object.fromEntries(named) as Record<Field, Uint32Array>;
}
