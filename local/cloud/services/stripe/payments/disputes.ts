import type Stripe from 'stripe';
import { newId } from '../object-store.ts';
import { paging, shapeOf, text } from '../wire/parameters.ts';
import { hasAll, listPage, type Routes, retrieve, route } from '../wire/route.ts';
import { badRequest } from '../wire/stripe-failure.ts';
import { change, type World } from '../world.ts';

const noEvidence: Stripe.Dispute.Evidence = {
  ...{ access_activity_log: null, billing_address: null, cancellation_policy: null },
  ...{ cancellation_policy_disclosure: null, cancellation_rebuttal: null, customer_communication: null },
  ...{
    customer_email_address: null,
    customer_name: null,
    customer_purchase_ip: null,
    customer_signature: null,
  },
  ...{ duplicate_charge_documentation: null, duplicate_charge_explanation: null, duplicate_charge_id: null },
  ...{ enhanced_evidence: {}, product_description: null, receipt: null, refund_policy: null },
  ...{ refund_policy_disclosure: null, refund_refusal_explanation: null, service_date: null },
  ...{ service_documentation: null, shipping_address: null, shipping_carrier: null, shipping_date: null },
  ...{
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  },
};

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

const find = shapeOf<Stripe.DisputeListParams>()({ ...paging, charge: text, payment_intent: text });

export const disputeRoutes: Routes = {
  'GET /v1/disputes/{id}': retrieve('dispute'),
  'POST /v1/disputes/{id}/close': route({}, (world, _, id) => closeDispute(world, id, 'lost')),
  'GET /v1/disputes': route(find, (world, { charge, payment_intent, ...page }) =>
    listPage(world, 'dispute', '/v1/disputes', page, (one) => hasAll(one, { charge, payment_intent })),
  ),
};
