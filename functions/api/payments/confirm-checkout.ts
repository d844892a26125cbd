import { Failure } from '#core/failure.ts';
import { purchasesPerPerson } from '#core/payment/rate-limits.ts';
import { getCustomerId } from '#functions/_adapters/dynamodb/payers.ts';
import { getPlan } from '#functions/_adapters/dynamodb/people.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { endpoint } from '#functions/_runtime/endpoint.ts';
import { withPayments } from '#functions/_runtime/payments.ts';
import { takePermit } from '#functions/_runtime/permits.ts';
import { syncPlan } from '#functions/_runtime/sync-plan.ts';
import { planWire } from './plan-wire.ts';

export const handler = endpoint('POST /api/payments/confirm-checkout', async ({ body }, caller) => {
  await takePermit(purchasesPerPerson, caller.id);
  const customerId = await getCustomerId(caller.id);
  const isPaid = await withPayments(async (payments) => {
    const checkout = await payments.readCheckout(body.sessionId);
    // Somebody else's checkout is none: not even its state is told.
    if (customerId === null || checkout?.customerId !== customerId)
      throw new Failure(404, 'not_found', 'Not found');
    if (checkout.isPaid) await syncPlan(payments, { userId: caller.id, customerId });
    return checkout.isPaid;
  });
  return { isPaid, subscription: planWire(await getPlan(caller.id), clock.now()) };
});
