import { useQuery } from '@tanstack/react-query';
import type { CarListWire } from '#core/contract/routes/cars.ts';
import { call } from '../../../api/call.ts';
import { newestCatalogVersion } from '../../../api/catalog-version.ts';
import { queryKeys } from '../../../api/query-keys.ts';

/** Pages of thirty: more than the largest import brings (`core/import/page-limits.ts`). */
const mostPages = 7;

/** All cars of an import as its list shows them to this reader; asked anew whenever lists are. */
export function useCarsOfImport(importId: string, isEnabled: boolean) {
  return useQuery({
    queryKey: [...queryKeys.carLists, 'first-look', importId],
    queryFn: async ({ signal }) => {
      const cars: CarListWire['cars'] = [];
      for (let page = 1, pages = 1; page <= Math.min(pages, mostPages); page++) {
        const query = {
          import: importId,
          page: String(page),
          catalogVersion: newestCatalogVersion(),
        };
        const answer = await call('GET /api/cars', { query, signal });
        cars.push(...answer.cars);
        pages = answer.totalPages;
      }
      return cars;
    },
    enabled: isEnabled,
  });
}
