import { lazy, Suspense, useEffect, useRef } from 'react';
import type { CarListWire } from '#core/contract/routes/cars.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/language.tsx';
import { useFailureText } from '../../i18n/use-failure-text.ts';
import { button } from '../../ui/button.ts';
import { MessageBox } from '../../ui/message-box.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import type { OpenUpgrade } from '../../upgrade-reason.ts';
import { CarGrid, GridSkeleton } from './car-grid.tsx';
import { EmptyList } from './empty-list.tsx';
import { chipsOf, FilterChips } from './filter-chips.tsx';
import { FilterDialog } from './filter-dialog.tsx';
import type { FilterProps } from './filter-panel.tsx';
import { LayoutToggle } from './layout-toggle.tsx';
import {
  changeListState,
  defaultListState,
  type ListState,
  withoutFilters,
  writeListState,
} from './list-state.ts';
import { SortSelect } from './sort-select.tsx';
import { useCarList } from './use-car-list.ts';
import { useRemoveDiscovery } from './use-marks.ts';
import { useScrollMemory } from './use-scroll-memory.ts';

/** Beside or over the cars, never before them: loaded on its own. */
const FilterPanel = lazy(() => import('./filter-panel.tsx'));

/** Cars on a page (spec section 9); the service decides, this numbers the first and last of them. */
const pageSize = 30;

type Props = {
  state: ListState;
  onState: (state: ListState) => void;
  hasPremium: boolean;
  onUpgrade: OpenUpgrade;
  /** While an import runs and the live feed is down. */
  pollMs: number | false;
};

/** The views of cars: filters beside, order and layout above, cards, pages. */
export function CarList({ state, onState, hasPremium, onUpgrade, pollMs }: Props) {
  const t = useTexts();
  const { data, error, isPlaceholderData, refetch } = useCarList(state, pollMs);
  const failureText = useFailureText();
  useScrollMemory(writeListState(state).toString(), data !== undefined);
  const change = (part: Partial<ListState>) => onState(changeListState(state, part));
  const filters: FilterProps = {
    state,
    facets: data,
    hasPremium,
    onChange: change,
    onReset: () => onState(withoutFilters(state)),
    onUpgrade,
  };
  return (
    <div className="grid items-start gap-x-12 pt-3 lg:grid-cols-[248px_minmax(0,1fr)] lg:pt-7">
      <aside aria-label={t.filters.title} className="max-lg:hidden">
        <Suspense>
          <FilterPanel {...filters} />
        </Suspense>
      </aside>
      <section aria-label={t.list[state.view]} className="min-w-0">
        <h2 className="sr-only">{t.list.title}</h2>
        <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-2 gap-y-2 sm:gap-x-4">
          <FilterDialog
            {...filters}
            activeCount={chipsOf(state, t).length}
            totalCount={data?.totalCount ?? 0}
          />
          <div className="max-lg:order-last max-lg:w-full">
            <FilterChips state={state} onChange={change} />
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
          <CarPages {...{ state, onState, data, onUpgrade }} isStale={isPlaceholderData} />
        )}
      </section>
    </div>
  );
}

type PagesProps = Pick<Props, 'state' | 'onState' | 'onUpgrade'> & {
  data: CarListWire | undefined;
  isStale: boolean;
};

function CarPages({ state, onState, onUpgrade, data, isStale }: PagesProps) {
  const t = useTexts();
  const top = useRef<HTMLDivElement>(null);
  const removeDiscovery = useRemoveDiscovery();
  const totalPages = data?.totalPages ?? 1;
  const first = (state.page - 1) * pageSize + 1;
  const goTo = (page: number) => {
    onState(changeListState(state, { page }));
    top.current?.scrollIntoView({ block: 'start' });
  };

  // A page beyond the end (a filter left fewer cars, an old link) becomes the last one.
  const isBeyond = data !== undefined && !isStale && state.page > totalPages;
  useEffect(() => {
    if (isBeyond) onState(changeListState(state, { page: totalPages }));
  });

  const pagination = (label: string) => (
    <Pagination page={Math.min(state.page, totalPages)} totalPages={totalPages} label={label} onPage={goTo} />
  );
  return (
    <div ref={top} className="scroll-mt-4">
      <div className="mt-3 mb-6 flex min-h-12 flex-wrap items-center justify-between gap-x-4 border-y border-rule py-1 text-meta text-ink-2">
        <p aria-live="polite">
          {data &&
            (data.totalCount > 0
              ? t.list.range(
                  formatNumber(first),
                  formatNumber(Math.min(first + pageSize - 1, data.totalCount)),
                  data.totalCount,
                )
              : t.list.none)}
        </p>
        <div className="max-sm:hidden">{pagination(t.list.pagination)}</div>
      </div>
      {!data && <GridSkeleton mode={state.mode} count={6} />}
      {data && data.cars.length === 0 && (
        <EmptyList
          state={state}
          onReset={() => onState(withoutFilters(state))}
          onBrowseAll={() => onState({ ...defaultListState, mode: state.mode })}
        />
      )}
      {data && data.cars.length > 0 && (
        <>
          <div
            className={`transition-opacity duration-100 ${isStale ? 'opacity-60' : ''} ${state.importId ? '[&_article]:fade-in' : ''}`}
          >
            <CarGrid
              cars={data.cars}
              mode={state.mode}
              onUpgrade={onUpgrade}
              onRemove={state.view === 'discovered' ? removeDiscovery : undefined}
            />
          </div>
          <div className="mt-16 border-t border-rule pt-5">{pagination(t.list.paginationBelow)}</div>
        </>
      )}
    </div>
  );
}
