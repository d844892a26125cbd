import type Stripe from 'stripe';
import type { Offer } from '../catalog/discounts.ts';
import { newId } from '../object-store.ts';
import type { World } from '../world.ts';
import { type Item, totalsOf } from './session-totals.ts';

/** What a session remembers beside what it shows. */
export type SessionMemory = {
  items: { price: string; quantity: number }[];
  /** The offer that was applied: a coupon, and the promotion code that named it. */
  offer?: { coupon: string; promotion_code?: string };
  /** A discount that the shop itself put on; the page cannot take it off. */
  isOfferFixed?: boolean;
  intent?: string;
  /** The card that waits for its owner's confirmation. */
  waiting?: { method: string; email: string };
  subscriptionData?: { metadata?: Record<string, string>; description?: string };
  paymentData?: { metadata?: Record<string, string>; description?: string };
};

const noCustomText: Stripe.Checkout.Session.CustomText = {
  ...{ after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
};
const invoiceData: Stripe.Checkout.Session.InvoiceCreation.InvoiceData = {
  ...{
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  ...{ metadata: {}, rendering_options: null },
};

export type NewSession = {
  mode: 'payment' | 'subscription';
  items: readonly Item[];
  offer?: Offer | undefined;
  customer: string | null;
  email: string | null;
  makesCustomer: boolean;
  makesInvoice: boolean;
  takesCodes: boolean;
  reference: string | null;
  metadata: Record<string, string>;
  locale: Stripe.Checkout.Session.Locale | null;
  successUrl: string;
  cancelUrl: string | null;
  expiresAt: number;
  collection: 'always' | 'if_required';
  submitType: Stripe.Checkout.Session.SubmitType | null;
  submitText: string | null;
};

/** An open session, not yet stored. */
export function sessionOf(world: World, given: NewSession): Stripe.Checkout.Session {
  const id = newId('cs_test');
  const { subtotal, discount, total } = totalsOf(given.items, given.offer);
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: given.takesCodes || null,
    allowed_payment_method_types: null,
    amount_subtotal: subtotal,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: given.cancelUrl,
    client_reference_id: given.reference,
    client_secret: null,
    ...{ collected_information: null, consent: null, consent_collection: null },
    created: world.now(),
    currency: given.items[0]?.price.currency ?? 'eur',
    ...{ currency_conversion: null, custom_fields: [] },
    custom_text: { ...noCustomText, ...(given.submitText && { submit: { message: given.submitText } }) },
    customer: given.customer,
    customer_account: null,
    customer_creation: given.mode === 'payment' ? (given.makesCustomer ? 'always' : 'if_required') : null,
    customer_details: null,
    customer_email: given.email,
    discounts: given.offer
      ? [
          {
            coupon: given.offer.promotionCode ? null : given.offer.coupon.id,
            promotion_code: given.offer.promotionCode?.id ?? null,
          },
        ]
      : [],
    expires_at: given.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation:
      given.mode === 'payment' ? { enabled: given.makesInvoice, invoice_data: invoiceData } : null,
    livemode: false,
    locale: given.locale,
    managed_payments: null,
    metadata: given.metadata,
    mode: given.mode,
    origin_context: null,
    ...{ payment_intent: null, payment_link: null },
    payment_method_collection: given.mode === 'subscription' ? given.collection : 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    ...{ shipping_address_collection: null, shipping_cost: null, shipping_options: [] },
    status: 'open',
    submit_type: given.submitType,
    subscription: null,
    success_url: given.successUrl,
    total_details: { amount_discount: discount, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${world.origin()}/c/pay/${id}`,
    wallet_options: null,
  };
}
