import type Stripe from 'stripe';
import type { PaymentProvider } from '#core/payment/provider.ts';
import { isRefused, keyFor } from './client.ts';
import { readPrices } from './prices.ts';

type Redemption = Parameters<PaymentProvider['redeem']>[0];

/** Writes an invoice over the product with the code's discount; it is finalized only when nothing is left to pay. */
async function bookFree(stripe: Stripe, redemption: Redemption, promotionCodeId: string): Promise<boolean> {
  const { customerId, product } = redemption;
  const price = (await readPrices(stripe)).idOf(product);
  // One redemption of a code by a person is one invoice, however often it is asked for.
  const key = (step: string) => keyFor(`redeem-${step}-${customerId}-${promotionCodeId}`);
  const draft = await stripe.invoices.create(
    {
      customer: customerId,
      collection_method: 'charge_automatically',
      auto_advance: false,
      pending_invoice_items_behavior: 'exclude',
      discounts: [{ promotion_code: promotionCodeId }],
      metadata: { product },
    },
    key('invoice'),
  );
  const item = { customer: customerId, invoice: draft.id, pricing: { price } };
  await stripe.invoiceItems.create(item, key('item'));
  const { total, status } = await stripe.invoices.retrieve(draft.id);
  if (status === 'paid') return true;
  if (total !== 0) {
    await stripe.invoices.del(draft.id);
    return false;
  }
  const booked = await stripe.invoices.finalizeInvoice(draft.id, { auto_advance: false });
  return booked.status === 'paid';
}

/** Books a product at no charge; false when the code is unknown, used up or does not cover the whole price. */
export async function redeemCode(stripe: Stripe, redemption: Redemption): Promise<boolean> {
  const { data } = await stripe.promotionCodes.list({ code: redemption.code, active: true, limit: 1 });
  const promotionCode = data[0];
  if (!promotionCode) return false;
  try {
    return await bookFree(stripe, redemption, promotionCode.id);
  } catch (error) {
    // Not for this customer, not for this product, used up in the meantime.
    if (isRefused(error)) return false;
    throw error;
  }
}
