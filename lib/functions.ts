import type { RouteRow } from '#core/contract/route.ts';
import { contract } from '#core/contract/table.ts';
import { type WorkerRow, workers } from '#core/contract/workers.ts';

export type RouteFunction = { kind: 'route'; name: string; routeKey: string; source: string; row: RouteRow };
export type WorkerFunction = { kind: 'worker'; name: string; source: string; row: WorkerRow };
export type DeclaredFunction = RouteFunction | WorkerFunction;

/** One function per row of the contract; `source` is its handler's path from the repository's root. */
export const routeFunctions: readonly RouteFunction[] = Object.entries<RouteRow>(contract).map(
  ([routeKey, row]) => ({
    kind: 'route',
    name: row.name,
    routeKey,
    source: `functions/api/${row.capability}/${row.name}.ts`,
    row,
  }),
);

export const workerFunctions: readonly WorkerFunction[] = Object.entries<WorkerRow>(workers).map(
  ([name, row]) => ({ kind: 'worker', name, source: `functions/${row.path}`, row }),
);

export const declaredFunctions: readonly DeclaredFunction[] = [...routeFunctions, ...workerFunctions];

/** Nothing starts it in a stage that answers its list from memory. */
export const isForCarIndex = ({ row }: WorkerFunction): boolean => row.needs.includes('car-index:write');

/** "list-cars" → "ListCars", the function's id in the construct tree. */
export function constructIdOf(name: string): string {
  return name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
