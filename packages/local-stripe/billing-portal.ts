import type Stripe from 'stripe';
import { attachMethod, livingCustomer, typedCard } from './customers.ts';
import { change, newId, nulls, type Routes, route, type World } from './store.ts';
import { hasEnded, itemIn, monthsOf } from './subscription-object.ts';
import { changeSubscription, setEnding } from './subscriptions.ts';
import * as field from './wire.ts';
import { badRequest } from './wire.ts';

type Session = Stripe.BillingPortal.Session;

const wantedItem = field.group({
  id: field.required(field.text),
  price: field.required(field.text),
  quantity: field.choice('1'),
});
const confirmation = field.group({
  subscription: field.required(field.text),
  items: field.required(field.only(wantedItem)),
});
const redirection = field.group({
  type: field.required(field.choice('redirect')),
  redirect: field.required(field.group({ return_url: field.required(field.address) })),
});
const newSession = field.shapeOf<Stripe.BillingPortal.SessionCreateParams>()({
  customer: field.required(field.text),
  return_url: field.address,
  locale: field.choice('da', 'en'),
  flow_data: field.group({
    type: field.required(field.choice('subscription_update_confirm')),
    subscription_update_confirm: field.required(confirmation),
    after_completion: redirection,
  }),
});

/** The one thing that a session with a flow is for; null for the whole portal. */
function flowOf(
  world: World,
  input: field.Parameters<typeof newSession>,
): Stripe.BillingPortal.Session.Flow | null {
  const { flow_data: flow } = input;
  if (!flow) return null;
  const { subscription: id, items: item } = flow.subscription_update_confirm;
  const named = 'flow_data[subscription_update_confirm]';
  const subscription = world.store.get('subscription', id, `${named}[subscription]`);
  if (subscription.customer !== input.customer)
    throw badRequest(`No such subscription: '${id}'`, `${named}[subscription]`);
  if (hasEnded(subscription))
    throw badRequest('A canceled subscription cannot be updated.', `${named}[subscription]`);
  const { id: itemId, price: before } = itemIn(subscription);
  if (item.id !== itemId)
    throw badRequest('The item is none of this subscription.', `${named}[items][0][id]`);
  const price = world.store.get('price', item.price, `${named}[items][0][price]`);
  if (monthsOf(price) === monthsOf(before))
    throw badRequest('This local server models changes to another number of months only.', `${named}[items]`);
  return {
    type: 'subscription_update_confirm',
    after_completion: {
      type: flow.after_completion?.type ?? 'portal_homepage',
      hosted_confirmation: null,
      redirect: flow.after_completion?.redirect ?? null,
    },
    ...nulls('customer_update subscription_cancel subscription_pause subscription_update'),
    subscription_update_confirm: {
      discounts: null,
      items: [{ id: item.id, price: price.id, quantity: 1 }],
      subscription: id,
    },
  };
}

export const portalRoutes: Routes = {
  'POST /v1/billing_portal/sessions': route(newSession, (world, input) => {
    const id = newId('bps');
    return world.store.insert<Session>({
      id,
      object: 'billing_portal.session',
      configuration: 'bpc_default',
      created: world.now(),
      customer: livingCustomer(world, input.customer, 'customer').id,
      ...nulls('customer_account on_behalf_of'),
      flow: flowOf(world, input),
      livemode: false,
      locale: input.locale ?? null,
      return_url: input.return_url ?? null,
      url: `${world.origin()}/p/session/${id}`,
    });
  }),
};

/** The change that a session was opened for; undefined when it is for the whole portal, or the change was made already. */
export function plannedSwitch(
  world: World,
  { flow }: Session,
): { subscription: Stripe.Subscription; price: Stripe.Price } | undefined {
  const wanted = flow?.subscription_update_confirm;
  if (!wanted) return undefined;
  const price = world.store.get('price', String(wanted.items[0]?.price));
  const subscription = world.store.get('subscription', wanted.subscription);
  return hasEnded(subscription) || itemIn(subscription).price.id === price.id
    ? undefined
    : { subscription, price };
}

function changeCard(world: World, session: Session, form: URLSearchParams): void {
  const customer = world.store.get('customer', session.customer);
  const method = typedCard(world, form, customer);
  attachMethod(world, method, customer.id);
  change(world, 'customer.updated', customer, {
    invoice_settings: { ...customer.invoice_settings, default_payment_method: method.id },
  });
  for (const { id } of world.store.all('subscription', (one) => !hasEnded(one), customer.id))
    changeSubscription(world, id, { default_payment_method: method.id });
}

/** What a click in the portal does. */
export function runPortalAction(world: World, session: Session, form: URLSearchParams): void {
  const action = form.get('action');
  if (action === 'card') {
    changeCard(world, session, form);
    return;
  }
  const id = form.get('subscription') ?? '';
  const { customer } = world.store.get('subscription', id);
  if (customer !== session.customer) throw badRequest(`No such subscription: '${id}'`);
  if (action === 'cancel' || action === 'keep') setEnding(world, id, action === 'cancel');
}
