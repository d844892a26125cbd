import { purchasesPerPerson } from '#core/account/rate-limits.ts';
import { planWire } from '#core/plan/plan-wire.ts';
import { getPlan } from '#functions/_adapters/dynamodb/people.ts';
import { takePermit } from '#functions/_adapters/dynamodb/permits.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { confirmPurchase } from '#functions/use-cases/payments/confirm-purchase.ts';

export const handler = endpoint('POST /api/payments/confirm-checkout', async ({ body }, caller) => {
  await takePermit(purchasesPerPerson, caller.id);
  const { isPaid, product } = await confirmPurchase(caller.id, body);
  return { isPaid, product, subscription: planWire(await getPlan(caller.id), clock.now()) };
});
