/** Linearly interpolated quantile of unsorted values, `share` in [0, 1]; NaN if there are none. */
export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = new Float64Array(values).sort();
  if (sorted.length === 0) return Number.NaN;
  const position = (sorted.length - 1) * share;
  const below = Math.floor(position);
  const low = sorted[below]!;
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!;
  return low + (high - low) * (position - below);
}

export function median(values: ArrayLike<number>): number {
  return quantile(values, 0.5);
}

/** The weighted median, or another quantile; the mean of two values if it lies between them. NaN if there are none. */
export function weightedMedian(values: readonly number[], weights: readonly number[], share = 0.5): number {
  const order = [...values.keys()].sort((one, other) => values[one]! - values[other]!);
  const wanted = weights.reduce((sum, weight) => sum + weight, 0) * share;
  let below = 0;
  for (const [place, row] of order.entries()) {
    below += weights[row]!;
    if (below > wanted) return values[row]!;
    if (below === wanted) return (values[row]! + values[order[place + 1] ?? row]!) / 2;
  }
  return Number.NaN;
}

/** Robust standard deviation around 0: 1.4826 × the median distance. Up to half of the values may be wrong. */
export function robustDeviation(values: ArrayLike<number>): number {
  const distances = new Float64Array(values.length);
  for (let i = 0; i < distances.length; i++) distances[i] = Math.abs(values[i]!);
  return 1.4826 * median(distances);
}

export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

export function roundTo(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  // Adding 0 turns −0 into 0, which is what JSON gives back.
  return Math.round(value * scale) / scale + 0;
}

/** Numbers in [0, 1), the same sequence for the same seed (mulberry32), so that a fit can be repeated exactly. */
export function randomSequence(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A number in [0, 1) derived from the text (FNV-1a and the last steps of the sequence above). */
export function randomOf(text: string, seed: number): number {
  let state = seed | 0;
  for (let place = 0; place < text.length; place++)
    state = Math.imul(state ^ text.charCodeAt(place), 0x01000193);
  return randomSequence(state)();
}
