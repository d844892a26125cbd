import { classLimits, type RateLimit } from '#core/account/rate-limits.ts';
import { takePermit } from '#core/account/token-bucket.ts';
import { Failure } from '#core/failure.ts';
import type { Arrival } from './admission.ts';
import { ofThisInstallation } from './rate-factor.ts';

/** Buckets of one function; the one longest unused makes room. */
const mostBuckets = 5_000;
const buckets = new Map<string, number>();

/** Takes a permit in this function's own memory. @throws Failure 429 with details.retryAfterSeconds */
function take(limit: RateLimit, subject: string, nowMs: number): void {
  const key = `${limit.kind} ${subject}`;
  const taken = takePermit(ofThisInstallation(limit), buckets.get(key) ?? null, nowMs);
  if (!taken.taken)
    throw new Failure(429, 'too_many_requests', 'Too many attempts. Please try again later.', {
      retryAfterSeconds: taken.retryAfterSeconds,
    });
  buckets.delete(key);
  buckets.set(key, taken.fullAtMs);
  if (buckets.size > mostBuckets) buckets.delete(buckets.keys().next().value!);
}

/** Counts a request that only reads: by person where there is one, else by address. Costs no call. @throws Failure 429 */
export function countReading({ caller, address, rate }: Arrival): void {
  if (rate !== 'reading') return;
  const { perPerson, perAddress } = classLimits.reading;
  if (caller) take(perPerson, caller.id, Date.now());
  // On one machine every visitor has its address.
  else if (!address.startsWith('127.')) take(perAddress, address, Date.now());
}
