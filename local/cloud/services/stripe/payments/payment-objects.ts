import type Stripe from 'stripe';
import { newId } from '../object-store.ts';
import type { World } from '../world.ts';

/** One amount to be paid, in cents. */
export type Bill = {
  cents: number;
  currency: string;
  customer: string | null;
  description: string | null;
  metadata?: Record<string, string>;
  receiptEmail?: string | null;
  invoice?: string;
};

export function paymentIntentOf(world: World, bill: Bill): Stripe.PaymentIntent {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: bill.cents,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${newId('x').slice(2)}`,
    confirmation_method: 'automatic',
    created: world.now(),
    currency: bill.currency,
    customer: bill.customer,
    customer_account: null,
    description: bill.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: bill.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: bill.receiptEmail ?? null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
  };
}
