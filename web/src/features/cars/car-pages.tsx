import { Suspense, useEffect, useRef } from 'react';
import type { CarListWire } from '#core/contract/routes/cars.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/language.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import type { OpenUpgrade } from '../../upgrade-reason.ts';
import { CarGrid, GridSkeleton } from './car-grid.tsx';
import type { Chip } from './chips.ts';
import { EmptyList } from './empty-list.tsx';
import {
  changeListState,
  defaultListState,
  type ListState,
  type SetListState,
  withoutFilters,
} from './list-state.ts';
import type { Removal } from './remove-button.tsx';
import { UnratedAds } from './unrated-ads.tsx';
import { useCounts } from './use-car-list.ts';
import { useLate } from './use-late.ts';
import { useDiscoveryRemoval } from './use-marks.ts';

/** Cars on a page (docs/spec.md 9); the service decides, this numbers the first and last of them. */
const pageSize = 30;

type Props = {
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
}: Props) {
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
