import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useFailureText } from '../../i18n/use-failure-text.ts';
import { notify } from '../../ui/notices.tsx';

export type Named = { id: string; name: string };

/** Where the answers that hold a kind of thing are cached, and the calls that change one. */
export type CollectionSource<T extends Named, D> = {
  key: QueryKey;
  items: (data: D) => T[];
  withItems: (data: D, items: T[]) => D;
  rename: (id: string, name: string) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
};

export type CollectionActions<T extends Named> = {
  rename: (item: T, name: string) => Promise<boolean>;
  /** `deleted`: what the notice with its undo says. */
  remove: (item: T, deleted: string) => Promise<boolean>;
};

/** Changes show at once; a refusal takes them back and says why. Each answers whether the service agreed. */
export function useCollection<T extends Named, D>(source: CollectionSource<T, D>): CollectionActions<T> {
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
      // Renaming a deleted one to what it was called brings it back as it was; not before it is deleted.
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
