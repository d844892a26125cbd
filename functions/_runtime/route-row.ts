import type { RouteRow } from '#core/contract/route.ts';
import { type ContractKey, contract } from '#core/contract/table.ts';

/**
 * The row of a route. In a bundle this file is replaced by one that knows the function's own row and no other
 * (`lib/build/contract-rows.ts`): the schemas of all routes would weigh on every cold start.
 */
export const rowOf = (key: ContractKey): RouteRow => contract[key];
