import { getCustomerId } from '#functions/_adapters/dynamodb/payers.ts';
import { endpoint } from '#functions/_runtime/endpoint.ts';
import { withPayments } from '#functions/_runtime/payments.ts';

export const handler = endpoint('GET /api/payments/history', async ({ query }, caller) => {
  const customerId = await getCustomerId(caller.id);
  if (customerId === null) return [];
  return withPayments((payments) => payments.readHistory(customerId, query.limit));
});
