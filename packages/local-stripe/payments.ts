import type Stripe from 'stripe';
import { cardOf, type TestCard } from './customers.ts';
import {
  change,
  listOf,
  newId,
  nulls,
  type Routes,
  retrieve,
  route,
  shortNameOf,
  type World,
} from './store.ts';
import * as field from './wire.ts';
import { badRequest } from './wire.ts';

/** One amount to be paid, in cents. */
type Bill = {
  cents: number;
  customer: string;
  description: string | null;
  metadata?: Record<string, string>;
  receiptEmail: string | null;
};

export function openIntent(world: World, bill: Bill): Stripe.PaymentIntent {
  const id = newId('pi');
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    ...nulls('allowed_payment_method_types application application_fee_amount'),
    ...nulls('automatic_payment_methods canceled_at cancellation_reason customer_account'),
    ...nulls('excluded_payment_method_types last_payment_error latest_charge managed_payments'),
    ...nulls('next_action on_behalf_of payment_method payment_method_configuration_details'),
    ...nulls('payment_method_options payment_record processing review setup_future_usage shipping'),
    ...nulls('source statement_descriptor statement_descriptor_suffix'),
    amount: bill.cents,
    amount_capturable: 0,
    amount_received: 0,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${newId('x').slice(2)}`,
    confirmation_method: 'automatic',
    created: world.now(),
    currency: 'eur',
    customer: bill.customer,
    description: bill.description,
    livemode: false,
    metadata: bill.metadata ?? {},
    payment_method_types: ['card'],
    receipt_email: bill.receiptEmail,
    status: 'requires_payment_method',
    transfer_group: null,
  };
  world.store.insert(intent);
  world.emit('payment_intent.created', intent);
  return intent;
}

function cardDetails(method: Stripe.PaymentMethod, cents: number): Stripe.Charge.PaymentMethodDetails {
  const { brand, checks, country, exp_month, exp_year, fingerprint = null, funding, last4 } = method.card!;
  return {
    type: 'card',
    card: {
      ...{
        amount_authorized: cents,
        brand,
        checks,
        country,
        exp_month,
        exp_year,
        fingerprint,
        funding,
        last4,
      },
      ...{ network: brand, regulated_status: 'unregulated' },
      ...nulls('authorization_code electronic_commerce_indicator installments mandate'),
      ...nulls('network_transaction_id three_d_secure transaction_link_id wallet'),
    },
  };
}

function outcomeOf(refusal: TestCard | null): Stripe.Charge.Outcome {
  return {
    ...nulls('advice_code network_advice_code network_decline_code'),
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
function recordCharge(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  refusal: TestCard | null,
): Stripe.Charge {
  const id = newId('ch');
  const { amount, customer, description, metadata, receipt_email } = intent;
  const isPaid = refusal === null;
  return world.store.insert<Stripe.Charge>({
    id,
    object: 'charge',
    ...nulls('application application_fee application_fee_amount balance_transaction'),
    ...nulls('failure_balance_transaction on_behalf_of receipt_number review shipping source'),
    ...nulls('source_transfer statement_descriptor statement_descriptor_suffix transfer_data'),
    ...{ amount, customer, description, metadata, receipt_email },
    amount_captured: isPaid ? amount : 0,
    amount_refunded: 0,
    billing_details: method.billing_details,
    calculated_statement_descriptor: shortNameOf(world),
    captured: isPaid,
    created: world.now(),
    currency: 'eur',
    disputed: false,
    failure_code: refusal && 'card_declined',
    failure_message: refusal?.message ?? null,
    fraud_details: {},
    livemode: false,
    outcome: outcomeOf(refusal),
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: cardDetails(method, amount),
    receipt_url: isPaid ? `${world.origin()}/receipts/${id}` : null,
    refunded: false,
    status: isPaid ? 'succeeded' : 'failed',
    transfer_group: null,
  });
}

/** What a cardholder's bank does when they dispute a charge: the money is taken back until it is decided. */
export function openDispute(world: World, chargeId: string, reason: string): Stripe.Dispute {
  const charge = world.store.get('charge', chargeId, 'charge');
  if (!charge.paid || charge.disputed) throw badRequest(`Charge ${chargeId} cannot be disputed.`, 'charge');
  const dispute: Stripe.Dispute = {
    id: newId('dp'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created: world.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    // Nobody answers a dispute here.
    evidence: { enhanced_evidence: {} } as Stripe.Dispute.Evidence,
    evidence_details: {
      due_by: world.now() + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: 'manual',
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: 'needs_response',
  };
  world.store.insert(dispute);
  world.store.save({ ...charge, disputed: true });
  world.emit('charge.dispute.created', dispute);
  world.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

export function closeDispute(world: World, id: string, status: 'won' | 'lost'): Stripe.Dispute {
  const dispute = world.store.get('dispute', id);
  if (dispute.status === 'won' || dispute.status === 'lost')
    throw badRequest('This dispute is already closed');
  const closed = change(world, 'charge.dispute.closed', dispute, { status });
  if (status === 'won') world.emit('charge.dispute.funds_reinstated', closed);
  return closed;
}

/** Where the person is: elsewhere, as at a renewal; at the screen; or back from the confirmation that a card asks for. */
export type Presence = 'away' | 'present' | 'confirmed';

/** How an attempt to pay ended. `refusal` is what Stripe says of it to the person. */
export type PaymentOutcome = {
  status: 'succeeded' | 'failed' | 'requires_action';
  intent: Stripe.PaymentIntent;
  refusal?: string;
};

function decline(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  card: TestCard,
): PaymentOutcome {
  const charge = recordCharge(world, intent, method, card);
  const failed = world.store.save<Stripe.PaymentIntent>({
    ...intent,
    latest_charge: charge.id,
    payment_method: null,
    status: 'requires_payment_method',
    last_payment_error: {
      charge: charge.id,
      code: 'card_declined',
      decline_code: card.declineCode!,
      message: card.message!,
      payment_method: method,
      type: 'card_error',
    },
  });
  world.emit('charge.failed', charge);
  world.emit('payment_intent.payment_failed', failed);
  return { status: 'failed', intent: failed, refusal: card.message! };
}

/** Takes one attempt at an intent with a method. Every outcome leaves its objects and events behind. */
export function attemptPayment(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  presence: Presence,
): PaymentOutcome {
  const card = cardOf(method);
  const { behavior } = card;
  if (behavior === 'declines' || (behavior === 'declines_off_session' && presence === 'away'))
    return decline(world, intent, method, card);
  if (behavior === 'asks' && presence === 'present') {
    const waiting: Stripe.PaymentIntent = { ...intent, payment_method: method.id, status: 'requires_action' };
    world.store.save(waiting);
    world.emit('payment_intent.requires_action', waiting);
    return { status: 'requires_action', intent: waiting };
  }
  const charge = recordCharge(world, intent, method, null);
  const paid = world.store.save<Stripe.PaymentIntent>({
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    payment_method: method.id,
    status: 'succeeded',
  });
  world.emit('charge.succeeded', charge);
  world.emit('payment_intent.succeeded', paid);
  return { status: 'succeeded', intent: paid };
}

/** Gives money back; without an amount all that is left. */
export function refund(
  world: World,
  chargeId: string,
  given: { amount?: number; reason?: Stripe.Refund.Reason },
): Stripe.Refund {
  const paid = world.store.get('charge', chargeId);
  const left = paid.amount_captured - paid.amount_refunded;
  if (paid.refunded)
    throw badRequest(`Charge ${paid.id} has already been refunded.`, 'charge', 'charge_already_refunded');
  if (paid.disputed) {
    const words = `Charge ${paid.id} has been charged back; cannot issue a refund.`;
    throw badRequest(words, 'charge', 'charge_disputed');
  }
  const cents = given.amount ?? left;
  if (cents < 1 || cents > left) {
    const words = `Refund amount (${cents}) is greater than unrefunded amount on charge (${left})`;
    throw badRequest(words, 'amount');
  }
  const made: Stripe.Refund = {
    id: newId('re'),
    object: 'refund',
    ...nulls(
      'balance_transaction customer_account receipt_number source_transfer_reversal transfer_reversal',
    ),
    amount: cents,
    charge: paid.id,
    created: world.now(),
    currency: paid.currency,
    customer: paid.customer,
    metadata: {},
    payment_intent: paid.payment_intent,
    payment_method: paid.payment_method,
    reason: given.reason ?? null,
    status: 'succeeded',
  };
  world.store.insert(made);
  world.emit('refund.created', made);
  change(world, 'charge.refunded', paid, {
    amount_refunded: paid.amount_refunded + cents,
    refunded: cents === left,
  });
  return made;
}

const newRefund = field.shapeOf<Stripe.RefundCreateParams>()({
  payment_intent: field.required(field.text),
  amount: field.whole,
  reason: field.choice('duplicate'),
});
const soughtIntents = field.shapeOf<Stripe.PaymentIntentListParams>()({ customer: field.text });
const soughtDisputes = field.shapeOf<Stripe.DisputeListParams>()({ payment_intent: field.text });

export const paymentRoutes: Routes = {
  'GET /v1/payment_intents/{id}': retrieve('payment_intent'),
  'GET /v1/payment_intents': listOf('payment_intent', soughtIntents),
  'POST /v1/refunds': route(newRefund, (world, { payment_intent: id, ...given }) => {
    const intent = world.store.get('payment_intent', id, 'payment_intent');
    if (intent.status !== 'succeeded') {
      const words = `This PaymentIntent (${id}) does not have a successful charge to refund.`;
      throw badRequest(words, 'payment_intent');
    }
    return refund(world, String(intent.latest_charge), given);
  }),
  'GET /v1/disputes': listOf('dispute', soughtDisputes),
};
