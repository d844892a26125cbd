import type { RouteRow } from '#core/contract/route.ts';
import { contract } from '#core/contract/table.ts';
import { type WorkerRow, workers } from '#core/contract/workers.ts';

type Handler = {
  /** Path of the file that exports the handler, from the repository's root. */
  source: string;
  exportName: string;
};
export type RouteFunction = Handler & { kind: 'route'; name: string; routeKey: string; row: RouteRow };
export type WorkerFunction = Handler & { kind: 'worker'; name: string; row: WorkerRow };
export type DeclaredFunction = RouteFunction | WorkerFunction;

/** "list-cars" → "listCars". */
const camelCase = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

export const routeFunctions: readonly RouteFunction[] = Object.entries<RouteRow>(contract).map(
  ([routeKey, row]) => ({
    kind: 'route',
    name: row.name,
    routeKey,
    source: `functions/${row.subject}/api.ts`,
    exportName: `${camelCase(row.name)}Route`,
    row,
  }),
);

export const workerFunctions: readonly WorkerFunction[] = Object.entries<WorkerRow>(workers).map(
  ([name, row]) => ({
    kind: 'worker',
    name,
    source: `functions/${row.subject}/workers.ts`,
    exportName: `${camelCase(name)}Worker`,
    row,
  }),
);

export const declaredFunctions: readonly DeclaredFunction[] = [...routeFunctions, ...workerFunctions];

/** A worker that is not triggered on a stage that answers its list from memory. */
export const isForCarIndex = ({ row }: WorkerFunction): boolean => row.needs.includes('car-index:write');

/** "list-cars" → "ListCars", the function's id in the construct tree. */
export function constructIdOf(name: string): string {
  const camel = camelCase(name);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}
