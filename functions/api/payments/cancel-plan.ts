import { endpoint } from '#functions/api/endpoint.ts';
import { changeSubscription } from '#functions/use-cases/payments/change-plan.ts';

export const handler = endpoint('POST /api/payments/cancel-subscription', async (_, caller) =>
  changeSubscription(caller.id, true),
);
