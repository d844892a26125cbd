import { priceSteps } from '../price-scale.ts';
import { fails, failsOfMakes, farCities, type ScanPlan } from './plan.ts';
import type { Segment } from './segment.ts';
import { traitCount } from './traits.ts';

/** What a scan found in one segment. The counts are of rows that pass all filters but the facet's own. */
export type Found = {
  segment: Segment;
  /** A byte a row: 1 where all filters pass. */
  isFound: Uint8Array;
  count: number;
  /** The rows found, in no order, when they are few (`fewRows`); else null. */
  rows: readonly number[] | null;
  byMake: Uint32Array;
  bySteps: Uint32Array;
  /** By packed traits, for each facet that they hold. */
  byTraits: { deal: Uint32Array; fuel: Uint32Array; gearbox: Uint32Array; seller: Uint32Array };
};

/** Below this share of the segment found rows are sorted; above, its order is walked. */
export const fewRows = 1 / 64;

const startOf = (segment: Segment, isFound: Uint8Array) => ({
  segment,
  isFound: isFound.fill(0),
  byMake: new Uint32Array(segment.makes.values.length),
  // One place more for prices that stand in no bar.
  bySteps: new Uint32Array(256),
  byTraits: {
    deal: new Uint32Array(traitCount),
    fuel: new Uint32Array(traitCount),
    gearbox: new Uint32Array(traitCount),
    seller: new Uint32Array(traitCount),
  },
});

/** Whether a row passes the filters that have no facet. */
function plainFilter(plan: ScanPlan, segment: Segment): (row: number) => boolean {
  const { isGone } = segment;
  const { year, mileageKm, inspection, firstSeenMs } = segment.numbers;
  const { years, maxMileageKm, inspectionAfter, firstSeenFromMs } = plan;
  const isFar = farCities(plan, segment);
  const cities = segment.cities.codes;
  return (row) => {
    if (isGone[row] === 1) return false;
    if (years !== null && (year[row]! < years.min || year[row]! > years.max)) return false;
    if (mileageKm[row]! > maxMileageKm || inspection[row]! <= inspectionAfter) return false;
    if (firstSeenMs[row]! < firstSeenFromMs) return false;
    return isFar === null || isFar[cities[row]!] === 0;
  };
}

/**
 * Looks at the `candidates` (each row once; null: all rows) of a segment. `isFound` is a byte a row to be filled.
 */
export function scan(
  plan: ScanPlan,
  segment: Segment,
  candidates: readonly number[] | null,
  isFound: Uint8Array,
): Found {
  const found = startOf(segment, isFound);
  const { byMake, bySteps, byTraits } = found;
  const { traits, priceDkk, priceStep } = segment.numbers;
  const makes = segment.makes.codes;
  const makeFails = failsOfMakes(plan, segment.makes);
  const { minPriceDkk, maxPriceDkk, failsOfTraits } = plan;
  const passes = plainFilter(plan, segment);
  const limit = segment.size * fewRows;
  const all = new Uint32Array(traitCount);
  let rows: number[] | null = [];
  let count = 0;
  const end = candidates?.length ?? segment.size;
  for (let i = 0; i < end; i++) {
    const row = candidates ? candidates[i]! : i;
    const packed = traits[row]!;
    let failed = failsOfTraits[packed]! | makeFails[makes[row]!]!;
    if (failed >= fails.locked || !passes(row)) continue;
    const price = priceDkk[row]!;
    if (price < minPriceDkk || price > maxPriceDkk) failed |= fails.price;
    if (failed === 0) {
      isFound[row] = 1;
      count++;
      if (rows !== null && rows.push(row) > limit) rows = null;
      all[packed]!++;
      byMake[makes[row]!]!++;
      bySteps[priceStep[row]!]!++;
    } else if (failed === fails.price) bySteps[priceStep[row]!]!++;
    else if (failed === fails.make) byMake[makes[row]!]!++;
    else if (failed === fails.deal) byTraits.deal[packed]!++;
    else if (failed === fails.fuel) byTraits.fuel[packed]!++;
    else if (failed === fails.gearbox) byTraits.gearbox[packed]!++;
    else if (failed === fails.seller) byTraits.seller[packed]!++;
  }
  for (const counts of Object.values(byTraits)) for (let t = 0; t < traitCount; t++) counts[t]! += all[t]!;
  return { ...found, count, rows };
}

/** The price histogram over all segments. */
export function addSteps(found: readonly Found[]): number[] {
  return Array.from({ length: priceSteps }, (_, step) =>
    found.reduce((sum, { bySteps }) => sum + bySteps[step]!, 0),
  );
}
