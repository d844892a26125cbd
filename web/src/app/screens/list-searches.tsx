import { useAccess } from '../../features/payments/use-access.ts';
import SearchesPanel from '../../features/searches/searches-panel.tsx';
import { useUpgrade } from '../upgrade.tsx';

/** The view of the automated searches, with what the reader's plan allows. */
export default function ListSearches({ userId }: { userId: string }) {
  const { hasPremium } = useAccess();
  return <SearchesPanel userId={userId} hasPremium={hasPremium} onUpgrade={useUpgrade()} />;
}
