import { useQuery } from '@tanstack/react-query';
import type { CallResponse } from '#core/contract/table.ts';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { type CollectionSource, useCollection } from './use-collection.ts';

type SavedSearches = CallResponse<'GET /api/saved-searches'>;

export function useSavedSearches() {
  return useQuery({
    queryKey: queryKeys.savedSearches,
    queryFn: ({ signal }) => call('GET /api/saved-searches', { signal }),
  });
}

const source: CollectionSource<SavedSearches['searches'][number], SavedSearches> = {
  key: queryKeys.savedSearches,
  items: ({ searches }) => searches,
  withItems: (data, searches) => ({ ...data, searches }),
  rename: (id, name) => call('PUT /api/saved-searches/{id}', { params: { id }, body: { name } }),
  remove: (id) => call('DELETE /api/saved-searches/{id}', { params: { id } }),
};

export const useSavedSearchActions = () => useCollection(source);
