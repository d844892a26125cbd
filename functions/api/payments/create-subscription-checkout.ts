import { endpoint } from '#functions/_runtime/endpoint.ts';
import { beginCheckout } from './begin-checkout.ts';

export const handler = endpoint('POST /api/payments/create-subscription-checkout', async ({ body }, caller) =>
  beginCheckout(caller.id, body.planType, body.language),
);
