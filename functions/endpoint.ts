import type { ContractKey } from '#core/contract/table.ts';
import { type Handle, routeHandler } from '#functions/platform/route-handler.ts';
import { admissionOf, rowOf, tokenReaderOf } from './route-row.ts';

/**
 * Makes the Lambda handler of a route: `platform/route-handler.ts` frames it; the route's row and its admission come from
 * here.
 */
export function endpoint<K extends ContractKey>(key: K, handle: Handle<K>) {
  const row = rowOf(key);
  return routeHandler(key, { row, admit: admissionOf(row), readTokenCaller: tokenReaderOf(row) }, handle);
}
