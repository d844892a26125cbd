import { lazy, Suspense, useState } from 'react';
import { useSession } from '../api/session.ts';
import { useTexts, withTexts } from '../i18n/language.tsx';
import { collectionTexts, helpTexts, huntTexts, importTexts, inboxTexts } from '../i18n/text-parts.ts';
import { hasImported } from '../imports/has-imported.ts';
import { Browsing } from './browsing.tsx';
import { ListCars } from './list-cars.tsx';
import { HeroCounts, SmallCounts, ViewTabs } from './list-controls.tsx';
import type { ListState, SetListState, View } from './list-state.ts';
import { useListState } from './use-list-state.ts';

/** Signed-in readers only; a placeholder keeps its space while it loads. */
const Importing = lazy(() => import('../imports/importing.tsx'));
const Welcome = lazy(() => import('../app/welcome.tsx'));
const History = lazy(withTexts(() => import('../imports/history-panel.tsx'), importTexts));
const Searches = lazy(withTexts(() => import('../searches/searches-tab.tsx'), inboxTexts, importTexts));
const HuntBoard = lazy(
  withTexts(() => import('../cars/hunt.tsx').then(({ HuntBoard }) => ({ default: HuntBoard })), huntTexts),
);
const Collections = lazy(withTexts(() => import('../searches/collections-tab.tsx'), collectionTexts));
const OwnListCars = lazy(() => import('../searches/own-list-cars.tsx'));
const textViews = {
  guide: lazy(withTexts(() => import('../pages/guide.tsx'), helpTexts)),
  future: lazy(withTexts(() => import('../pages/future.tsx'), helpTexts)),
  faq: lazy(withTexts(() => import('../pages/faq.tsx'), helpTexts)),
  support: lazy(withTexts(() => import('../pages/support.tsx'), helpTexts)),
} as const;

const isTextView = (view: View): view is keyof typeof textViews => view in textViews;

export default function List() {
  const t = useTexts();
  const [state, setState] = useListState();
  const session = useSession();
  const user = session.session?.user;
  // Only one link field per screen: the automated searches have their own.
  const hasImport = user !== undefined && state.view !== 'subscriptions';
  const [hadImported] = useState(hasImported);
  // A reader who opens an import wants its cars, even if it is their first import.
  const isCompact = user !== undefined && (hadImported || state.importId !== null);
  return (
    <Browsing>
      <div className={`column ${isCompact ? 'pt-2 md:pt-5' : 'pt-6 md:pt-10'}`}>
        <h1 className="sr-only">{t.list[state.view]}</h1>
        <div
          className={
            isCompact
              ? 'grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-2 lg:grid-cols-[auto_minmax(0,1fr)]'
              : ''
          }
        >
          {isCompact ? (
            <div className="flex min-h-9 items-center lg:h-12">
              <SmallCounts isOfAll={state.importId !== null} />
            </div>
          ) : (
            <HeroCounts />
          )}
          {/* Same position in both layouts, so React keeps the typed text when the box shrinks. */}
          {hasImport && (
            <Suspense fallback={<div className={isCompact ? 'h-12' : 'min-h-96'} />}>
              <Importing onState={setState} importId={state.importId} isCompact={isCompact} />
            </Suspense>
          )}
        </div>
        <div className={isCompact ? 'mt-1' : 'mt-4 md:mt-8'}>
          <ViewTabs current={state.view} />
        </div>
        <Suspense fallback={<div className="min-h-screen" />}>
          <Content state={state} onState={setState} userId={user?.id ?? null} />
        </Suspense>
      </div>
    </Browsing>
  );
}

type ContentProps = { state: ListState; onState: SetListState; userId: string | null };

/** What the chosen view shows. */
function Content({ state, onState, userId }: ContentProps) {
  const Text = isTextView(state.view) ? textViews[state.view] : null;
  if (Text) return <Text />;
  if (!userId) return <Welcome state={state} />;
  if (state.view === 'history') return <History userId={userId} />;
  if (state.view === 'subscriptions') return <Searches userId={userId} />;
  if (state.view === 'starred') {
    return (
      <>
        <HuntBoard />
        <ListCars state={state} onState={onState} />
      </>
    );
  }
  if (state.view !== 'list') return <ListCars state={state} onState={onState} />;
  if (!state.listId) return <Collections />;
  return (
    <OwnListCars listId={state.listId}>
      {(removal) => <ListCars state={state} onState={onState} removal={removal} />}
    </OwnListCars>
  );
}
