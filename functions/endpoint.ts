import type { ContractKey } from '#core/contract/table.ts';
import { type Handle, routeHandler } from '#functions/platform/route-handler.ts';
import { admissionOf, rowOf } from './route-row.ts';

/** The Lambda handler of a route: what frames it is `platform/route-handler.ts`, its row and who admits people come from here. */
export function endpoint<K extends ContractKey>(key: K, handle: Handle<K>) {
  const row = rowOf(key);
  return routeHandler(key, { row, admit: admissionOf(row) }, handle);
}
