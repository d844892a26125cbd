import { lazy, Suspense } from 'react';
import { useFilterTexts } from '../i18n/text-parts.ts';
import { button } from '../ui/button.ts';
import { EmptyState } from '../ui/messages.tsx';
import type { Chip } from './filter-chips.tsx';
import type { ListState } from './list-state.ts';

const DropOneFilter = lazy(() => import('./drop-one-filter.tsx'));

type EmptyListProps = {
  state: ListState;
  chips: Chip[];
  /** An import is still running. */
  isFilling: boolean;
  /** The reader cannot see amazing deals. */
  hasLocked: boolean;
  onChange: (change: Partial<ListState>) => void;
  onReset: () => void;
  onBrowseAll: () => void;
};

/** Says why the list is empty and what to do about it. */
export function EmptyList({
  state,
  chips,
  isFilling,
  hasLocked,
  onChange,
  onReset,
  onBrowseAll,
}: EmptyListProps) {
  const t = useFilterTexts();
  const filters = chips.filter(({ id }) => id !== 'import');
  const browse = (
    <button type="button" className={button.secondary} onClick={onBrowseAll}>
      {t.empty.browseAll}
    </button>
  );
  if (filters.length > 0) {
    return (
      <EmptyState title={t.empty.emptyFiltered} text={t.empty.emptyFilteredText}>
        <Suspense>
          <DropOneFilter state={state} chips={filters} onChange={onChange} />
        </Suspense>
        <button type="button" className={button.secondary} onClick={onReset}>
          {t.list.clearFilters}
        </button>
      </EmptyState>
    );
  }
  const [title, text] = state.importId
    ? isFilling
      ? [t.empty.emptyImport, t.empty.emptyImportText]
      : [t.empty.endedImport, hasLocked ? t.empty.endedImportLocked : t.empty.endedImportText]
    : ({
        starred: [t.empty.emptyStarred, t.empty.emptyStarredText],
        discovered: [t.empty.emptyDiscovered, t.empty.emptyDiscoveredText],
        list: [t.empty.emptyList, t.empty.emptyListText],
      }[state.view as string] ?? [t.empty.emptyAll, t.empty.emptyAllText]);
  return (
    <EmptyState title={title ?? ''} text={text ?? ''}>
      {(state.importId || state.view !== 'all') && browse}
    </EmptyState>
  );
}
