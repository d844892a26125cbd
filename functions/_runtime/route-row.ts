import type { RouteRow } from '#core/contract/route.ts';
import { type ContractKey, contract } from '#core/contract/table.ts';

/**
 * The row of a route. In a bundle this file is replaced by one that loads the part of the contract in which the row stands
 * and no other (`lib/build/contract-parts.ts`): the schemas of all routes would weigh on every cold start.
 */
export const loadRow = async (key: ContractKey): Promise<RouteRow> => contract[key];
