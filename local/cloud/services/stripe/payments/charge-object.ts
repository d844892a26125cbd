import type Stripe from 'stripe';
import { newId } from '../object-store.ts';
import { shortNameOf, type World } from '../world.ts';
import type { Bill } from './payment-objects.ts';
import type { TestCard } from './test-cards.ts';

function cardDetails(method: Stripe.PaymentMethod, cents: number): Stripe.Charge.PaymentMethodDetails {
  const card = method.card!;
  return {
    type: 'card',
    card: {
      amount_authorized: cents,
      authorization_code: null,
      brand: card.brand,
      checks: card.checks,
      country: card.country,
      electronic_commerce_indicator: null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: card.fingerprint ?? null,
      funding: card.funding,
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}

function outcomeOf(refusal: TestCard | null): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: refusal ? 'declined_by_network' : 'approved_by_network',
    reason: refusal?.declineCode ?? null,
    risk_level: 'normal',
    risk_score: 20,
    seller_message: refusal
      ? 'The bank did not return any further details with this decline.'
      : 'Payment complete.',
    type: refusal ? 'issuer_declined' : 'authorized',
  };
}

/** A charge that went through, or with `refusal` one that the card's bank declined. */
export function chargeOf(
  world: World,
  bill: Bill,
  { intent, method, refusal }: { intent: string; method: Stripe.PaymentMethod; refusal: TestCard | null },
): Stripe.Charge {
  const id = newId('ch');
  const isPaid = refusal === null;
  return {
    id,
    object: 'charge',
    amount: bill.cents,
    amount_captured: isPaid ? bill.cents : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: shortNameOf(world),
    captured: isPaid,
    created: world.now(),
    currency: bill.currency,
    customer: bill.customer,
    description: bill.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: refusal?.code ?? null,
    failure_message: refusal?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: bill.metadata ?? {},
    on_behalf_of: null,
    outcome: outcomeOf(refusal),
    paid: isPaid,
    payment_intent: intent,
    payment_method: method.id,
    payment_method_details: cardDetails(method, bill.cents),
    receipt_email: bill.receiptEmail ?? null,
    receipt_number: null,
    receipt_url: isPaid ? `${world.origin()}/receipts/${id}` : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: isPaid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  };
}
