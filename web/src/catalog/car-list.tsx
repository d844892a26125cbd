import { lazy, Suspense, useDeferredValue, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { CarListWire } from '#core/contract/routes/cars.ts';
import { useNextPicture } from '../app/next-picture.ts';
import type { Removal } from '../cars/car-card.tsx';
import { CarGrid, GridSkeleton } from '../cars/car-grid.tsx';
import { useDiscoveryRemoval } from '../cars/use-marks.ts';
import { formatNumber } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.tsx';
import { useFailureText } from '../i18n/text-parts.ts';
import type { OpenUpgrade } from '../payments/upgrade-reason.ts';
import { button } from '../ui/button.ts';
import { Icon } from '../ui/icon.tsx';
import { MessageBox } from '../ui/messages.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { EmptyList, UnratedAds } from './empty-list.tsx';
import { type Chip, FilterChips, useChips } from './filter-chips.tsx';
import { FilterDialog } from './filter-dialog.tsx';
import type { FilterProps } from './filter-panel.tsx';
import { useIsWide, useLate, useSteady } from './hooks.ts';
import { LayoutToggle, SortSelect } from './list-controls.tsx';
import {
  changeListState,
  defaultListState,
  isComingBack,
  isWorthSaving,
  type ListState,
  type SetListState,
  withoutFilters,
  writeListState,
} from './list-state.ts';
import { useCarList, useCounts } from './use-car-list.ts';
import { useScrollMemory } from './use-scroll-memory.ts';

/** Cars on a page (docs/spec.md 9); the service decides, this numbers the first and last of them. */
const pageSize = 30;

type CarPagesProps = {
  state: ListState;
  onState: SetListState;
  onUpgrade: OpenUpgrade;
  chips: Chip[];
  /** In the reader's own list: taking a car off it. */
  removal?: Removal | undefined;
  data: CarListWire | undefined;
  /** The page before stands in for the one asked for. */
  isStale: boolean;
  /** Amazing deals are in none of the reader's pages. */
  hasLocked?: boolean;
  /** An import is still bringing cars. */
  isFilling?: boolean;
  /** A place further down is come back to. */
  isWhole?: boolean;
};

/** The cards of a page between their counts and the page numbers. */
export function CarPages({
  state,
  onState,
  onUpgrade,
  chips,
  removal,
  data,
  isStale,
  hasLocked = false,
  isFilling = false,
  isWhole = false,
}: CarPagesProps) {
  const t = useTexts();
  const top = useRef<HTMLDivElement>(null);
  const discoveryRemoval = useDiscoveryRemoval();
  const isLate = useLate(isStale);
  const all = useCounts().data?.total ?? 0;
  // Of a part of the cars nobody without Premium is told how many of them are amazing.
  const isEverything = state.view === 'all' && chips.length === 0;
  const locked = hasLocked && isEverything && data && !isStale ? all - data.totalCount : 0;
  const totalPages = data?.totalPages ?? 1;
  const unrated = data?.unrated ?? [];
  // While the next page is on its way the cars of the one before stand here, and their numbers with them.
  const first = ((data?.page ?? state.page) - 1) * pageSize + 1;
  const goTo = (page: number) => {
    onState(changeListState(state, { page }), 'step');
    top.current?.scrollIntoView({ block: 'start' });
  };

  // A page beyond the end (a filter left fewer cars, an old link) becomes the last one.
  const isBeyond = data !== undefined && !isStale && state.page > totalPages;
  useEffect(() => {
    if (isBeyond) onState(changeListState(state, { page: totalPages }));
  });

  const pagination = (label: string, isShort: boolean) => (
    <Pagination page={Math.min(state.page, totalPages)} {...{ totalPages, label, isShort }} onPage={goTo} />
  );
  return (
    <div ref={top} className="scroll-mt-4" aria-busy={isStale}>
      <div className="mt-2 mb-4 flex min-h-12 flex-wrap items-center justify-between gap-x-4 border-y border-rule py-1 text-meta text-ink-2">
        <p aria-live="polite">
          {data &&
            (data.totalCount > 0
              ? t.list.range(
                  formatNumber(first),
                  formatNumber(Math.min(first + pageSize - 1, data.totalCount)),
                  data.totalCount,
                )
              : unrated.length > 0
                ? t.card.beingRatedCount(unrated.length)
                : t.list.none)}
          {locked > 0 && ` · ${t.list.morePremium(locked)}`}
        </p>
        {pagination(t.list.pagination, true)}
      </div>
      {!data && <GridSkeleton mode={state.mode} count={6} />}
      {data && data.cars.length === 0 && unrated.length === 0 && (
        <Suspense>
          <EmptyList
            state={state}
            {...{ chips, isFilling, hasLocked }}
            onChange={(part) => onState(changeListState(state, part))}
            onReset={() => onState(withoutFilters(state))}
            onBrowseAll={() => onState({ ...defaultListState, mode: state.mode })}
          />
        </Suspense>
      )}
      {data && data.cars.length > 0 && (
        <div className={`${isLate ? 'opacity-60' : ''} ${state.importId ? '[&_article]:fade-in' : ''}`}>
          <CarGrid
            key={state.mode}
            cars={data.cars}
            mode={state.mode}
            isWhole={isWhole}
            onUpgrade={onUpgrade}
            removal={state.view === 'discovered' ? discoveryRemoval : removal}
          />
        </div>
      )}
      {unrated.length > 0 && (
        <div className={data?.cars.length ? 'mt-12' : ''}>
          <UnratedAds ads={unrated} mode={state.mode} />
        </div>
      )}
      {data && data.cars.length > 0 && (
        <div className="mt-16 border-t border-rule pt-5">{pagination(t.list.paginationBelow, false)}</div>
      )}
    </div>
  );
}

/** Beside or over the cars, never before them: loaded on its own. */
const FilterPanel = lazy(() => import('./filter-panel.tsx'));

/**
 * The router's name for the address that the app was opened with. There the list is a piece of its own: laid out with the
 * screen around it, it kept a phone from answering for too long.
 */
const firstKey = 'default';

type CarListProps = {
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
}: CarListProps) {
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
