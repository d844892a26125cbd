import { purchasesPerPerson } from '#core/accounts/rate-limits.ts';
import { Failure } from '#core/failure.ts';
import type { ProductKey } from '#core/payments/plan.ts';
import { PaymentConflict, type PaymentProvider } from '#core/payments/provider.ts';
import { type Offer, offerFor } from '#core/payments/stripe.ts';
import type { Language } from '#core/shared.ts';
import { takePermit } from '#functions/accounts/limits.ts';
import { readAccount } from '#functions/accounts/pool.ts';
import { getPlan } from '#functions/accounts/store.ts';
import { clock } from '#functions/platform/clock.ts';
import { env } from '#functions/platform/settings.ts';
import { syncPlan } from './plan.ts';
import { addCustomer, getCustomerId } from './store.ts';
import { requirePaymentsOn, withPayments } from './stripe.ts';

/** The caller's Stripe customer, created on their first purchase. @throws Failure 401 for an erased account */
export async function ensureCustomer(payments: PaymentProvider, userId: string): Promise<string> {
  const known = await getCustomerId(userId);
  if (known !== null) return known;
  const account = await readAccount(userId);
  if (!account) throw new Failure(401, 'not_authenticated', 'User not authenticated');
  const made = await payments.createCustomer({ userId, email: account.email });
  if (await addCustomer(userId, made, clock.now().toISOString())) return made;
  // A concurrent request has created it, or the account has just been erased.
  const theirs = await getCustomerId(userId);
  if (theirs === null) throw new Failure(401, 'not_authenticated', 'User not authenticated');
  return theirs;
}

type Wish = { userId: string; customerId: string; product: ProductKey; language: Language };

const attempts = 6;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * The person's one open checkout. A repeated click returns it; choosing another product expires it. The newest checkout is
 * part of the idempotency key: of two concurrent requests both get the same page, or one has to read again.
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

/** Returns the address where the caller buys a product. @throws Failure 409, 429, 503 */
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
      // Somebody who tries to buy what they own probably missed an event: update their plan from Stripe.
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

type Payer = { userId: string; customerId: string };
/** Whether a checkout is paid, and its product; null for one that names no product of ours. */
type Confirmed = { isPaid: boolean; product: ProductKey | null };

/** Applies a paid checkout. @throws Failure 404 for another person's, so that its state is not revealed */
async function confirmCheckout(
  payments: PaymentProvider,
  sessionId: string,
  payer: Payer,
): Promise<Confirmed> {
  const checkout = await payments.readCheckout(sessionId);
  if (checkout?.customerId !== payer.customerId) throw new Failure(404, 'not_found', 'Not found');
  if (checkout.isPaid) await syncPlan(payments, payer);
  return { isPaid: checkout.isPaid, product: checkout.product };
}

/** A change to another plan has no checkout: it is done when Stripe reports the new plan. */
async function confirmChange(
  payments: PaymentProvider,
  planType: ProductKey | undefined,
  payer: Payer,
): Promise<Confirmed> {
  await syncPlan(payments, payer);
  return { isPaid: (await getPlan(payer.userId)).type === planType, product: planType ?? null };
}

/** A person returns from paying, with their checkout's id or the plan they changed to. */
export type Return = { sessionId?: string | undefined; planType?: ProductKey | undefined };

/** Whether the purchase is paid, after the plan has been updated. @throws Failure 404 for somebody else's checkout, 503 */
export async function confirmPurchase(userId: string, { sessionId, planType }: Return): Promise<Confirmed> {
  const customerId = await getCustomerId(userId);
  if (customerId === null) throw new Failure(404, 'not_found', 'Not found');
  const payer = { userId, customerId };
  return withPayments((payments) =>
    sessionId !== undefined
      ? confirmCheckout(payments, sessionId, payer)
      : confirmChange(payments, planType, payer),
  );
}

/** Gives a person a product for a promotion code that covers its whole price. @throws Failure 400, 409, 503 */
export async function redeemCodeFor(product: ProductKey, userId: string, code: string): Promise<void> {
  await withPayments(async (payments) => {
    const customerId = await ensureCustomer(payments, userId);
    const offer = offerFor(product, await payments.readFacts(customerId));
    if (offer.kind === 'refused') {
      // An earlier try whose answer was lost may have succeeded: update the plan in any case.
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
