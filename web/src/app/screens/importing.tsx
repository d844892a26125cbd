import { useEffect, useState } from 'react';
import { defaultListState, type SetListState } from '../../features/cars/list-state.ts';
import { rememberImported } from '../../features/imports/has-imported.ts';
import { ImportCard } from '../../features/imports/import-card.tsx';
import { useUsage } from '../../features/payments/use-usage.ts';
import { useStartSearch } from '../../features/searches/use-start-search.ts';
import { forgetLink, waitingLink } from '../../waiting-link.ts';
import { useUpgrade } from '../upgrade.tsx';

type Props = { onState: SetListState; isCompact: boolean };

/** The box that takes a link or a page, over the views of cars. */
export default function Importing({ onState, isCompact }: Props) {
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
  return (
    <ImportCard
      initialLink={link}
      usage={usage.data}
      onUpgrade={openUpgrade}
      onFollow={startSearch.mutate}
      isCompact={isCompact}
      onStarted={(importId) => {
        rememberImported();
        onState({ ...defaultListState, importId, sort: 'scraped_desc' });
      }}
    />
  );
}
