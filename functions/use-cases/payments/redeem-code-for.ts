import { Failure } from '#core/failure.ts';
import { offerFor } from '#core/payment/offer.ts';
import type { ProductKey } from '#core/plan/plans.ts';
import { withPayments } from '#functions/_adapters/stripe/payment-service.ts';
import { ensureCustomer } from './customer.ts';
import { syncPlan } from './sync-plan.ts';

/** Gives a person a product for a promotion code that covers its whole price. @throws Failure 400, 409, 503 */
export async function redeemCodeFor(product: ProductKey, userId: string, code: string): Promise<void> {
  await withPayments(async (payments) => {
    const customerId = await ensureCustomer(payments, userId);
    const offer = offerFor(product, await payments.readFacts(customerId));
    if (offer.kind === 'refused') {
      // A first try whose answer was lost has unlocked it: at least the plan says so from now on.
      await syncPlan(payments, { userId, customerId });
      throw new Failure(409, offer.code, offer.message);
    }
    if (!(await payments.redeem({ customerId, code, product })))
      throw new Failure(
        400,
        'promotion_code_invalid',
        'This code is not valid, or it does not cover the full price.',
      );
    await syncPlan(payments, { userId, customerId });
  });
}
