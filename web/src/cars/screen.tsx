import { useSession } from '../api/session.ts';
import { Browsing } from '../catalog/browsing.tsx';
import { useUpgrade } from '../payments/upgrade.tsx';
import { useAccess } from '../payments/use-plan.ts';
import { CarLoading, CarPage } from './car-page.tsx';

export default function Car({ id }: { id: string }) {
  const session = useSession();
  const openUpgrade = useUpgrade();
  const { seesEstimates } = useAccess();
  // The visible cars depend on the reader, so wait for the session instead of requesting twice.
  if (session.status === 'loading') return <CarLoading />;
  return (
    <Browsing>
      <CarPage
        id={id}
        isSignedIn={session.status === 'signed_in'}
        seesEstimates={seesEstimates}
        onUpgrade={openUpgrade}
      />
    </Browsing>
  );
}
