import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { newestCatalogVersion } from '../../../api/catalog-version.ts';
import { queryKeys } from '../../../api/query-keys.ts';

/** Pages of thirty: more than the largest import brings (`core/import/page-limits.ts`). */
const mostPages = 7;

const longestWaitMs = 15_000;

/** A question that the busy service did not answer is asked until it does: nothing else would ask it again. */
const mayBeAnswered = (error: unknown) =>
  !(error instanceof ApiError) || ![400, 401, 403, 404].includes(error.status);

/** All cars of an import as its list shows them to this reader; asked anew whenever lists are. */
export function useCarsOfImport(importId: string, isEnabled: boolean) {
  return useQuery({
    queryKey: [...queryKeys.carLists, 'first-look', importId],
    queryFn: async ({ signal }) => {
      const askPage = (page: number) =>
        call('GET /api/cars', {
          query: { import: importId, page: String(page), catalogVersion: newestCatalogVersion() },
          signal,
        });
      // In the shape of one page: whatever changes a car in the cached lists changes it here.
      const list = await askPage(1);
      for (let page = 2; page <= Math.min(list.totalPages, mostPages); page++)
        list.cars.push(...(await askPage(page)).cars);
      return list;
    },
    enabled: isEnabled,
    // What was asked while the import had just begun says nothing of its end.
    staleTime: 0,
    retry: (_, error) => mayBeAnswered(error),
    retryDelay: (failures) => Math.min(longestWaitMs, 1_000 * 2 ** failures),
  });
}
