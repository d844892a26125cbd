import { lazy, Suspense, useState } from 'react';
import { useSession } from '../api/session.ts';
import { asDefault, useTexts, withTexts } from '../i18n/language.tsx';
import { collectionTexts, helpTexts, huntTexts, importTexts, inboxTexts } from '../i18n/text-parts.ts';
import { hasImported } from '../imports/kept-imports.ts';
import { useUpgrade } from '../payments/upgrade.tsx';
import { useAccess } from '../payments/use-plan.ts';
import { Browsing } from './browsing.tsx';
import { ListCars } from './list-cars.tsx';
import { Places, PlaceViews } from './list-controls.tsx';
import type { ListState, SetListState, View } from './list-state.ts';
import { useListState } from './use-list-state.ts';

/** Signed-in readers only; a placeholder keeps its space while it loads. */
const Importing = lazy(() => import('../imports/importing.tsx'));
const Welcome = lazy(() => import('../app/welcome.tsx'));
const History = lazy(withTexts(() => import('../imports/history-panel.tsx'), importTexts));
const Searches = lazy(withTexts(() => import('../searches/searches-panel.tsx'), inboxTexts, importTexts));
const loadHuntBoard = withTexts(
  asDefault(async () => (await import('../cars/hunt.tsx')).HuntBoard),
  huntTexts,
);
// Without it the starred cars are shown all the same, also without a network.
const HuntBoard = lazy(() => loadHuntBoard().catch(() => ({ default: () => null })));
const Collections = lazy(withTexts(() => import('../searches/collections-view.tsx'), collectionTexts));
const OwnList = lazy(() => import('../searches/own-list.tsx'));
const helpPage = (name: 'Guide' | 'Future' | 'Faq') =>
  lazy(
    withTexts(
      asDefault(async () => (await import('../pages/help.tsx'))[name]),
      helpTexts,
    ),
  );
const textViews = {
  guide: helpPage('Guide'),
  future: helpPage('Future'),
  faq: helpPage('Faq'),
  support: lazy(withTexts(() => import('../pages/support.tsx'), helpTexts)),
} as const;

const isTextView = (view: View): view is keyof typeof textViews => view in textViews;

export default function List() {
  const t = useTexts();
  const [state, setState] = useListState();
  const session = useSession();
  const user = session.session?.user;
  // Only one link field per screen: the automated searches have their own, and texts need none.
  const hasImport = user !== undefined && state.view !== 'subscriptions' && !isTextView(state.view);
  const [hadImported] = useState(hasImported);
  // A reader who opens an import wants its cars, even if it is their first import.
  const isFirst = !hadImported && state.importId === null;
  return (
    <Browsing>
      <div className="column md:pt-2">
        <h1 className="sr-only">{t.list[state.view]}</h1>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 border-rule max-lg:gap-y-2 lg:grid-cols-[auto_minmax(0,1fr)] lg:border-b">
          <div className="max-lg:border-b max-lg:border-rule">
            <Places current={state.view} />
          </div>
          {hasImport && (
            <Suspense fallback={<div className={isFirst ? 'h-27 lg:h-30' : 'h-12 lg:h-15'} />}>
              <Importing onState={setState} importId={state.importId} isFirst={isFirst} />
            </Suspense>
          )}
        </div>
        <PlaceViews current={state.view} />
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
  if (state.view === 'subscriptions') return <SearchesInPlan userId={userId} />;
  if (state.view === 'starred') {
    return (
      <>
        <Suspense fallback={null}>
          <HuntBoard />
        </Suspense>
        <ListCars state={state} onState={onState} />
      </>
    );
  }
  if (state.view !== 'list') return <ListCars state={state} onState={onState} />;
  if (!state.listId) return <Collections />;
  return (
    <OwnList listId={state.listId}>
      {(removal) => <ListCars state={state} onState={onState} removal={removal} />}
    </OwnList>
  );
}

/** The automated searches with the plan's limit. */
function SearchesInPlan({ userId }: { userId: string }) {
  const { hasPremium } = useAccess();
  return <Searches userId={userId} hasPremium={hasPremium} onUpgrade={useUpgrade()} />;
}
