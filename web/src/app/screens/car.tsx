import { useSession } from '../../api/session.ts';
import { CarPage } from '../../features/cars/detail/car-page.tsx';
import { useAccess } from '../../features/payments/use-access.ts';
import { useUpgrade } from '../upgrade.tsx';
import { Browsing } from './browsing.tsx';

export default function Car({ id }: { id: string }) {
  const session = useSession();
  const openUpgrade = useUpgrade();
  const { seesEstimates } = useAccess();
  // What may be seen depends on who asks: wait for the session rather than ask twice.
  if (session.status === 'loading') return <div className="min-h-screen" />;
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
