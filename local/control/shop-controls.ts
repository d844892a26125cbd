import type { EmbeddedCloud } from 'embedded-cloud/cloud-options.ts';
import { itemIn, periodOf } from 'embedded-cloud/services/stripe/billing/subscription-object.ts';
import { productName } from 'embedded-cloud/services/stripe/checkout/session-totals.ts';
import { closeDispute, openDispute } from 'embedded-cloud/services/stripe/payments/disputes.ts';
import { refund } from 'embedded-cloud/services/stripe/payments/refunds.ts';
import type { StripeServer } from 'embedded-cloud/services/stripe/stripe-server.ts';
import type { Delivery } from 'embedded-cloud/services/stripe/webhooks/delivery-store.ts';
import type Stripe from 'stripe';
import { demoPromotionCode } from '../seed-shop.ts';

/** What the shop has sold, the newest first. */
export type ShopView = {
  isOpen: boolean;
  origin: string;
  promotionCode: string;
  customers: Stripe.Customer[];
  subscriptions: { object: Stripe.Subscription; email: string; product: string; periodEnd: number }[];
  charges: { object: Stripe.Charge; email: string }[];
  disputes: Stripe.Dispute[];
  events: { object: Stripe.EventBase; deliveries: Delivery[] }[];
};

const closed: ShopView = {
  ...{ isOpen: false, origin: '', promotionCode: '' },
  ...{ customers: [], subscriptions: [], charges: [], disputes: [], events: [] },
};
const shown = 100;

/** Everything that the control page shows of the shop. */
export function describeShop(server: StripeServer | undefined): ShopView {
  if (!server) return closed;
  const { world, deliveries } = server.state;
  const { store } = world;
  const emailOf = (customer: unknown) =>
    store.find('customer', String(customer))?.email ?? String(customer ?? 'a guest');
  const sent = Map.groupBy(deliveries.recent(shown * 2), (delivery) => delivery.event);
  return {
    isOpen: true,
    origin: server.origin,
    promotionCode: demoPromotionCode,
    customers: store.all('customer').slice(0, shown),
    subscriptions: store
      .all('subscription')
      .slice(0, shown)
      .map((object) => ({
        object,
        email: emailOf(object.customer),
        product: productName(world, itemIn(object).price),
        periodEnd: periodOf(object).end,
      })),
    charges: store
      .all('charge')
      .slice(0, shown)
      .map((object) => ({ object, email: emailOf(object.customer) })),
    disputes: store.all('dispute').slice(0, shown),
    events: store
      .all('event')
      .slice(0, shown)
      .map((object) => ({ object, deliveries: sent.get(object.id) ?? [] })),
  };
}

type Input = Record<string, unknown>;
type Done = { done: string };

function serverOf(cloud: EmbeddedCloud): StripeServer {
  if (!cloud.shop) throw new Error('There is no embedded Stripe here.');
  return cloud.shop.server;
}

/** Runs something as Stripe's dashboard would, and sends its events at once. */
function act(cloud: EmbeddedCloud, work: (server: StripeServer) => string): Done {
  const server = serverOf(cloud);
  const done = server.state.perform(null, () => work(server));
  server.advance(0);
  return { done };
}

/** Moves domain time just past the end of a subscription's period. */
async function advanceToPeriodEnd(cloud: EmbeddedCloud, id: string): Promise<Done> {
  const { store } = serverOf(cloud).state.world;
  const end = periodOf(store.get('subscription', id)).end * 1000;
  const ahead = Math.max(0, end - cloud.clock.now().getTime()) + 1000;
  const fired = await cloud.advance(ahead);
  return { done: `${Math.round(ahead / 86_400_000)} days on: ${fired} rules fired.` };
}

/** What can be made to happen to what was bought, by the path below /_local/stripe. */
export const shopActions: Readonly<
  Record<string, (cloud: EmbeddedCloud, input: Input) => Done | Promise<Done>>
> = {
  refund: (cloud, { charge, amount }) =>
    act(cloud, ({ state }) => {
      const made = refund(state.world, {
        charge: String(charge),
        ...(amount !== undefined && { amount: Number(amount) }),
      });
      return `Refunded ${(made.amount / 100).toFixed(2)}.`;
    }),
  dispute: (cloud, { charge, reason = 'fraudulent' }) =>
    act(cloud, ({ state }) => `Opened ${openDispute(state.world, String(charge), String(reason)).id}.`),
  'close-dispute': (cloud, { dispute, status }) =>
    act(
      cloud,
      ({ state }) =>
        `The dispute is ${closeDispute(state.world, String(dispute), status === 'won' ? 'won' : 'lost').status}.`,
    ),
  resend: (cloud, { event }) => {
    serverOf(cloud).resend(String(event));
    return { done: 'On its way.' };
  },
  advance: (cloud, { subscription }) => advanceToPeriodEnd(cloud, String(subscription)),
};
