import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { chipsOf } from '../catalog/filter-chips.tsx';
import { readListState } from '../catalog/list-state.ts';
import { useFormat, useLanguage, useTexts } from '../i18n/language.tsx';
import { filterTexts, useCollectionTexts, useFailureText } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { NameForm } from '../ui/name-form.tsx';
import { notify } from '../ui/notices.tsx';
import {
  type SharedLists,
  useListActions,
  useLists,
  useSavedSearchActions,
  useSavedSearches,
} from './use-collections.ts';

type CollectionSectionProps = {
  title: string;
  text: string;
  error: Error | null;
  retry: () => void;
  children: ReactNode;
};

function CollectionSection({ title, text, error, retry, children }: CollectionSectionProps) {
  const own = useCollectionTexts();
  return (
    <section>
      <h2 className="text-h2 tracking-[-0.03em]">{title}</h2>
      <p className="mt-2 mb-5 max-w-[52ch] text-body text-ink-2">{text}</p>
      {error && <LoadError error={error} lead={own.loadFailed} onRetry={retry} className="mb-5" />}
      {children}
    </section>
  );
}

type NamedRowProps = {
  name: string;
  detail: string;
  /** Explains an empty name, if one is allowed. */
  emptyMeans?: string;
  to: string;
  onRename: (name: string) => void;
  onDelete: () => void;
};

/** A list or saved search: its name is a link and can be edited in place. */
function NamedRow({ name, detail, emptyMeans, to, onRename, onDelete }: NamedRowProps) {
  const t = useCollectionTexts();
  const [isRenaming, setRenaming] = useState(false);
  if (isRenaming) {
    return (
      <li className="border-b border-rule py-3">
        <NameForm
          label={t.name}
          action={t.save}
          initial={name}
          {...(emptyMeans && { emptyMeans })}
          focuses
          onSubmit={(next) => {
            setRenaming(false);
            if (next !== name) onRename(next);
          }}
          onCancel={() => setRenaming(false)}
        />
      </li>
    );
  }
  return (
    <li className="relative flex items-center gap-2 border-b border-rule py-3">
      <div className="min-w-0 grow">
        <Link
          to={to}
          className="text-body font-semibold wrap-anywhere after:absolute after:inset-0 hover:underline hover:underline-offset-3"
        >
          {name}
        </Link>
        {detail && <p className="text-meta text-ink-2">{detail}</p>}
      </div>
      <Button
        look="icon"
        className="relative"
        aria-label={t.renameThis(name)}
        onClick={() => setRenaming(true)}
      >
        <Icon name="edit" />
      </Button>
      <Button look="icon" className="relative" aria-label={t.deleteThis(name)} onClick={onDelete}>
        <Icon name="bin" />
      </Button>
    </li>
  );
}

/** The reader's own lists and saved searches. */
export default function CollectionsView() {
  return (
    <div className="grid items-start gap-x-16 gap-y-14 py-10 lg:grid-cols-2">
      <Lists />
      <Searches />
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
  // An answer that was kept for offline use before lists could be shared lacks it.
  const shared = data?.shared_with_me ?? [];
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
          {shared.length > 0 && <SharedWithMe lists={shared} />}
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

function SharedWithMe({ lists }: { lists: SharedLists }) {
  const t = useCollectionTexts();
  const client = useQueryClient();
  const failureText = useFailureText();
  const remove = ({ owner, id }: SharedLists[number]) =>
    call('DELETE /api/shared-lists/{owner}/{list}', { params: { owner, list: id } }).then(
      () => client.invalidateQueries({ queryKey: queryKeys.lists }),
      (error: unknown) => notify(failureText(error)),
    );
  return (
    <>
      <h3 className="text-meta font-semibold text-ink-2">{t.withMe}</h3>
      <ul className="mt-1 mb-6 border-t border-rule">
        {lists.map((list) => (
          <li
            key={list.owner + list.id}
            className="flex items-center gap-2 border-b border-rule py-3 text-body"
          >
            <span className="min-w-0 grow wrap-anywhere">
              {list.name === null ? (
                t.noLonger
              ) : (
                <Link to={paths.sharedList(list.owner, list.id)} className="font-semibold hover:underline">
                  {list.name}
                </Link>
              )}
            </span>
            <Button
              look="icon"
              aria-label={t.removeShared(list.name ?? t.noLonger)}
              onClick={() => void remove(list)}
            >
              <Icon name="bin" />
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Puts the filters of a saved search into words, as the chips do. */
function useDescription(): (filters: Record<string, string>) => string {
  const t = useTexts();
  const { panel } = filterTexts.read(useLanguage().language);
  const { date } = useFormat();
  return (filters) =>
    chipsOf(readListState(new URLSearchParams(filters)), { t, panel, day: date, isLastVisit: false })
      .map(({ label }) => label)
      .join(' · ');
}

function Searches() {
  const describe = useDescription();
  const t = useCollectionTexts();
  const { data, error, refetch } = useSavedSearches();
  const actions = useSavedSearchActions();
  return (
    <CollectionSection title={t.searches} text={t.searchesText} error={error} retry={() => void refetch()}>
      {data && data.searches.length === 0 && (
        <p className="border-t border-ink pt-4 text-body text-ink-2">{t.noSearches}</p>
      )}
      {data && data.searches.length > 0 && (
        <ul className="border-t border-ink">
          {data.searches.map((search) => {
            const words = describe(search.filters) || t.allCars;
            const name = search.name ?? words;
            return (
              <NamedRow
                key={search.id}
                name={name}
                detail={name === words ? '' : words}
                emptyMeans={t.nameless}
                to={paths.list(new URLSearchParams(search.filters).toString())}
                onRename={(next) => void actions.rename(search, next === '' || next === words ? null : next)}
                onDelete={() => void actions.remove(search, t.searchDeleted(name))}
              />
            );
          })}
        </ul>
      )}
    </CollectionSection>
  );
}
