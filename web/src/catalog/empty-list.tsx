import { lazy, Suspense } from 'react';
import { useAbout } from '../api/queries.ts';
import { useFilterTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { Button, button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
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
  const about = useAbout();
  // Where we visit nothing ourselves, cars come by the reader's own browser.
  const isOff = about?.importsEnabled === false;
  const filters = chips.filter(({ id }) => id !== 'importId');
  const browse = (
    <Button look="secondary" onClick={onBrowseAll}>
      {t.empty.browseAll}
    </Button>
  );
  if (filters.length > 0) {
    return (
      <EmptyState title={t.empty.emptyFiltered} text={t.empty.emptyFilteredText}>
        <Suspense>
          <DropOneFilter state={state} chips={filters} onChange={onChange} />
        </Suspense>
        <Button look="secondary" onClick={onReset}>
          {t.list.clearFilters}
        </Button>
      </EmptyState>
    );
  }
  const [title, text] = state.importId
    ? isFilling
      ? [t.empty.emptyImport, t.empty.emptyImportText]
      : [t.empty.endedImport, hasLocked ? t.empty.endedImportLocked : t.empty.endedImportText]
    : ({
        starred: [t.empty.emptyStarred, t.empty.emptyStarredText],
        discovered: [t.empty.emptyDiscovered, isOff ? t.empty.emptyOffText : t.empty.emptyDiscoveredText],
        list: [t.empty.emptyList, t.empty.emptyListText],
        hidden: [t.empty.emptyHidden, t.empty.emptyHiddenText],
      }[state.view as string] ?? [t.empty.emptyAll, isOff ? t.empty.emptyOffText : t.empty.emptyAllText]);
  return (
    <EmptyState title={title ?? ''} text={text ?? ''}>
      {isOff && state.importId === null && ['all', 'discovered'].includes(state.view) && (
        <>
          <Link to={paths.button} className={button.secondary}>
            {t.empty.toButton}
          </Link>
          <Link to={paths.extension} className={button.secondary}>
            {t.empty.toExtension}
          </Link>
          {about?.platesEnabled && (
            <Link to={paths.check} className={button.secondary}>
              {t.empty.toCheck}
            </Link>
          )}
        </>
      )}
      {(state.importId || state.view !== 'all') && browse}
    </EmptyState>
  );
}
