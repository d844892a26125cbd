import Stripe from 'stripe';
import { freePlan, type Plan } from '#core/payments/plan.ts';
import type { PaymentProvider } from '#core/payments/provider.ts';
import { planFromStripe, type StripeFacts } from '#core/payments/stripe.ts';
import { createFakePayments } from '#tests/support/fake-payments.ts';
import { type createCloud, secrets } from './cloud.ts';
import type { Ask } from './world.ts';

type StripeEvent = { id: string; payload: string; dueMs: number };

/** A plan in one form, whatever it leaves out. */
export const planText = (plan: Partial<Plan> | undefined): string => JSON.stringify({ ...freePlan, ...plan });

/** What Stripe holds reaches us by events that come late, in any order and more than once. */
export function createStripe(now: () => number, around: ReturnType<typeof createCloud>['around']) {
  const fake = createFakePayments(() => new Date(now()));
  const events: StripeEvent[] = [];
  /** What the functions were told of each person, in its order, as the plan it makes. */
  const told = new Map<string, string[]>();
  let ids = 0;
  function remember(customerId: string, facts: StripeFacts): void {
    const { userId } = fake.customers.get(customerId)!;
    told.set(userId, [...(told.get(userId) ?? []), planText(planFromStripe(facts))]);
  }
  const guarded = Object.fromEntries(
    Object.entries(fake.provider).map(([name, call]) => [
      name,
      async (...input: unknown[]) => {
        // Carried out at once: its answer may be lost.
        const answer = await (call as (...all: unknown[]) => Promise<unknown>)(...input);
        if (name === 'readFacts') remember(String(input[0]), answer as StripeFacts);
        return around(`payments.${name}`, () => answer);
      },
    ]),
  ) as PaymentProvider;
  return {
    ...fake,
    events,
    guarded,
    told,
    /** Something changed for a customer: events of it are on their way. */
    changed(customerId: string, delays: readonly number[]): void {
      for (const delayMs of delays) {
        const id = `evt_${++ids}`;
        const object = { object: 'subscription', id: 'sub_1', customer: customerId };
        const event = {
          id,
          object: 'event',
          type: 'customer.subscription.updated',
          created: 0,
          data: { object },
        };
        events.push({ id, payload: JSON.stringify(event), dueMs: now() + delayMs });
      }
    },
    /** An event as Stripe posts it. */
    signed({ payload }: StripeEvent): Ask {
      const timestamp = Math.floor(now() / 1000);
      const signature = Stripe.webhooks.generateTestHeaderString({
        payload,
        secret: secrets.webhook!,
        timestamp,
      });
      return { body: Buffer.from(payload), headers: { 'stripe-signature': signature } };
    },
  };
}
