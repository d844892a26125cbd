import { Failure } from '#core/failure.ts';
import type { Admission } from '#functions/_runtime/admission.ts';
import { log } from '#functions/_runtime/log.ts';
import { requireLiveSession } from './live-session.ts';

/** Who calls a route that only reads the table. */
export const admitReader: Admission = async ({ caller }) => {
  if (!caller) return;
  await requireLiveSession(caller).catch((error) => {
    if (error instanceof Failure) throw error;
    // A table that does not answer has nothing to tell either: what the route says then is its own affair.
    log.failure('it is not known whether a session has ended', error);
  });
};
