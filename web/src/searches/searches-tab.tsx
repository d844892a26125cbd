import { useUpgrade } from '../payments/upgrade.tsx';
import { useAccess } from '../payments/use-plan.ts';
import SearchesPanel from './searches-panel.tsx';

/** The view of automated searches with the plan's limit. */
export default function ListSearches({ userId }: { userId: string }) {
  const { hasPremium } = useAccess();
  return <SearchesPanel userId={userId} hasPremium={hasPremium} onUpgrade={useUpgrade()} />;
}
