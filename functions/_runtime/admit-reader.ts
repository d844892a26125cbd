import { Failure } from '#core/failure.ts';
import type { Admission } from './admission.ts';
import { requireLiveSession } from './live-session.ts';
import { log } from './log.ts';

/** Who calls a route that only reads the table. */
export const admitReader: Admission = async ({ caller }) => {
  if (!caller) return;
  await requireLiveSession(caller).catch((error) => {
    if (error instanceof Failure) throw error;
    // A table that does not answer has nothing to tell either: what the route says then is its own affair.
    log.failure('it is not known whether a session has ended', error);
  });
};
