import { Failure } from '#core/failure.ts';
import { getCustomerId } from '#functions/_adapters/dynamodb/payers.ts';
import { withPayments } from '#functions/_adapters/stripe/payment-service.ts';
import { env } from '#functions/_runtime/env.ts';
import { endpoint } from '#functions/api/endpoint.ts';

export const handler = endpoint('POST /api/payments/portal', async ({ body }, caller) => {
  const customerId = await getCustomerId(caller.id);
  if (customerId === null)
    throw new Failure(
      409,
      'no_purchases',
      'You have not bought anything yet, so there is nothing to manage.',
    );
  const { language = 'en' } = body;
  const url = await withPayments((payments) =>
    payments.portalUrl({ customerId, language, origin: env('PUBLIC_ORIGIN') }),
  );
  return { url };
});
