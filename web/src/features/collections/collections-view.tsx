import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useCollectionTexts } from '../../i18n/collection-texts.ts';
import { useFormat } from '../../i18n/language.tsx';
import { paths } from '../../paths.ts';
import { CollectionSection } from './collection-section.tsx';
import { NameForm } from './name-form.tsx';
import { NamedRow } from './named-row.tsx';
import { useListActions, useLists } from './use-lists.ts';
import { useSavedSearchActions, useSavedSearches } from './use-saved-searches.ts';

/** `describe` says the filters of a saved search in words. */
type Props = { describe: (filters: Record<string, string>) => string };

/** What the reader has gathered: lists of cars, and searches to come back to. */
export default function CollectionsView({ describe }: Props) {
  return (
    <div className="grid items-start gap-x-16 gap-y-14 py-10 lg:grid-cols-2">
      <Lists />
      <Searches describe={describe} />
    </div>
  );
}

function Lists() {
  const t = useCollectionTexts();
  const format = useFormat();
  const client = useQueryClient();
  const { data, error, refetch } = useLists();
  const actions = useListActions();
  const create = async (name: string) => {
    await call('POST /api/lists', { body: { name } });
    await client.invalidateQueries({ queryKey: queryKeys.lists });
  };
  return (
    <CollectionSection title={t.lists} text={t.listsText} error={error} retry={() => void refetch()}>
      {data && (
        <>
          {data.lists.length > 0 ? (
            <ul className="mb-6 border-t border-ink">
              {data.lists.map((list) => (
                <NamedRow
                  key={list.id}
                  name={list.name}
                  detail={`${t.cars(list.count)} · ${t.made(format.date(list.created_at))}`}
                  to={paths.ownList(list.id)}
                  onRename={(name) => void actions.rename(list, name)}
                  onDelete={() => void actions.remove(list, t.listDeleted(list.name))}
                />
              ))}
            </ul>
          ) : (
            <p className="mb-6 border-t border-ink pt-4 text-body text-ink-2">{t.noLists}</p>
          )}
          <NameForm
            label={t.newList}
            action={t.create}
            placeholder={t.newListExample}
            showsLabel
            onSubmit={create}
          />
        </>
      )}
    </CollectionSection>
  );
}

function Searches({ describe }: Props) {
  const t = useCollectionTexts();
  const { data, error, refetch } = useSavedSearches();
  const actions = useSavedSearchActions();
  // A search that is called what it filters by needs no second line.
  const detailOf = ({ name, filters }: { name: string; filters: Record<string, string> }) => {
    const words = describe(filters);
    return words === name ? '' : words;
  };
  return (
    <CollectionSection title={t.searches} text={t.searchesText} error={error} retry={() => void refetch()}>
      {data && data.searches.length === 0 && (
        <p className="border-t border-ink pt-4 text-body text-ink-2">{t.noSearches}</p>
      )}
      {data && data.searches.length > 0 && (
        <ul className="border-t border-ink">
          {data.searches.map((search) => (
            <NamedRow
              key={search.id}
              name={search.name}
              detail={detailOf(search)}
              to={paths.list(new URLSearchParams(search.filters).toString())}
              onRename={(name) => void actions.rename(search, name)}
              onDelete={() => void actions.remove(search, t.searchDeleted(search.name))}
            />
          ))}
        </ul>
      )}
    </CollectionSection>
  );
}
