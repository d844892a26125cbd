import type { RateLimit } from '#core/account/rate-limits.ts';
import { setting } from './env.ts';

/** By how much this installation's rates are higher: measurements and simulations let one person do the work of many. */
export const rateFactor = (): number => Number(setting('RATE_FACTOR')) || 1;

export function ofThisInstallation<T extends RateLimit>(limit: T): T {
  return { ...limit, capacity: limit.capacity * rateFactor() };
}
