import { lazy, Suspense, useDeferredValue, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useTexts } from '../../i18n/language.tsx';
import { useFailureText } from '../../i18n/use-failure-text.ts';
import { button } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import type { OpenUpgrade } from '../../upgrade-reason.ts';
import { useNextPicture } from '../../use-next-picture.ts';
import { CarPages } from './car-pages.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FilterDialog } from './filter-dialog.tsx';
import type { FilterProps } from './filter-panel.tsx';
import { LayoutToggle } from './layout-toggle.tsx';
import { isWorthSaving } from './list-filters.ts';
import { isComingBack } from './list-memory.ts';
import {
  changeListState,
  type ListState,
  type SetListState,
  withoutFilters,
  writeListState,
} from './list-state.ts';
import type { Removal } from './remove-button.tsx';
import { SortSelect } from './sort-select.tsx';
import { useCarList } from './use-car-list.ts';
import { useChips } from './use-chips.ts';
import { useIsWide } from './use-is-wide.ts';
import { useScrollMemory } from './use-scroll-memory.ts';
import { useSteady } from './use-steady.ts';

/** Beside or over the cars, never before them: loaded on its own. */
const FilterPanel = lazy(() => import('./filter-panel.tsx'));

/**
 * The router's name for the address that the app was opened with. There the list is a piece of its own: laid out with the
 * screen around it, it kept a phone from answering for too long.
 */
const firstKey = 'default';

type Props = {
  state: ListState;
  onState: SetListState;
  hasPremium: boolean;
  onUpgrade: OpenUpgrade;
  /** The import that is shown is still bringing cars. */
  isFilling: boolean;
  /** While an import runs and the live feed is down. */
  pollMs: number | false;
  /** In the reader's own list: taking a car off it. */
  removal?: Removal;
  /** Opens the dialog that keeps the filters under a name. */
  onSaveSearch: () => void;
  /** Turns the filters into an automated search; absent in views of the reader's own cars. */
  onFollowSearch?: () => void;
};

/** The views of cars: filters beside, order and layout above, cards, pages. */
export function CarList({
  state,
  onState,
  hasPremium,
  onUpgrade,
  isFilling,
  pollMs,
  removal,
  onSaveSearch,
  onFollowSearch,
}: Props) {
  const t = useTexts();
  const { data: newest, error, isPlaceholderData, refetch } = useCarList(state, pollMs);
  // Thirty cards are drawn while what is pressed is answered, and give way to it.
  const data = useDeferredValue(newest);
  const { chips, visitedAt } = useChips(state);
  const isWide = useIsWide();
  const failureText = useFailureText();
  const query = writeListState(state).toString();
  const { key } = useLocation();
  const isDue = useNextPicture(key !== firstKey || isComingBack(query));
  const isWhole = useScrollMemory(query, isDue && data !== undefined);
  const results = useRef<HTMLElement>(null);
  const change = useSteady((part: Partial<ListState>) => {
    const next = changeListState(state, part);
    onState(next);
    // Fewer cars may end above where the reader stands: what was chosen shows from its first car.
    const top = results.current?.getBoundingClientRect().top ?? 0;
    if (next.mode === state.mode && top < 0) results.current?.scrollIntoView({ block: 'start' });
  });
  const reset = useSteady(() => onState(withoutFilters(state)));
  const filters: FilterProps = {
    state,
    facets: data,
    hasPremium,
    onChange: change,
    onReset: reset,
    onUpgrade,
  };
  if (!isDue) return <div className="min-h-[70vh]" />;
  return (
    <div className="grid items-start gap-x-12 pt-3 lg:grid-cols-[248px_minmax(0,1fr)] lg:pt-7">
      {isWide && (
        <aside aria-label={t.filters.title}>
          <Suspense>
            <FilterPanel {...filters} />
          </Suspense>
        </aside>
      )}
      <section ref={results} aria-label={t.list[state.view]} className="min-w-0 scroll-mt-4">
        <h2 className="sr-only">{t.list.title}</h2>
        <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-2 gap-y-2 sm:gap-x-4">
          <FilterDialog {...filters} activeCount={chips.length} totalCount={data?.totalCount ?? 0} />
          <div className="min-w-0 flex-1 max-lg:order-last max-lg:w-full max-lg:flex-none">
            <FilterChips chips={chips} visitedAt={visitedAt} onChange={change}>
              {isWorthSaving(state) && (
                <button type="button" className={`${button.link} text-meta`} onClick={onSaveSearch}>
                  <Icon name="save" size={16} />
                  {t.filters.save}
                </button>
              )}
              {isWorthSaving(state) && onFollowSearch && (
                <button type="button" className={`${button.link} text-meta`} onClick={onFollowSearch}>
                  <Icon name="bell" size={16} />
                  {t.filters.follow}
                </button>
              )}
            </FilterChips>
          </div>
          <div className="ml-auto flex items-center gap-1">
            <SortSelect
              sort={state.sort}
              hasPremium={hasPremium}
              onSort={(sort) => change({ sort })}
              onUpgrade={onUpgrade}
            />
            <LayoutToggle mode={state.mode} onMode={(mode) => change({ mode })} />
          </div>
        </div>
        {error && !data ? (
          <div className="mt-6 grid justify-items-start gap-4">
            <MessageBox kind="error">
              {t.list.loadFailed} {failureText(error)}
            </MessageBox>
            <button type="button" className={button.secondary} onClick={() => void refetch()}>
              {t.common.tryAgain}
            </button>
          </div>
        ) : (
          <CarPages
            {...{ state, onState, data, onUpgrade, chips, removal, isWhole }}
            hasLocked={!hasPremium}
            isFilling={isFilling}
            isStale={isPlaceholderData || data !== newest}
          />
        )}
      </section>
    </div>
  );
}
