import type Stripe from 'stripe';
import { newId } from '../object-store.ts';
import * as field from '../wire/parameters.ts';
import { hasAll, listPage, type Routes, retrieve, route } from '../wire/route.ts';
import { badRequest } from '../wire/stripe-failure.ts';
import { change, type World } from '../world.ts';

const create = field.shapeOf<Stripe.RefundCreateParams>()({
  charge: field.text,
  payment_intent: field.text,
  amount: field.amount,
  reason: field.choice('duplicate', 'fraudulent', 'requested_by_customer'),
  metadata: field.metadata,
});
const find = field.shapeOf<Stripe.RefundListParams>()({
  ...field.paging,
  charge: field.text,
  payment_intent: field.text,
});

function chargeToRefund(world: World, input: field.Parameters<typeof create>): Stripe.Charge {
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
export function refund(world: World, input: field.Parameters<typeof create>): Stripe.Refund {
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
  'POST /v1/refunds': route(create, refund),
  'GET /v1/refunds/{id}': retrieve('refund'),
  'GET /v1/refunds': route(find, (world, { charge, payment_intent, ...page }) =>
    listPage(world, 'refund', '/v1/refunds', page, (one) => hasAll(one, { charge, payment_intent })),
  ),
};
