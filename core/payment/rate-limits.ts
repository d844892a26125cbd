import type { RateLimit } from '../account/rate-limits.ts';

/** Every purchase asks Stripe several times: far more than a person clicks, far less than would slow it down for others. */
export const purchasesPerPerson: RateLimit = { kind: 'purchase-person', capacity: 40, refillSeconds: 600 };
/** A code is short: ten tries an hour are for typing, not for guessing. */
export const codesPerPerson: RateLimit = { kind: 'code-person', capacity: 10, refillSeconds: 3600 };
