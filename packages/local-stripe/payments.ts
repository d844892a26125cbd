import type Stripe from 'stripe';
import { cardOf, methodNamed, type TestCard } from './customers.ts';
import {
  change,
  hasAll,
  listPage,
  newId,
  nulls,
  type Routes,
  retrieve,
  route,
  shortNameOf,
  type World,
} from './store.ts';
import * as field from './wire.ts';
import { badRequest, notModelled, paging, StripeFailure, shapeOf, text } from './wire.ts';

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
    currency: bill.currency,
    customer: bill.customer,
    description: bill.description,
    livemode: false,
    metadata: bill.metadata ?? {},
    payment_method_types: ['card'],
    receipt_email: bill.receiptEmail ?? null,
    status: 'requires_payment_method',
    transfer_group: null,
  };
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
    ...nulls('application application_fee application_fee_amount balance_transaction'),
    ...nulls('failure_balance_transaction on_behalf_of receipt_number review shipping source'),
    ...nulls('source_transfer statement_descriptor statement_descriptor_suffix transfer_data'),
    amount: bill.cents,
    amount_captured: isPaid ? bill.cents : 0,
    amount_refunded: 0,
    billing_details: method.billing_details,
    calculated_statement_descriptor: shortNameOf(world),
    captured: isPaid,
    created: world.now(),
    currency: bill.currency,
    customer: bill.customer,
    description: bill.description,
    disputed: false,
    failure_code: refusal?.code ?? null,
    failure_message: refusal?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: bill.metadata ?? {},
    outcome: outcomeOf(refusal),
    paid: isPaid,
    payment_intent: intent,
    payment_method: method.id,
    payment_method_details: cardDetails(method, bill.cents),
    receipt_email: bill.receiptEmail ?? null,
    receipt_url: isPaid ? `${world.origin()}/receipts/${id}` : null,
    refunded: false,
    status: isPaid ? 'succeeded' : 'failed',
    transfer_group: null,
  };
}

/** Nobody answers a dispute here: its pages of evidence stay away. */
const noEvidence = {} as Stripe.Dispute.Evidence;

const daysToAnswer = 7;

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
    evidence: noEvidence,
    evidence_details: {
      due_by: world.now() + daysToAnswer * 86_400,
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

const soughtDisputes = shapeOf<Stripe.DisputeListParams>()({ ...paging, charge: text, payment_intent: text });

export const disputeRoutes: Routes = {
  'GET /v1/disputes': route(soughtDisputes, (world, { charge, payment_intent, ...page }) =>
    listPage(world, 'dispute', '/v1/disputes', page, (one) => hasAll(one, { charge, payment_intent })),
  ),
};

/** Whether the person is at the screen, and whether they have confirmed at their bank where a card asks for it. */
export type Presence = { onSession: boolean; hasConfirmed?: boolean };

/** How an attempt to pay ended. `failure` is what Stripe's error would say. */
export type PaymentOutcome = {
  status: 'succeeded' | 'failed' | 'requires_action';
  intent: Stripe.PaymentIntent;
  failure?: StripeFailure;
};

function refusalOf(card: TestCard, { onSession }: Presence): TestCard | null {
  if (card.behavior === 'declines') return card;
  if (card.behavior === 'declines_off_session' && !onSession) return card;
  return null;
}

function decline(
  world: World,
  bill: Bill,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  refusal: TestCard,
): PaymentOutcome {
  const charge = chargeOf(world, bill, { intent: intent.id, method, refusal });
  world.store.insert(charge);
  const failed: Stripe.PaymentIntent = {
    ...intent,
    latest_charge: charge.id,
    payment_method: null,
    status: 'requires_payment_method',
    last_payment_error: {
      charge: charge.id,
      code: 'card_declined',
      decline_code: refusal.declineCode ?? 'generic_decline',
      message: refusal.message ?? 'Your card was declined.',
      payment_method: method,
      type: 'card_error',
    },
  };
  world.store.save(failed);
  world.emit('charge.failed', charge);
  world.emit('payment_intent.payment_failed', failed);
  const failure = new StripeFailure(402, 'card_error', refusal.message ?? 'Your card was declined.', {
    code: refusal.code ?? 'card_declined',
    decline_code: refusal.declineCode ?? 'generic_decline',
    charge: charge.id,
    payment_intent: failed,
  });
  return { status: 'failed', intent: failed, failure };
}

/** Takes one attempt at an intent with a method. Every outcome leaves its objects and events behind. */
export function attemptPayment(
  world: World,
  bill: Bill,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  presence: Presence,
): PaymentOutcome {
  const card = cardOf(world, method.id);
  const refusal = refusalOf(card, presence);
  if (refusal) return decline(world, bill, intent, method, refusal);
  if (card.behavior === 'asks' && presence.onSession && !presence.hasConfirmed) {
    const waiting: Stripe.PaymentIntent = { ...intent, payment_method: method.id, status: 'requires_action' };
    world.store.save(waiting);
    world.emit('payment_intent.requires_action', waiting);
    return { status: 'requires_action', intent: waiting };
  }
  const charge = chargeOf(world, bill, { intent: intent.id, method, refusal: null });
  world.store.insert(charge);
  const paid: Stripe.PaymentIntent = {
    ...intent,
    amount_received: bill.cents,
    last_payment_error: null,
    latest_charge: charge.id,
    payment_method: method.id,
    status: 'succeeded',
  };
  world.store.save(paid);
  world.emit('charge.succeeded', charge);
  world.emit('payment_intent.succeeded', paid);
  if (card.behavior === 'is_disputed') openDispute(world, charge.id, 'fraudulent');
  return { status: 'succeeded', intent: paid };
}

export function openIntent(world: World, bill: Bill): Stripe.PaymentIntent {
  const intent = paymentIntentOf(world, bill);
  world.store.insert(intent);
  world.emit('payment_intent.created', intent);
  return intent;
}

const newIntent = field.shapeOf<Stripe.PaymentIntentCreateParams>()({
  amount: field.required(field.amount),
  currency: field.required(field.choice('eur', 'dkk')),
  metadata: field.metadata,
  payment_method: field.required(field.text),
  automatic_payment_methods: field.group({
    enabled: field.flag,
    allow_redirects: field.choice('always', 'never'),
  }),
  confirm: field.required(field.flag),
});
const soughtIntents = field.shapeOf<Stripe.PaymentIntentListParams>()({
  ...field.paging,
  customer: field.text,
});
export const paymentIntentRoutes: Routes = {
  'POST /v1/payment_intents': route(newIntent, (world, input) => {
    if (!input.confirm) throw notModelled('payment intents that are confirmed later', 'confirm');
    const method = methodNamed(world, input.payment_method);
    const bill = {
      cents: input.amount,
      currency: input.currency,
      customer: null,
      description: null,
      metadata: field.mergeMetadata(null, input.metadata),
    };
    const { intent, failure } = attemptPayment(world, bill, openIntent(world, bill), method, {
      onSession: true,
    });
    if (failure) throw failure.keepingWork();
    return intent;
  }),
  'GET /v1/payment_intents/{id}': retrieve('payment_intent'),
  'GET /v1/payment_intents': route(soughtIntents, (world, { customer, ...page }) =>
    listPage(world, 'payment_intent', '/v1/payment_intents', page, () => true, customer),
  ),
  'GET /v1/charges/{id}': retrieve('charge'),
};

const newRefund = field.shapeOf<Stripe.RefundCreateParams>()({
  charge: field.text,
  payment_intent: field.text,
  amount: field.amount,
  reason: field.choice('duplicate', 'fraudulent', 'requested_by_customer'),
  metadata: field.metadata,
});
function chargeToRefund(world: World, input: field.Parameters<typeof newRefund>): Stripe.Charge {
  if (input.charge) return world.store.get('charge', input.charge, 'charge');
  if (!input.payment_intent)
    throw badRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  const intent = world.store.get('payment_intent', input.payment_intent, 'payment_intent');
  if (intent.status !== 'succeeded') {
    throw badRequest(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      'payment_intent',
    );
  }
  return world.store.get('charge', String(intent.latest_charge), 'charge');
}

/** Gives money back; without an amount all that is left. */
export function refund(world: World, input: field.Parameters<typeof newRefund>): Stripe.Refund {
  const charge = chargeToRefund(world, input);
  const left = charge.amount_captured - charge.amount_refunded;
  if (left === 0 && charge.refunded)
    throw badRequest(`Charge ${charge.id} has already been refunded.`, 'charge', 'charge_already_refunded');
  if (charge.disputed)
    throw badRequest(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      'charge',
      'charge_disputed',
    );
  const cents = input.amount ?? left;
  if (cents < 1 || cents > left) {
    throw badRequest(
      `Refund amount (${cents}) is greater than unrefunded amount on charge (${left})`,
      'amount',
    );
  }
  const made: Stripe.Refund = {
    id: newId('re'),
    object: 'refund',
    amount: cents,
    balance_transaction: null,
    charge: charge.id,
    created: world.now(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: field.mergeMetadata(null, input.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: input.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  world.store.insert(made);
  world.emit('refund.created', made);
  change(world, 'charge.refunded', charge, {
    amount_refunded: charge.amount_refunded + cents,
    refunded: cents === left,
  });
  return made;
}

export const refundRoutes: Routes = {
  'POST /v1/refunds': route(newRefund, refund),
};
