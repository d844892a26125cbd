import { type RouteRow, tableUse } from '#core/contract/route.ts';
import { type ContractKey, contract } from '#core/contract/table.ts';
import { admitReader, admitWriter, readTokenCaller } from '#functions/accounts/admission.ts';
import type { Admission, ReadTokenCaller } from '#functions/platform/route-handler.ts';

/**
 * The row of a route and its admission. In a bundle this file is replaced by one that knows only the function's own row
 * (`lib/build/contract-rows.ts`): the schemas of all routes would slow every cold start, and so would the table's client for
 * a row without a table.
 */
export const rowOf = (key: ContractKey): RouteRow => contract[key];
export const admissionOf = (row: RouteRow): Admission | null => admissions[tableUse(row)];
export const tokenReaderOf = ({ scopes }: RouteRow): ReadTokenCaller | null =>
  scopes ? readTokenCaller : null;

const admissions = { none: null, read: admitReader, write: admitWriter };
