import { endpoint } from '#functions/_runtime/endpoint.ts';
import { beginCheckout } from './begin-checkout.ts';

export const handler = endpoint(
  'POST /api/payments/create-microtransaction-checkout',
  async ({ body }, caller) => beginCheckout(caller.id, body.transactionType, body.language),
);
