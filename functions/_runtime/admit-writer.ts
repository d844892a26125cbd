import { classLimits } from '#core/account/rate-limits.ts';
import type { Admission } from './admission.ts';
import { requireLiveSession } from './live-session.ts';
import { takePermit } from './permits.ts';
import { ofThisInstallation } from './rate-factor.ts';

/** Who calls a route that writes the table. Nothing is counted for a session that has ended. */
export const admitWriter: Admission = async ({ caller, address, rate }) => {
  if (caller) await requireLiveSession(caller);
  if (rate === 'own' || rate === 'reading') return;
  const { perPerson, perAddress } = classLimits[rate];
  await Promise.all([
    caller && takePermit(ofThisInstallation(perPerson), caller.id),
    isElsewhere(address) && takePermit(ofThisInstallation(perAddress), address),
  ]);
};

// In the cloud nobody calls from the machine itself; on one machine everybody does.
const isElsewhere = (address: string) => !address.startsWith('127.') && address !== '0:0:0:0::/64';
