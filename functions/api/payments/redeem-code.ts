import { codesPerPerson } from '#core/account/rate-limits.ts';
import { planWire } from '#core/plan/plan-wire.ts';
import { getPlan } from '#functions/_adapters/dynamodb/people.ts';
import { takePermit } from '#functions/_adapters/dynamodb/permits.ts';
import { requirePaymentsOn } from '#functions/_adapters/stripe/payment-service.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { redeemCodeFor } from '#functions/use-cases/payments/redeem-code-for.ts';

export const handler = endpoint('POST /api/payments/redeem-code', async ({ body }, caller) => {
  requirePaymentsOn();
  await takePermit(codesPerPerson, caller.id);
  await redeemCodeFor('unlock_price', caller.id, body.code);
  return { success: true, subscription: planWire(await getPlan(caller.id), clock.now()) };
});
