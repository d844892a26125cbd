import { hasPremium, premiumRefusal, seesEstimates } from '#core/plan/access.ts';
import { getPlan } from '#functions/_adapters/dynamodb/people.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { endpoint } from '#functions/_runtime/endpoint.ts';

export const handler = endpoint('GET /api/payments/check-premium', async (_, caller) => {
  const plan = await getPlan(caller.id);
  const now = clock.now();
  return {
    hasPremium: hasPremium(plan, now),
    seesEstimates: seesEstimates(plan, now),
    reason: premiumRefusal(plan, now),
  };
});
