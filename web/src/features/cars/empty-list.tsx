import { lazy, Suspense } from 'react';
import { useTexts } from '../../i18n/language.tsx';
import { button } from '../../ui/button.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Chip } from './chips.ts';
import type { ListState } from './list-state.ts';

const DropOneFilter = lazy(() => import('./drop-one-filter.tsx'));

type Props = {
  state: ListState;
  chips: Chip[];
  onChange: (change: Partial<ListState>) => void;
  onReset: () => void;
  onBrowseAll: () => void;
};

/** Says why the list is empty and what to do about it. */
export function EmptyList({ state, chips, onChange, onReset, onBrowseAll }: Props) {
  const t = useTexts();
  const filters = chips.filter(({ id }) => id !== 'import');
  const browse = (
    <button type="button" className={button.secondary} onClick={onBrowseAll}>
      {t.list.browseAll}
    </button>
  );
  if (filters.length > 0) {
    return (
      <EmptyState title={t.list.emptyFiltered} text={t.list.emptyFilteredText}>
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
    ? [t.list.emptyImport, t.list.emptyImportText]
    : ({
        starred: [t.list.emptyStarred, t.list.emptyStarredText],
        discovered: [t.list.emptyDiscovered, t.list.emptyDiscoveredText],
        list: [t.list.emptyList, t.list.emptyListText],
      }[state.view as string] ?? [t.list.emptyAll, t.list.emptyAllText]);
  return (
    <EmptyState title={title ?? ''} text={text ?? ''}>
      {(state.importId || state.view !== 'all') && browse}
    </EmptyState>
  );
}
