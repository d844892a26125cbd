import { isDeepStrictEqual } from 'node:util';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { demoPromotionCode } from '#local/seed.ts';
import { type FaultPlan, withFaults } from '#tests/support/call-faults.ts';
import { faultPlans, manyCasesMs } from '#tests/support/extent.ts';
import { type ShopWorld, startShopWorld } from '#tests/support/shop-world.ts';

vi.mock(import('#functions/platform/aws-call.ts'), async (load) =>
  withFaults(await load(), () => world.faults),
);

const world = await startShopWorld();
afterAll(() => world.close());

type Person = ReturnType<ShopWorld['person']>;
type Answer = { status: number };
let people = 0;
const newPerson = () => world.person(`tried-${++people}`);

/** An operation of a person or of Stripe, prepared for a new person, and a check of what must hold besides the plan. */
type Deed = {
  prepare(): Promise<{ person: Person; act: () => Promise<Answer>; check: () => Promise<string[]> }>;
};

const customerOf = async (person: Person) => (await world.customerId(person.id))!;
const latestEvent = async (type: string) => (await world.client.events.list({ type, limit: 1 })).data[0]!;

/** A paid checkout of which no event has reached us. */
async function paidUnheard(
  wish: (person: Person) => Promise<{ body: { url: string } }>,
  person = newPerson(),
) {
  await world.setLosing(true);
  const { sessionId } = await world.pay((await wish(person)).body.url);
  return { person, sessionId: sessionId! };
}
async function subscribed(): Promise<Person> {
  const { person, sessionId } = await paidUnheard((one) => one.subscribe('premium_monthly'));
  expect((await person.confirm(sessionId)).status).toBe(200);
  return person;
}
/** Delivers Stripe's latest event of this type, with its own content. */
async function send(type: string): Promise<() => Promise<Answer>> {
  const { id, data } = await latestEvent(type);
  return () => world.deliver({ id, type, object: data.object as unknown as Record<string, unknown> });
}

async function expectOneSubscription(person: Person, isEnding: boolean): Promise<string[]> {
  const { data } = await world.client.subscriptions.list({ customer: await customerOf(person) });
  const wrong: string[] = [];
  if (data.length !== 1) wrong.push(`${data.length} subscriptions`);
  if (data[0]?.cancel_at_period_end !== isEnding) wrong.push('not told to Stripe');
  return wrong;
}

const deeds: Record<string, Deed> = {
  checkout: {
    async prepare() {
      const person = newPerson();
      return {
        person,
        act: () => person.subscribe('premium_monthly'),
        async check() {
          const wrong: string[] = [];
          const { data } = await world.client.customers.list({ email: `${person.id}@example.dk` });
          if (data.length !== 1) wrong.push(`${data.length} customers`);
          const { open } = await world.provider.readCheckouts(await customerOf(person));
          if (open.length !== 1) wrong.push(`${open.length} open checkouts`);
          return wrong;
        },
      };
    },
  },
  'the event of a payment': {
    async prepare() {
      const { person } = await paidUnheard((one) => one.subscribe('premium_monthly'));
      const act = await send('checkout.session.completed');
      return {
        person,
        act,
        async check() {
          return (await person.access()).hasPremium ? [] : ['no premium'];
        },
      };
    },
  },
  'the event of a lifetime bought on top': {
    async prepare() {
      const { person } = await paidUnheard((one) => one.subscribe('lifetime'), await subscribed());
      const act = await send('checkout.session.completed');
      return {
        person,
        act,
        async check() {
          const { data } = await world.client.subscriptions.list({ customer: await customerOf(person) });
          return data.length === 0 ? [] : ['the subscription still runs'];
        },
      };
    },
  },
  'the success page': {
    async prepare() {
      const { person, sessionId } = await paidUnheard((one) => one.buy('deal_finder_boost'));
      return { person, act: () => person.confirm(sessionId), check: async () => [] };
    },
  },
  cancelling: {
    async prepare() {
      const person = await subscribed();
      return { person, act: () => person.cancel(), check: () => expectOneSubscription(person, true) };
    },
  },
  reactivating: {
    async prepare() {
      const person = await subscribed();
      await person.cancel();
      return { person, act: () => person.reactivate(), check: () => expectOneSubscription(person, false) };
    },
  },
  'redeeming a code': {
    async prepare() {
      const person = newPerson();
      return {
        person,
        // If only the answer of the first try was lost, it has unlocked the prices already, and the second is answered 409.
        async act() {
          const answer = await person.redeem(demoPromotionCode);
          return answer.status === 409 ? { status: 200 } : answer;
        },
        async check() {
          const { data } = await world.client.invoices.list({ customer: await customerOf(person) });
          const booked = data.filter((one) => one.status === 'paid');
          return booked.length === 1 ? [] : [`${booked.length} invoices`];
        },
      };
    },
  },
};

/** Repeats the operation until it succeeds, as people click again and Stripe sends again. Only the first try can fail. */
async function insist(act: () => Promise<Answer>): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt++) {
    world.faults.revive();
    if ((await act()).status === 200) return;
  }
  throw new Error('it never succeeded');
}

async function violations(person: Person, check: () => Promise<string[]>): Promise<string[]> {
  const [stored, atStripe] = [await world.storedPlan(person.id), await world.planAtStripe(person.id)];
  const isTrue = isDeepStrictEqual(stored, atStripe);
  return [
    ...(isTrue ? [] : [`stored ${JSON.stringify(stored)}, at Stripe ${JSON.stringify(atStripe)}`]),
    ...(await check()),
  ];
}

async function runOnce(deed: Deed, plan?: FaultPlan): Promise<{ calls: string[]; wrong: string[] }> {
  const { person, act, check } = await deed.prepare();
  world.faults.begin(plan);
  await insist(act);
  const calls = world.faults.end();
  return { calls, wrong: await violations(person, check) };
}

describe.each(Object.entries(deeds))('%s, when its Nth call fails, for every N', (_, deed) => {
  it(
    'the plan matches Stripe’s objects in the end, and nothing happens twice',
    async () => {
      await world.setLosing(true);
      const whole = await runOnce(deed);
      expect(whole.wrong).toEqual([]);
      expect(whole.calls.length).toBeGreaterThan(4);
      expect(whole.calls.some((name) => name.startsWith('payments.'))).toBe(true);
      const wrong: Record<string, string[]> = {};
      for (const plan of faultPlans(whole.calls.length)) {
        const run = await runOnce(deed, plan);
        if (run.wrong.length > 0) wrong[`${plan.when} ${plan.nth} ${run.calls[plan.nth - 1]}`] = run.wrong;
      }
      expect(wrong).toEqual({});
    },
    manyCasesMs,
  );
});

describe('when nobody tries again', () => {
  it(
    'the nightly comparison makes the plan match Stripe’s objects, whichever of its calls fails',
    async () => {
      const { person } = await paidUnheard((one) => one.subscribe('premium_monthly'));
      const { readPlanRecord } = await import('#functions/payments/store.ts');
      const { listPayers } = await import('#functions/payments/store.ts');
      const { deleteItem } = await import('#functions/platform/table.ts');
      const { userKeys } = await import('#functions/platform/keys.ts');
      // Removes the customers of the other tests, so that the comparison sees this person only.
      for (const payer of await listPayers())
        if (payer !== person.id) await deleteItem(userKeys.customer(payer));
      const spoil = () => deleteItem(userKeys.plan(person.id));

      await spoil();
      world.faults.begin();
      expect(await world.reconcile()).toMatchObject({ checked: 1, repaired: 1, failed: 0, left: 0 });
      const calls = world.faults.end();
      expect(calls.length).toBeGreaterThan(5);
      for (const fault of faultPlans(calls.length)) {
        await spoil();
        world.faults.begin(fault);
        await world.reconcile().catch(() => {});
        world.faults.revive();
        await world.reconcile();
        world.faults.end();
        const { plan } = await readPlanRecord(person.id);
        expect(plan, `${fault.when} ${fault.nth}`).toEqual(await world.planAtStripe(person.id));
        expect(plan.type).toBe('premium_monthly');
      }
    },
    manyCasesMs,
  );
});
