import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallResponse } from '#core/contract/table.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { useFailureText } from '../i18n/text-parts.ts';
import { notify } from '../ui/notices.tsx';

export type Named = { id: string; name: string | null };

/** Cache keys and calls of one kind of collection. */
type CollectionSource<T extends Named, D> = {
  key: QueryKey;
  items: (data: D) => T[];
  withItems: (data: D, items: T[]) => D;
  rename: (id: string, name: T['name']) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
};

type CollectionActions<T extends Named> = {
  rename: (item: T, name: T['name']) => Promise<boolean>;
  /** `deleted`: text of the notice with undo. */
  remove: (item: T, deleted: string) => Promise<boolean>;
};

/** Optimistic changes; a refusal reverts them and shows the reason. Each returns whether the service accepted it. */
function useCollection<T extends Named, D>(source: CollectionSource<T, D>): CollectionActions<T> {
  const client = useQueryClient();
  const failureText = useFailureText();
  const edit = async (change: (items: T[]) => T[], request: () => Promise<unknown>): Promise<boolean> => {
    const filter = { queryKey: source.key };
    await client.cancelQueries(filter);
    const before = client.getQueriesData<D>(filter);
    client.setQueriesData<D>(filter, (data) => data && source.withItems(data, change(source.items(data))));
    try {
      await request();
      return true;
    } catch (error) {
      for (const [key, data] of before) client.setQueryData(key, data);
      notify(failureText(error));
      return false;
    } finally {
      void client.invalidateQueries(filter);
    }
  };
  return {
    rename: (item, name) =>
      edit(
        (items) => items.map((other) => (other.id === item.id ? { ...other, name } : other)),
        () => source.rename(item.id, name),
      ),
    remove: async (item, deleted) => {
      const removal = edit(
        (items) => items.filter(({ id }) => id !== item.id),
        () => source.remove(item.id),
      );
      // Renaming a deleted item to its old name restores it; this must wait for the deletion.
      const undo = () =>
        void removal.then(() =>
          edit(
            (items) => (items.some(({ id }) => id === item.id) ? items : [item, ...items]),
            () => source.rename(item.id, item.name),
          ),
        );
      notify(deleted, undo);
      return removal;
    },
  };
}

type Lists = CallResponse<'GET /api/lists'>;
export type CarListSummary = Lists['lists'][number];
export type SharedLists = Lists['shared_with_me'];

/** The reader's lists, newest first; with a car id, each says whether the car is on it. */
export function useLists(carId?: string) {
  return useQuery({
    queryKey: [...queryKeys.lists, carId ?? null],
    queryFn: ({ signal }) => call('GET /api/lists', { query: carId ? { car: carId } : {}, signal }),
  });
}

const source: CollectionSource<CarListSummary, Lists> = {
  key: queryKeys.lists,
  items: ({ lists }) => lists,
  withItems: (data, lists) => ({ ...data, lists }),
  rename: (id, name) => call('PUT /api/lists/{id}', { params: { id }, body: { name } }),
  remove: (id) => call('DELETE /api/lists/{id}', { params: { id } }),
};

export const useListActions = () => useCollection(source);

export function putOnList(id: string, carId: string) {
  return call('PUT /api/lists/{id}/cars/{carId}', { params: { id, carId } });
}

export function takeOffList(id: string, carId: string) {
  return call('DELETE /api/lists/{id}/cars/{carId}', { params: { id, carId } });
}

/** Adds a car to a list or removes it; a refusal is shown. */
export function useMembership(carId: string) {
  const client = useQueryClient();
  const failureText = useFailureText();
  const refresh = async () => {
    void client.invalidateQueries({ queryKey: queryKeys.carLists });
    await client.invalidateQueries({ queryKey: queryKeys.lists });
  };
  return {
    /** Resolves once the lists have been refetched. */
    set: async (listId: string, isOn: boolean) => {
      try {
        await (isOn ? putOnList(listId, carId) : takeOffList(listId, carId));
      } catch (error) {
        notify(failureText(error));
      }
      await refresh();
    },
    /** Creates a list with the car on it. Throws ApiError. */
    createWith: async (name: string) => {
      const { id } = await call('POST /api/lists', { body: { name } });
      await putOnList(id, carId).finally(() => void refresh());
    },
  };
}

type SavedSearches = CallResponse<'GET /api/saved-searches'>;

export function useSavedSearches() {
  return useQuery({
    queryKey: queryKeys.savedSearches,
    queryFn: ({ signal }) => call('GET /api/saved-searches', { signal }),
  });
}

const savedSearchesSource: CollectionSource<SavedSearches['searches'][number], SavedSearches> = {
  key: queryKeys.savedSearches,
  items: ({ searches }) => searches,
  withItems: (data, searches) => ({ ...data, searches }),
  rename: (id, name) => call('PUT /api/saved-searches/{id}', { params: { id }, body: { name } }),
  remove: (id) => call('DELETE /api/saved-searches/{id}', { params: { id } }),
};

export const useSavedSearchActions = () => useCollection(savedSearchesSource);
