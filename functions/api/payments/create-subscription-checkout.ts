import { endpoint } from '#functions/api/endpoint.ts';
import { beginCheckout } from '#functions/use-cases/payments/begin-checkout.ts';

export const handler = endpoint('POST /api/payments/create-subscription-checkout', async ({ body }, caller) =>
  beginCheckout(caller.id, body.planType, body.language),
);
