/** At most `capacity` permits at once; an empty bucket is full again after `refillSeconds`. */
export type BucketRule = { capacity: number; refillSeconds: number };

/** How long one permit takes to come back. */
export function permitMs(rule: BucketRule): number {
  return Math.ceil((rule.refillSeconds * 1000) / rule.capacity);
}

/**
 * The latest instant at which a bucket may become full while it still holds a permit now.
 * A bucket is one number, the instant at which it is full again: permits missing now = time until then / time per permit.
 * One number means that a permit is taken by one conditional addition, without reading first (generic cell rate algorithm).
 */
export function latestFullAtMs(rule: BucketRule, nowMs: number): number {
  return nowMs + permitMs(rule) * (rule.capacity - 1);
}

/** Seconds until a refused bucket holds a permit again, at least 1. */
export function retryAfterSeconds(rule: BucketRule, fullAtMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((fullAtMs - latestFullAtMs(rule, nowMs)) / 1000));
}

/** Takes one permit: the bucket's new number, or how long to wait. */
export function takePermit(
  rule: BucketRule,
  fullAtMs: number | null,
  nowMs: number,
): { taken: true; fullAtMs: number } | { taken: false; retryAfterSeconds: number } {
  const current = Math.max(fullAtMs ?? nowMs, nowMs);
  if (current > latestFullAtMs(rule, nowMs))
    return { taken: false, retryAfterSeconds: retryAfterSeconds(rule, current, nowMs) };
  return { taken: true, fullAtMs: current + permitMs(rule) };
}
