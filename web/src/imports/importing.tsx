import { lazy, Suspense, useEffect, useState } from 'react';
import { defaultListState, type SetListState } from '../catalog/list-state.ts';
import { useUpgrade } from '../payments/upgrade.tsx';
import { useAccess, useUsage } from '../payments/use-plan.ts';
import { useStartSearch } from '../searches/use-searches.ts';
import { ImportCard } from './import-card.tsx';
import { rememberImported } from './kept-imports.ts';
import { isRunning, useImportStatus } from './use-import-status.ts';
import { forgetLink, waitingLink } from './waiting-link.ts';

const FirstLook = lazy(() => import('./first-look.tsx'));

type Props = {
  onState: SetListState;
  /** The import whose cars alone are shown. */
  importId: string | null;
  /** Nothing was imported here before. */
  isFirst: boolean;
};

/** The box that takes a link or a page, over the views of cars; under it what of a shown import is worth a look first. */
export default function Importing({ onState, importId, isFirst }: Props) {
  const openUpgrade = useUpgrade();
  const usage = useUsage();
  const [link] = useState(waitingLink);
  // Not while rendering: a render that is thrown away would take the link along.
  useEffect(forgetLink, []);
  const startSearch = useStartSearch(openUpgrade);
  const isKnown = (usage.data?.scrapes_used ?? 0) > 0;
  useEffect(() => {
    if (isKnown) rememberImported();
  }, [isKnown]);
  const status = useImportStatus();
  const access = useAccess();
  return (
    <>
      <ImportCard
        initialLink={link}
        usage={usage.data}
        onUpgrade={openUpgrade}
        onFollow={startSearch.mutate}
        isFirst={isFirst}
        onStarted={(startedId) => {
          rememberImported();
          onState({ ...defaultListState, importId: startedId, sort: 'scraped_desc' });
        }}
      />
      {importId && (
        <Suspense>
          <FirstLook
            key={importId}
            importId={importId}
            isRunning={status?.jobId === importId && isRunning(status)}
            access={access}
            onBestFirst={() => onState({ ...defaultListState, importId, sort: 'deal' })}
            onUpgrade={openUpgrade}
          />
        </Suspense>
      )}
    </>
  );
}
