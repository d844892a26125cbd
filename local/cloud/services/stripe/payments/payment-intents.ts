import type Stripe from 'stripe';
import * as field from '../wire/parameters.ts';
import { listPage, type Routes, retrieve, route } from '../wire/route.ts';
import { badRequest, notModelled } from '../wire/stripe-failure.ts';
import { change } from '../world.ts';
import { attachMethod, methodNamed } from './payment-methods.ts';
import { cancelIntent, takePayment } from './take-payment.ts';

const create = field.shapeOf<Stripe.PaymentIntentCreateParams>()({
  amount: field.required(field.amount),
  currency: field.required(field.choice('eur', 'dkk')),
  customer: field.text,
  description: field.text,
  metadata: field.metadata,
  receipt_email: field.email,
  payment_method: field.required(field.text),
  automatic_payment_methods: field.group({
    enabled: field.flag,
    allow_redirects: field.choice('always', 'never'),
  }),
  confirm: field.required(field.flag),
  off_session: field.flag,
});
const update = field.shapeOf<Stripe.PaymentIntentUpdateParams>()({
  description: field.text,
  metadata: field.metadata,
});
const find = field.shapeOf<Stripe.PaymentIntentListParams>()({ ...field.paging, customer: field.text });
const findCharges = field.shapeOf<Stripe.ChargeListParams>()({
  ...field.paging,
  customer: field.text,
  payment_intent: field.text,
});
const updateCharge = field.shapeOf<Stripe.ChargeUpdateParams>()({
  description: field.text,
  metadata: field.metadata,
});

export const paymentIntentRoutes: Routes = {
  'POST /v1/payment_intents': route(create, (world, input) => {
    if (!input.confirm) throw notModelled('payment intents that are confirmed later', 'confirm');
    if (input.customer) world.store.get('customer', input.customer, 'customer');
    const method = methodNamed(world, input.payment_method);
    if (input.customer) attachMethod(world, method, input.customer);
    const bill = {
      cents: input.amount,
      currency: input.currency,
      customer: input.customer ?? null,
      description: input.description ?? null,
      metadata: field.mergeMetadata(null, input.metadata),
      receiptEmail: input.receipt_email ?? null,
    };
    const { intent, failure } = takePayment(world, bill, method, { onSession: !input.off_session });
    if (failure) throw failure.keepingWork();
    return intent;
  }),
  'GET /v1/payment_intents/{id}': retrieve('payment_intent'),
  'POST /v1/payment_intents/{id}': route(update, (world, { metadata: sent, ...fields }, id) => {
    const intent = world.store.get('payment_intent', id);
    const merged = { ...fields, metadata: field.mergeMetadata(intent.metadata, sent) };
    return world.store.save({ ...intent, ...merged });
  }),
  'POST /v1/payment_intents/{id}/cancel': route({}, (world, _, id) => {
    const intent = world.store.get('payment_intent', id);
    if (intent.status === 'succeeded' || intent.status === 'canceled') {
      const words = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`;
      throw badRequest(words, undefined, 'payment_intent_unexpected_state');
    }
    return cancelIntent(world, intent);
  }),
  'GET /v1/payment_intents': route(find, (world, { customer, ...page }) =>
    listPage(world, 'payment_intent', '/v1/payment_intents', page, () => true, customer),
  ),
  'GET /v1/charges/{id}': retrieve('charge'),
  'POST /v1/charges/{id}': route(updateCharge, (world, input, id) => {
    const charge = world.store.get('charge', id);
    return change(world, 'charge.updated', charge, field.withMetadata(charge, input));
  }),
  'GET /v1/charges': route(findCharges, (world, { customer, payment_intent: intent, ...page }) =>
    listPage(
      world,
      'charge',
      '/v1/charges',
      page,
      (charge) => intent === undefined || charge.payment_intent === intent,
      customer,
    ),
  ),
};
