import { estimatesRefusal, type Plan, premiumRefusal } from '#core/plan/access.ts';
import { getPlan } from '#functions/_adapters/dynamodb/people.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';
import { endpoint } from '#functions/api/endpoint.ts';

async function readPlan(userId: string): Promise<Plan | null> {
  try {
    return await getPlan(userId);
  } catch (error) {
    log.failure('a plan could not be read', error);
    return null;
  }
}

/** No on any error (docs/spec.md 6); the reason tells whether that is the plan's word or nobody's. */
export const handler = endpoint('GET /api/payments/check-premium', async (_, caller) => {
  const plan = await readPlan(caller.id);
  const now = clock.now();
  const reason = plan ? premiumRefusal(plan, now) : 'database_error';
  const estimatesReason = plan ? estimatesRefusal(plan, now) : 'database_error';
  return {
    hasPremium: reason === null,
    seesEstimates: estimatesReason === null,
    reason,
    estimatesReason,
  };
});
