import { lazy, Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useLiveConnection } from '../../api/live-connection.ts';
import { useSession } from '../../api/session.ts';
import { CarList } from '../../features/cars/car-list.tsx';
import { HeroCounts } from '../../features/cars/hero-counts.tsx';
import { rememberList } from '../../features/cars/list-memory.ts';
import {
  defaultListState,
  type ListState,
  readListState,
  type View,
  writeListState,
} from '../../features/cars/list-state.ts';
import { useCounts } from '../../features/cars/use-car-list.ts';
import { ViewTabs } from '../../features/cars/view-tabs.tsx';
import { ImportCard } from '../../features/imports/import-card.tsx';
import { isRunning, useImportStatus } from '../../features/imports/use-import-status.ts';
import { takeLink } from '../../features/imports/waiting-link.ts';
import { useAccess } from '../../features/payments/use-access.ts';
import { useUsage } from '../../features/payments/use-usage.ts';
import { useTexts } from '../../i18n/language.tsx';
import { useUpgrade } from '../upgrade.tsx';

const Welcome = lazy(() => import('./welcome.tsx'));
const History = lazy(() => import('../../features/imports/history-panel.tsx'));
const textViews = {
  guide: lazy(() => import('../../features/pages/guide.tsx')),
  future: lazy(() => import('../../features/pages/future.tsx')),
  faq: lazy(() => import('../../features/pages/faq.tsx')),
  support: lazy(() => import('../../features/pages/support.tsx')),
} as const;

const isTextView = (view: View): view is keyof typeof textViews => view in textViews;

/** While an import fills the list and the live feed is down (spec section 4). */
const pollMs = 2_000;

/** The address holds the list's state; the storages mirror it. */
function useListState(): [ListState, (state: ListState) => void] {
  const [search, setSearch] = useSearchParams();
  const state = readListState(search);
  const query = writeListState(state).toString();
  useEffect(() => rememberList(query), [query]);
  const set = (next: ListState) => {
    const written = writeListState(next);
    // A signed-in reader's plain list still says so in its address, so that nothing older is restored over it.
    if (written.size === 0) written.set('view', 'all');
    setSearch(written, { replace: true, preventScrollReset: true });
  };
  return [state, set];
}

export default function List() {
  const t = useTexts();
  const [state, setState] = useListState();
  const session = useSession();
  const counts = useCounts();
  const user = session.session?.user;
  const Text = isTextView(state.view) ? textViews[state.view] : null;
  return (
    <div className="column pt-6 md:pt-10">
      <h1 className="sr-only">{t.list[state.view]}</h1>
      <HeroCounts />
      {user && <Importing onState={setState} />}
      <div className="mt-4 md:mt-8">
        <ViewTabs current={state.view} counts={{ all: counts.data?.total }} />
      </div>
      <Suspense fallback={<div className="min-h-screen" />}>
        {Text && <Text />}
        {!Text && !user && <Welcome state={state} />}
        {!Text && user && state.view === 'history' && <History userId={user.id} />}
        {!Text && user && state.view !== 'history' && <Cars state={state} onState={setState} />}
      </Suspense>
    </div>
  );
}

type StateProps = { state: ListState; onState: (state: ListState) => void };

function Importing({ onState }: Pick<StateProps, 'onState'>) {
  const openUpgrade = useUpgrade();
  const usage = useUsage();
  const [link] = useState(takeLink);
  return (
    <ImportCard
      initialLink={link}
      usage={usage.data}
      onUpgrade={openUpgrade}
      onStarted={(importId) => onState({ ...defaultListState, importId, sort: 'scraped_desc' })}
    />
  );
}

function Cars({ state, onState }: StateProps) {
  const openUpgrade = useUpgrade();
  const { hasPremium } = useAccess();
  const status = useImportStatus();
  const isLive = useLiveConnection();
  const isShownImport = status !== null && status.jobId === state.importId;
  const isFilling = isShownImport && isRunning(status);
  // An import that ended without cars leaves nothing to filter by; its toast says why.
  const hasFailed = isShownImport && status.failure !== null;
  useEffect(() => {
    if (hasFailed) onState({ ...state, importId: null });
  });
  return (
    <CarList
      state={state}
      onState={onState}
      hasPremium={hasPremium}
      onUpgrade={openUpgrade}
      pollMs={isFilling && !isLive ? pollMs : false}
    />
  );
}
