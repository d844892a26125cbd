import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { pageSize } from '#core/catalog/card-query.ts';
import type { CarListWire } from '#core/contract/routes/cars.ts';
import { useNextPicture } from '../app/next-picture.ts';
import type { Removal } from '../cars/car-card.tsx';
import { CarGrid, GridSkeleton, type PlacedAd } from '../cars/car-grid.tsx';
import { useDiscoveryRemoval, useShowingAgain } from '../cars/use-marks.ts';
import { formatNumber } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.tsx';
import type { OpenUpgrade } from '../payments/upgrade-reason.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { EmptyList } from './empty-list.tsx';
import { type Chip, FilterChips, useChips } from './filter-chips.tsx';
import { FilterDialog } from './filter-dialog.tsx';
import type { FilterProps } from './filter-panel.tsx';
import { useIsWide, useLate, useSteady } from './hooks.ts';
import { Counts, LayoutToggle, SortSelect } from './list-controls.tsx';
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
import { Mine } from './mine.tsx';
import { useCarList, useCounts } from './use-car-list.ts';
import { useScrollMemory } from './use-scroll-memory.ts';

type CarPagesProps = {
  state: ListState;
  onState: SetListState;
  onUpgrade: OpenUpgrade;
  chips: Chip[];
  /** In an own list: removes a car from it. */
  removal?: Removal | undefined;
  data: CarListWire | undefined;
  /** The previous page is shown while the next one loads. */
  isStale: boolean;
  /** The reader cannot see amazing deals. */
  hasLocked?: boolean;
  /** An import is still running. */
  isFilling?: boolean;
  /** To a reader who is not told its unrated ads: how many they are. */
  waiting?: number;
  /** The list has to scroll to a remembered position. */
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
  waiting = 0,
  isWhole = false,
}: CarPagesProps) {
  const t = useTexts();
  const top = useRef<HTMLDivElement>(null);
  const discoveryRemoval = useDiscoveryRemoval();
  const showingAgain = useShowingAgain();
  const isLate = useLate(isStale);
  const all = useCounts().data?.total ?? 0;
  // Without Premium, the number of amazing cars is shown for all cars only, not for a filtered part.
  const isEverything = state.view === 'all' && chips.length === 0;
  const locked = hasLocked && isEverything && data && !isStale ? all - data.totalCount : 0;
  const totalPages = data?.totalPages ?? 1;
  const isInOrder = chips.length === 1 && state.sort === 'scraped_desc' && state.page === 1;
  const cars = useFilling(data, { importId: isInOrder ? state.importId : null, isFilling, waiting });
  const unrated = Math.max(waiting, cars.filter((car) => 'ad' in car).length);
  // While the next page loads, the numbers belong to the cars still on screen.
  const first = ((data?.page ?? state.page) - 1) * pageSize + 1;
  const goTo = (page: number) => {
    onState(changeListState(state, { page }));
    top.current?.scrollIntoView({ block: 'start' });
  };

  // A page beyond the end (fewer cars, an old link) becomes the last page.
  const isBeyond = data !== undefined && !isStale && state.page > totalPages;
  useEffect(() => {
    if (isBeyond) onState(changeListState(state, { page: totalPages }), 'correction');
  });

  const pagination = (label: string, isShort: boolean) => (
    <Pagination page={Math.min(state.page, totalPages)} {...{ totalPages, label, isShort }} onPage={goTo} />
  );
  return (
    <div id="cars" tabIndex={-1} ref={top} className="scroll-mt-4 outline-none" aria-busy={isStale || !data}>
      {/* How many are locked is told a moment later: the longer sentence breaks in its own place and moves nothing. */}
      <div className="mt-2 mb-4 flex min-h-12 items-center justify-between gap-x-4 border-y border-rule py-1 text-meta text-ink-2">
        <p aria-live="polite" className="min-w-0 flex-1">
          {data &&
            (data.totalCount > 0
              ? t.list.range(
                  formatNumber(first),
                  formatNumber(Math.min(first + pageSize - 1, data.totalCount)),
                  data.totalCount,
                )
              : unrated > 0
                ? t.card.beingRatedCount(unrated)
                : t.list.none)}
          {data && data.totalCount > 0 && unrated > 0 && ` · ${t.card.beingRatedCount(unrated)}`}
          {locked > 0 && ` · ${t.list.morePremium(locked)}`}
        </p>
        {pagination(t.list.pagination, true)}
      </div>
      {!data && <GridSkeleton mode={state.mode} count={6} />}
      {data && cars.length === 0 && (
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
      {cars.length > 0 && (
        <div className={`${isLate ? 'opacity-60' : ''} ${state.importId ? '[&_article]:fade-in' : ''}`}>
          <CarGrid
            key={state.mode}
            cars={cars}
            mode={state.mode}
            isWhole={isWhole}
            onUpgrade={onUpgrade}
            removal={{ discovered: discoveryRemoval, hidden: showingAgain }[state.view as string] ?? removal}
          />
        </div>
      )}
      {data && data.cars.length > 0 && (
        <div className="mt-16 grid gap-4 border-t border-rule pt-5">
          {pagination(t.list.paginationBelow, false)}
          <p>
            <Suspense fallback={null}>
              <CsvButton state={state} />
            </Suspense>
          </p>
        </div>
      )}
    </div>
  );
}

/** Below the cars, which come first. */
const CsvButton = lazy(() => import('./csv-button.tsx'));

/** Loaded separately, since it never appears before the cars. */
const FilterPanel = lazy(() => import('./filter-panel.tsx'));

/**
 * The router's key of the first address. The first list renders in its own part: rendered together with the screen, it
 * blocked phones for too long.
 */
const firstKey = 'default';

type CarListProps = {
  state: ListState;
  onState: SetListState;
  hasPremium: boolean;
  onUpgrade: OpenUpgrade;
  /** The shown import is still running. */
  isFilling: boolean;
  waiting?: number;
  /** Set while an import runs and the live feed is down. */
  pollMs: number | false;
  /** In an own list: removes a car from it. */
  removal?: Removal;
  /** Opens the dialog that saves the filters under a name. */
  onSaveSearch: () => void;
  /** Turns the filters into an automated search; absent in views of the reader's own cars. */
  onFollowSearch?: () => void;
};

/** A view of cars: filters, order, layout, cards and pages. */
export function CarList({
  state,
  onState,
  hasPremium,
  onUpgrade,
  isFilling,
  waiting = 0,
  pollMs,
  removal,
  onSaveSearch,
  onFollowSearch,
}: CarListProps) {
  const t = useTexts();
  const { data: newest, error, isPlaceholderData, refetch } = useCarList(state, pollMs);
  // Rendering thirty cards must not delay the response to a press.
  const data = useDeferredValue(newest);
  // Without Premium the list is not filtered by deal, whatever an address or a saved search asks for.
  const { chips, visitedAt } = useChips(hasPremium ? state : { ...state, deals: [] });
  const isWide = useIsWide();
  const isUnfiltered = state.view === 'all' && chips.length === 0;
  const query = writeListState(state).toString();
  const { key } = useLocation();
  const isDue = useNextPicture(key !== firstKey || isComingBack(query));
  const isWhole = useScrollMemory(query, isDue && data !== undefined);
  const results = useRef<HTMLElement>(null);
  const change = useSteady((part: Partial<ListState>) => {
    const next = changeListState(state, part);
    onState(next);
    // A shorter list may end above the viewport: scroll to its first car.
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
  if (!isDue) return <div aria-busy="true" className="min-h-[70vh]" />;
  return (
    <div className="grid items-start gap-x-12 pt-3 lg:grid-cols-[248px_minmax(0,1fr)]">
      {isWide && (
        <aside id="filters" tabIndex={-1} aria-label={t.filters.title} className="outline-none">
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
            {state.view === 'all' && state.importId === null && (
              <div className="flex flex-wrap items-baseline gap-x-6">
                {data && isUnfiltered && <Mine {...{ visitedAt, hasPremium }} mode={state.mode} />}
                <Counts />
              </div>
            )}
            <FilterChips chips={chips} visitedAt={isUnfiltered ? null : visitedAt} onChange={change}>
              {isWorthSaving(state) && (
                <Button look="link" className="text-meta" onClick={onSaveSearch}>
                  <Icon name="save" size={16} />
                  {t.filters.save}
                </Button>
              )}
              {isWorthSaving(state) && onFollowSearch && (
                <Button look="link" className="text-meta" onClick={onFollowSearch}>
                  <Icon name="bell" size={16} />
                  {t.filters.follow}
                </Button>
              )}
            </FilterChips>
          </div>
          <div className="ml-auto flex items-center gap-1">
            <SortSelect
              sort={state.sort}
              hasTown={state.place !== ''}
              hasPremium={hasPremium}
              onSort={(sort) => change({ sort })}
              onUpgrade={onUpgrade}
            />
            <LayoutToggle mode={state.mode} onMode={(mode) => change({ mode })} />
          </div>
        </div>
        {error && !data ? (
          <LoadError error={error} lead={t.list.loadFailed} onRetry={refetch} className="mt-6" />
        ) : (
          <CarPages
            {...{ state, onState, data, onUpgrade, chips, removal, isWhole }}
            hasLocked={!hasPremium}
            {...{ isFilling, waiting }}
            isStale={isPlaceholderData || data !== newest}
          />
        )}
      </section>
    </div>
  );
}

type Filling = {
  /** The shown import, if the list shows it whole and in the order of reading; else null. */
  importId: string | null;
  isFilling: boolean;
  /** To a reader who is not told its unrated ads: how many they are. */
  waiting: number;
};

/**
 * The cars of a running import and its ads that are not rated yet, each where it first stood: an ad becomes its car in place.
 * Readers who may not see which ads are left see how many.
 */
function useFilling(
  data: CarListWire | undefined,
  { importId, isFilling, waiting }: Filling,
): (CarListWire['cars'][number] | PlacedAd)[] {
  const [kept, setKept] = useState<{ importId: string | null; places: readonly string[] }>({
    importId: null,
    places: [],
  });
  const isKept = importId !== null && (isFilling || kept.importId === importId);
  const places = isKept && kept.importId === importId ? kept.places : null;
  const cars = useMemo(() => {
    const told = (data?.unrated ?? []).map((ad, place) => ({ id: ad.id ?? `ad-${place}`, ad }));
    const blanks = data && isFilling && told.length === 0 ? Math.min(waiting, pageSize) : 0;
    const untold = Array.from({ length: blanks }, (_, place) => ({ id: `ad-${place}`, ad: null }));
    const all = [...(data?.cars ?? []), ...told];
    if (places) {
      const placeOf = new Map(places.map((id, place) => [id, place]));
      all.sort(
        (one, other) => (placeOf.get(one.id) ?? pageSize ** 2) - (placeOf.get(other.id) ?? pageSize ** 2),
      );
    }
    return [...all, ...untold];
  }, [data, isFilling, waiting, places]);
  const known = new Set(places);
  const added = isKept
    ? cars.map(({ id }) => id).filter((id) => !id.startsWith('ad-') && !known.has(id))
    : [];
  if (added.length > 0) setKept({ importId, places: [...(places ?? []), ...added] });
  return cars;
}
