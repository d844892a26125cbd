/** Features cut into bins of about equally many cars each; bin 0 holds missing values. */
export type BinnedFeatures = {
  /** One column of bin numbers per feature. */
  columns: Uint8Array[];
  /** cuts[feature][b] is the least value that lies above bin b + 1. */
  cuts: Float64Array[];
};

const cutsPerFeature = 63;

export const binCountOf = (cuts: Float64Array): number => cuts.length + 2;

/** Cuts lie half way between neighbouring values: rounding a stored number must not carry it across one. */
function findCuts(column: Float64Array): Float64Array {
  const known = column.filter((value) => Number.isFinite(value)).sort();
  const cuts: number[] = [];
  for (let step = 1; known.length > 0 && step <= cutsPerFeature; step++) {
    let place = Math.floor((step * known.length) / (cutsPerFeature + 1));
    while (place > 0 && known[place - 1] === known[place]) place--;
    if (place === 0) continue;
    const cut = (known[place - 1]! + known[place]!) / 2;
    if (cuts.length === 0 || cut > cuts[cuts.length - 1]!) cuts.push(cut);
  }
  return Float64Array.from(cuts);
}

function binOf(cuts: Float64Array, value: number): number {
  if (!Number.isFinite(value)) return 0;
  let low = 0;
  let high = cuts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value < cuts[middle]!) high = middle;
    else low = middle + 1;
  }
  return low + 1;
}

/** Bins by quantile, so that every bin holds about equally many cars. `columns` holds one column of numbers per feature. */
export function binFeatures(columns: readonly Float64Array[]): BinnedFeatures {
  const cuts = columns.map(findCuts);
  return {
    cuts,
    columns: columns.map((column, feature) =>
      Uint8Array.from(column, (value) => binOf(cuts[feature]!, value)),
    ),
  };
}

/** The value below which a row lies in `bin` or lower; below it lie only missing values when `bin` is 0. */
export function thresholdAbove(binned: BinnedFeatures, feature: number, bin: number): number {
  return bin === 0 ? -1e300 : binned.cuts[feature]![bin - 1]!;
}
