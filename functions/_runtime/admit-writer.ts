import type { Admission } from './admission.ts';
import { requireLiveSession } from './live-session.ts';

/** Who calls a route that writes the table. */
export const admitWriter: Admission = async (caller) => {
  if (caller) await requireLiveSession(caller);
};
