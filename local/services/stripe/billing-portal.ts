import type Stripe from 'stripe';
import { livingCustomer } from './customers.ts';
import { newId } from './object-store.ts';
import { address, choice, paging, required, shapeOf, text } from './wire/parameters.ts';
import { listPage, type Routes, retrieve, route } from './wire/route.ts';
import type { World } from './world.ts';

const create = shapeOf<Stripe.BillingPortal.SessionCreateParams>()({
  customer: required(text),
  return_url: address,
  configuration: text,
  locale: choice('auto', 'da', 'en', 'en-GB'),
});

const features: Stripe.BillingPortal.Configuration.Features = {
  customer_update: { allowed_updates: [], enabled: false },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: { enabled: false, feedback_options: null, options: [] },
    enabled: true,
    mode: 'at_period_end',
    proration_behavior: 'none',
  },
  subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
  subscription_update: {
    billing_cycle_anchor: null,
    default_allowed_updates: ['price'],
    enabled: true,
    products: [],
    proration_behavior: 'always_invoice',
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'end_trial',
  },
};

/** The account's one configuration, made when it is first needed. */
function defaultConfiguration(world: World): Stripe.BillingPortal.Configuration {
  const [known] = world.store.all('billing_portal.configuration');
  if (known) return known;
  return world.store.insert<Stripe.BillingPortal.Configuration>({
    id: newId('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created: world.now(),
    default_return_url: null,
    features,
    is_default: true,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: {},
    name: null,
    updated: world.now(),
  });
}

export const portalRoutes: Routes = {
  'POST /v1/billing_portal/sessions': route(create, (world, input) => {
    const customer = livingCustomer(world, input.customer, 'customer');
    const configuration = input.configuration
      ? world.store.get('billing_portal.configuration', input.configuration, 'configuration')
      : defaultConfiguration(world);
    const id = newId('bps');
    const session: Stripe.BillingPortal.Session = {
      id,
      object: 'billing_portal.session',
      configuration: configuration.id,
      created: world.now(),
      customer: customer.id,
      customer_account: null,
      flow: null,
      livemode: false,
      locale: input.locale ?? null,
      on_behalf_of: null,
      return_url: input.return_url ?? null,
      url: `${world.origin()}/p/session/${id}`,
    };
    return world.store.insert(session);
  }),
  'GET /v1/billing_portal/configurations/{id}': retrieve('billing_portal.configuration'),
  'GET /v1/billing_portal/configurations': route(paging, (world, page) => {
    defaultConfiguration(world);
    return listPage(world, 'billing_portal.configuration', '/v1/billing_portal/configurations', page);
  }),
};
