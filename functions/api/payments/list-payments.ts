import { getCustomerId } from '#functions/_adapters/dynamodb/payers.ts';
import { withPayments } from '#functions/_adapters/stripe/payment-service.ts';
import { endpoint } from '#functions/api/endpoint.ts';

export const handler = endpoint('GET /api/payments/history', async ({ query }, caller) => {
  const customerId = await getCustomerId(caller.id);
  if (customerId === null) return [];
  return withPayments((payments) => payments.readHistory(customerId, query.limit));
});
