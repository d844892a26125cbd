import { purchasesPerPerson } from '#core/account/rate-limits.ts';
import { Failure } from '#core/failure.ts';
import type { Language } from '#core/language.ts';
import { type Offer, offerFor } from '#core/payment/offer.ts';
import { PaymentConflict, type PaymentProvider } from '#core/payment/provider.ts';
import type { ProductKey } from '#core/plan/plans.ts';
import { takePermit } from '#functions/_adapters/dynamodb/permits.ts';
import { requirePaymentsOn, withPayments } from '#functions/_adapters/stripe/payment-service.ts';
import { env } from '#functions/_runtime/env.ts';
import { ensureCustomer } from './customer.ts';
import { syncPlan } from './sync-plan.ts';

type Wish = { userId: string; customerId: string; product: ProductKey; language: Language };

const attempts = 6;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * The person's one open checkout. A second click comes back to it; another wish closes it. What was the newest checkout is
 * part of the key: two tabs that begin side by side get the same page, or one of them has to look again.
 */
async function openCheckout(payments: PaymentProvider, wish: Wish): Promise<string> {
  const { customerId, product, language } = wish;
  const { open, newestId } = await payments.readCheckouts(customerId);
  const same = open.find((one) => one.product === product && one.language === language && one.url !== null);
  for (const one of open) if (one !== same) await payments.expireCheckout(one.id);
  if (same?.url) return same.url;
  const origin = env('PUBLIC_ORIGIN');
  const idempotencyKey = `checkout-${customerId}-${newestId ?? 'first'}`;
  const made = await payments.createCheckout({ ...wish, origin, idempotencyKey });
  if (made.url === null) throw new PaymentConflict('the checkout is over');
  return made.url;
}

function follow(payments: PaymentProvider, wish: Wish, offer: Offer): Promise<string> {
  const { customerId, product, language } = wish;
  const origin = env('PUBLIC_ORIGIN');
  switch (offer.kind) {
    case 'refused':
      throw new Failure(409, offer.code, offer.message);
    case 'settle-debt':
      return payments.portalUrl({ customerId, language, origin });
    case 'switch': {
      const { id, itemId } = offer.subscription;
      return payments.switchUrl({
        ...{ customerId, product, language, origin },
        ...{ subscriptionId: id, itemId },
      });
    }
    case 'checkout':
      return openCheckout(payments, wish);
  }
}

/** Where the caller goes to buy a product. @throws Failure 409, 429, 503 */
export async function beginCheckout(
  userId: string,
  product: ProductKey,
  language: Language = 'en',
): Promise<{ url: string }> {
  requirePaymentsOn();
  await takePermit(purchasesPerPerson, userId);
  return withPayments(async (payments) => {
    const customerId = await ensureCustomer(payments, userId);
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const offer = offerFor(product, await payments.readFacts(customerId));
      // Who wants to buy what they own has not been told that they do.
      if (offer.kind === 'refused') await syncPlan(payments, { userId, customerId });
      try {
        return { url: await follow(payments, { userId, customerId, product, language }, offer) };
      } catch (error) {
        if (!(error instanceof PaymentConflict)) throw error;
        await pause(100 * attempt);
      }
    }
    throw new Failure(409, 'conflict', 'Another checkout is being opened. Please try again.');
  });
}
