import type { LocalCloud } from 'local-cloud/cloud-options.ts';
import { productName } from 'local-stripe/checkout.ts';
import type { StripeServer } from 'local-stripe/local-stripe.ts';
import { closeDispute, openDispute, refund } from 'local-stripe/payments.ts';
import { itemIn, periodOf } from 'local-stripe/subscription-object.ts';
import type { Delivery } from 'local-stripe/webhooks.ts';
import type Stripe from 'stripe';
import { demoPromotionCode } from '../seed-shop.ts';
import type { Shop } from '../shop.ts';

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

type Around = { cloud: LocalCloud; shop: Shop };

function serverOf({ shop }: Around): StripeServer {
  if (!shop.server) throw new Error('There is no local Stripe here.');
  return shop.server;
}

/** Runs something as Stripe's dashboard would, and sends its events at once. */
function act(around: Around, work: (server: StripeServer) => string): Done {
  const server = serverOf(around);
  const done = server.state.perform(null, () => work(server));
  server.advance(0);
  return { done };
}

/** Moves domain time just past the end of a subscription's period. */
async function advanceToPeriodEnd(around: Around, id: string): Promise<Done> {
  const { cloud } = around;
  const { store } = serverOf(around).state.world;
  const end = periodOf(store.get('subscription', id)).end * 1000;
  const ahead = Math.max(0, end - cloud.clock.now().getTime()) + 1000;
  const fired = await cloud.advance(ahead);
  return { done: `${Math.round(ahead / 86_400_000)} days on: ${fired} rules fired.` };
}

/** What can be made to happen to what was bought, by the path below /_local/stripe. */
export const shopActions: Readonly<Record<string, (around: Around, input: Input) => Done | Promise<Done>>> = {
  refund: (around, { charge, amount }) =>
    act(around, ({ state }) => {
      const made = refund(state.world, {
        charge: String(charge),
        ...(amount !== undefined && { amount: Number(amount) }),
      });
      return `Refunded ${(made.amount / 100).toFixed(2)}.`;
    }),
  dispute: (around, { charge, reason = 'fraudulent' }) =>
    act(around, ({ state }) => `Opened ${openDispute(state.world, String(charge), String(reason)).id}.`),
  'close-dispute': (around, { dispute, status }) =>
    act(
      around,
      ({ state }) =>
        `The dispute is ${closeDispute(state.world, String(dispute), status === 'won' ? 'won' : 'lost').status}.`,
    ),
  resend: (around, { event }) => {
    serverOf(around).resend(String(event));
    return { done: 'On its way.' };
  },
  advance: (around, { subscription }) => advanceToPeriodEnd(around, String(subscription)),
};
