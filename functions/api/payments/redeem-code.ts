import { codesPerPerson } from '#core/account/rate-limits.ts';
import { Failure } from '#core/failure.ts';
import { offerFor } from '#core/payment/offer.ts';
import { planWire } from '#core/plan/plan-wire.ts';
import { getPlan } from '#functions/_adapters/dynamodb/people.ts';
import { takePermit } from '#functions/_adapters/dynamodb/permits.ts';
import { requirePaymentsOn, withPayments } from '#functions/_adapters/stripe/payment-service.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { endpoint } from '#functions/api/endpoint.ts';
import { ensureCustomer } from '#functions/use-cases/payments/customer.ts';
import { syncPlan } from '#functions/use-cases/payments/sync-plan.ts';

const product = 'unlock_price';

export const handler = endpoint('POST /api/payments/redeem-code', async ({ body }, caller) => {
  requirePaymentsOn();
  await takePermit(codesPerPerson, caller.id);
  await withPayments(async (payments) => {
    const customerId = await ensureCustomer(payments, caller.id);
    const offer = offerFor(product, await payments.readFacts(customerId));
    if (offer.kind === 'refused') {
      // A first try whose answer was lost has unlocked it: at least the plan says so from now on.
      await syncPlan(payments, { userId: caller.id, customerId });
      throw new Failure(409, offer.code, offer.message);
    }
    if (!(await payments.redeem({ customerId, code: body.code, product })))
      throw new Failure(
        400,
        'promotion_code_invalid',
        'This code is not valid, or it does not cover the full price.',
      );
    await syncPlan(payments, { userId: caller.id, customerId });
  });
  return { success: true, subscription: planWire(await getPlan(caller.id), clock.now()) };
});
