import type Stripe from 'stripe';
import { livingCustomer } from './customers.ts';
import { newId, type Routes, route, type World } from './store.ts';
import { hasEnded, itemIn } from './subscription-object.ts';
import * as field from './wire.ts';
import { badRequest } from './wire.ts';

const create = field.shapeOf<Stripe.BillingPortal.SessionCreateParams>()({
  customer: field.required(field.text),
  return_url: field.address,
  locale: field.choice('auto', 'da', 'en', 'en-GB'),
  flow_data: field.group({
    type: field.required(field.choice('subscription_update_confirm')),
    subscription_update_confirm: field.required(
      field.group({
        subscription: field.required(field.text),
        items: field.required(
          field.list(
            field.group({
              id: field.required(field.text),
              price: field.required(field.text),
              quantity: field.whole,
            }),
          ),
        ),
      }),
    ),
    after_completion: field.group({
      type: field.required(field.choice('redirect', 'portal_homepage')),
      redirect: field.group({ return_url: field.required(field.address) }),
    }),
  }),
});

/** The one thing that a session with a flow is for; null for the whole portal. */
function flowOf(
  world: World,
  input: field.Parameters<typeof create>,
): Stripe.BillingPortal.Session.Flow | null {
  const { flow_data: flow } = input;
  if (!flow) return null;
  const { subscription: id, items } = flow.subscription_update_confirm;
  const named = 'flow_data[subscription_update_confirm]';
  const subscription = world.store.get('subscription', id, `${named}[subscription]`);
  if (subscription.customer !== input.customer)
    throw badRequest(`No such subscription: '${id}'`, `${named}[subscription]`);
  if (hasEnded(subscription))
    throw badRequest('A canceled subscription cannot be updated.', `${named}[subscription]`);
  const [item] = items;
  if (items.length !== 1 || item?.id !== itemIn(subscription).id) {
    throw badRequest('The item is none of this subscription.', `${named}[items][0][id]`);
  }
  const price = world.store.get('price', item.price, `${named}[items][0][price]`);
  if (price.id === itemIn(subscription).price.id)
    throw badRequest('There are no changes to confirm.', `${named}[items]`);
  const isRedirect = flow.after_completion?.type === 'redirect';
  if (isRedirect && !flow.after_completion?.redirect) {
    throw badRequest(
      'Missing required param: return_url.',
      'flow_data[after_completion][redirect]',
      'parameter_missing',
    );
  }
  return {
    type: 'subscription_update_confirm',
    after_completion: {
      type: flow.after_completion?.type ?? 'portal_homepage',
      hosted_confirmation: null,
      redirect: flow.after_completion?.redirect ?? null,
    },
    ...{
      customer_update: null,
      subscription_cancel: null,
      subscription_pause: null,
      subscription_update: null,
    },
    subscription_update_confirm: {
      discounts: null,
      items: [{ id: item.id, price: price.id, quantity: item.quantity ?? 1 }],
      subscription: id,
    },
  };
}

export const portalRoutes: Routes = {
  'POST /v1/billing_portal/sessions': route(create, (world, input) => {
    const customer = livingCustomer(world, input.customer, 'customer');
    const id = newId('bps');
    const session: Stripe.BillingPortal.Session = {
      id,
      object: 'billing_portal.session',
      configuration: 'bpc_default',
      created: world.now(),
      customer: customer.id,
      customer_account: null,
      flow: flowOf(world, input),
      livemode: false,
      locale: input.locale ?? null,
      on_behalf_of: null,
      return_url: input.return_url ?? null,
      url: `${world.origin()}/p/session/${id}`,
    };
    return world.store.insert(session);
  }),
};
