import { getPlan } from '#functions/_adapters/dynamodb/people.ts';
import { endpoint } from '#functions/_runtime/endpoint.ts';

export const handler = endpoint('GET /api/payments/subscription', async (_, caller) => {
  const plan = await getPlan(caller.id);
  return {
    plan_type: plan.type,
    status: plan.status,
    current_period_end: plan.currentPeriodEnd,
    cancel_at_period_end: plan.cancelAtPeriodEnd,
  };
});
