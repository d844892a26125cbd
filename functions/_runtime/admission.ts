import type { RateClass } from '#core/contract/route.ts';
import type { Caller } from './caller.ts';

export type Arrival = {
  caller: Caller | null;
  /** As `core/account/client-address.ts` counts it. */
  address: string;
  rate: RateClass;
};

/** Whether this caller may go on. @throws Failure 401, 429 */
export type Admission = (arrival: Arrival) => Promise<void>;
