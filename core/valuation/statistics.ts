/** Linear-interpolated quantile of unsorted values, `share` in [0, 1]; NaN when there are none. */
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

/** Standard deviation that half of the values may be wrong without moving: 1.4826 × the median distance from `centre`. */
export function robustDeviation(values: ArrayLike<number>, centre = 0): number {
  const distances = new Float64Array(values.length);
  for (let i = 0; i < distances.length; i++) distances[i] = Math.abs(values[i]! - centre);
  return 1.4826 * median(distances);
}

export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

export function roundTo(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  // Adding 0 turns −0 into 0, which is what comes back from JSON.
  return Math.round(value * scale) / scale + 0;
}
