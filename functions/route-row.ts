import { type RouteRow, tableUse } from '#core/contract/route.ts';
import { type ContractKey, contract } from '#core/contract/table.ts';
import { admitReader, admitWriter } from '#functions/accounts/admission.ts';
import type { Admission } from '#functions/platform/route-handler.ts';

/**
 * The row of a route, and what admits people to it. In a bundle this file is replaced by one that knows the function's own
 * row and no other (`lib/build/contract-rows.ts`): the schemas of all routes would weigh on every cold start, and so would
 * the table's client where a row has no table.
 */
export const rowOf = (key: ContractKey): RouteRow => contract[key];
export const admissionOf = (row: RouteRow): Admission | null => admissions[tableUse(row)];

const admissions = { none: null, read: admitReader, write: admitWriter };
