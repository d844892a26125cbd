import { useTexts } from '../../i18n/language.tsx';
import { button } from '../../ui/button.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { isFiltered, type ListState } from './list-state.ts';

type Props = { state: ListState; onReset: () => void; onBrowseAll: () => void };

/** Says why the list is empty and what to do about it. */
export function EmptyList({ state, onReset, onBrowseAll }: Props) {
  const t = useTexts();
  const filtersOtherThanImport = isFiltered({ ...state, importId: null });
  const browse = (
    <button type="button" className={button.secondary} onClick={onBrowseAll}>
      {t.list.browseAll}
    </button>
  );
  if (filtersOtherThanImport) {
    return (
      <EmptyState title={t.list.emptyFiltered} text={t.list.emptyFilteredText}>
        <button type="button" className={button.secondary} onClick={onReset}>
          {t.list.clearFilters}
        </button>
      </EmptyState>
    );
  }
  if (state.importId) {
    return (
      <EmptyState title={t.list.emptyImport} text={t.list.emptyImportText}>
        {browse}
      </EmptyState>
    );
  }
  if (state.view === 'starred') {
    return (
      <EmptyState title={t.list.emptyStarred} text={t.list.emptyStarredText}>
        {browse}
      </EmptyState>
    );
  }
  if (state.view === 'discovered') {
    return (
      <EmptyState title={t.list.emptyDiscovered} text={t.list.emptyDiscoveredText}>
        {browse}
      </EmptyState>
    );
  }
  return <EmptyState title={t.list.emptyAll} text={t.list.emptyAllText} />;
}
