import Stripe from 'stripe';
import { products } from '#core/payments/plan.ts';
import { syncCatalog } from '#lib/stripe-sync/sync-catalog.ts';

/** For people who try the product: unlocks the estimated prices for nothing. */
export const demoPromotionCode = 'BILFUND-BETA';

const couponId = 'bilfund_beta';

async function isCouponThere(stripe: Stripe): Promise<boolean> {
  try {
    await stripe.coupons.retrieve(couponId);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'resource_missing') return false;
    throw error;
  }
}

async function seedPromotionCode(stripe: Stripe): Promise<void> {
  const { data } = await stripe.promotionCodes.list({ code: demoPromotionCode, limit: 1 });
  if (data.length > 0) return;
  const product = (await stripe.prices.list({ lookup_keys: [products.unlock_price.lookupKey] })).data[0]
    ?.product;
  // A start that was cut off may have made the coupon and not its code.
  if (!(await isCouponThere(stripe)))
    await stripe.coupons.create({
      id: couponId,
      name: 'Beta',
      percent_off: 100,
      duration: 'once',
      applies_to: { products: [typeof product === 'string' ? product : (product?.id ?? '')] },
    });
  await stripe.promotionCodes.create({
    code: demoPromotionCode,
    promotion: { type: 'coupon', coupon: couponId },
  });
}

/** Fills the embedded shop as `npm run ops -- stripe` fills an account; a second time changes nothing. */
export async function seedShop(origin: string, secretKey: string): Promise<void> {
  const { hostname, port } = new URL(origin);
  const stripe = new Stripe(secretKey, { host: hostname, port, protocol: 'http', telemetry: false });
  await syncCatalog(stripe);
  await seedPromotionCode(stripe);
}
