import { closeErasure, listErasures } from '#functions/_adapters/dynamodb/erasures.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';
import { takeErasureSteps } from './take-erasure-steps.ts';

/** After this long no token of the account is valid any more and no import of it runs: nothing is written behind us. */
const lastLookMs = 2 * 3600_000;

/** Takes the steps of erasures that are not closed again, and closes them after the last look. */
export async function finishErasures(): Promise<void> {
  for (const erasure of await listErasures()) {
    const isDone = await takeErasureSteps(erasure);
    const ageMs = clock.now().getTime() - Date.parse(erasure.erasedAt);
    if (isDone && ageMs >= lastLookMs) await closeErasure(erasure.userId);
    else if (!isDone && ageMs >= lastLookMs)
      log.error('an erasure is late', { hours: Math.floor(ageMs / 3600_000) });
  }
}
