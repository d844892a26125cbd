import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallResponse } from '#core/contract/table.ts';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useFailureText } from '../../i18n/use-failure-text.ts';
import { notify } from '../../ui/notices.tsx';
import { type CollectionSource, useCollection } from './use-collection.ts';

type Lists = CallResponse<'GET /api/lists'>;
export type CarListSummary = Lists['lists'][number];

/** The reader's lists, newest first; with a car, each says whether the car is on it. */
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

/** Puts a car on a list or takes it off; says it when the service refuses. */
export function useMembership(carId: string) {
  const client = useQueryClient();
  const failureText = useFailureText();
  const refresh = async () => {
    void client.invalidateQueries({ queryKey: queryKeys.carLists });
    await client.invalidateQueries({ queryKey: queryKeys.lists });
  };
  return {
    /** Ends when the lists have been read again. */
    set: async (listId: string, isOn: boolean) => {
      try {
        await (isOn ? putOnList(listId, carId) : takeOffList(listId, carId));
      } catch (error) {
        notify(failureText(error));
      }
      await refresh();
    },
    /** A new list with the car on it. Throws ApiError. */
    createWith: async (name: string) => {
      const { id } = await call('POST /api/lists', { body: { name } });
      await putOnList(id, carId).finally(() => void refresh());
    },
  };
}
