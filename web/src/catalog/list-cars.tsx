import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { queryKeys } from '../api/queries.ts';
import type { Removal } from '../cars/car-card.tsx';
import { asDefault, useFormat, useTexts } from '../i18n/language.tsx';
import { isRunning, useImportStatus } from '../imports/use-import-status.ts';
import { useLiveConnection } from '../live/live-feed.ts';
import { useUpgrade } from '../payments/upgrade.tsx';
import { useAccess } from '../payments/use-plan.ts';
import { useStartSearch } from '../searches/use-searches.ts';
import { CarList } from './car-list.tsx';
import { chipsOf, usePanelWords } from './filter-chips.tsx';
import { type ListState, type SetListState, savedFilters } from './list-state.ts';

const SaveSearchDialog = lazy(
  asDefault(async () => (await import('../searches/collection-dialogs.tsx')).SaveSearchDialog),
);

/** Poll interval while an import runs and the live feed is down (docs/spec.md 4). */
const pollMs = 2_000;

type Props = { state: ListState; onState: SetListState; removal?: Removal };

/** A view of cars, possibly with a running import, whose filters can be saved. */
export function ListCars({ state, onState, removal }: Props) {
  const openUpgrade = useUpgrade();
  const { hasPremium } = useAccess();
  const status = useImportStatus();
  const isLive = useLiveConnection();
  const [isSaving, setSaving] = useState(false);
  const follow = useStartSearch(openUpgrade);
  const wanted = useKeptFilters(state);
  const isShownImport = status !== null && status.jobId === state.importId;
  const isFilling = isShownImport && isRunning(status);
  // The first step of an import finds all ads, long before the first one is rated.
  const client = useQueryClient();
  const found = isFilling ? status.carsFound : 0;
  useEffect(() => {
    if (found > 0) void client.invalidateQueries({ queryKey: queryKeys.carLists });
  }, [found, client]);
  return (
    <>
      <CarList
        state={state}
        onState={onState}
        hasPremium={hasPremium}
        onUpgrade={openUpgrade}
        isFilling={isFilling}
        waiting={
          isFilling && !hasPremium ? Math.max(0, status.carsFound - status.carsDone - status.carsFailed) : 0
        }
        pollMs={isFilling && !isLive ? pollMs : false}
        {...(removal && { removal })}
        onSaveSearch={() => setSaving(true)}
        {...(state.view === 'all' &&
          !follow.isPending && {
            onFollowSearch: () => follow.mutate(wanted.filters),
          })}
      />
      {isSaving && (
        <Suspense>
          <SaveSearchDialog
            filters={wanted.filters}
            description={wanted.description}
            onClose={() => setSaving(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The filters as stored by a saved search, and in words. */
function useKeptFilters(state: ListState) {
  const t = useTexts();
  const { date } = useFormat();
  const kept = { ...state, newSince: null, importId: null };
  const words = chipsOf(kept, { t, panel: usePanelWords(kept), day: date, isLastVisit: false }).map(
    ({ label }) => label,
  );
  return { filters: savedFilters(kept), description: words.join(' · ') };
}
