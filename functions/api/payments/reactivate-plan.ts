import { endpoint } from '#functions/_runtime/endpoint.ts';
import { changeSubscription } from './change-subscription.ts';

export const handler = endpoint('POST /api/payments/reactivate-subscription', async (_, caller) =>
  changeSubscription(caller.id, false),
);
