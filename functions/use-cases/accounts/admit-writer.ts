import { classLimits } from '#core/account/rate-limits.ts';
import { takePermit } from '#functions/_adapters/dynamodb/permits.ts';
import type { Admission } from '#functions/_runtime/admission.ts';
import { ofThisInstallation } from '#functions/_runtime/rate-factor.ts';
import { requireLiveSession } from './live-session.ts';

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
