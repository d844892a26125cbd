import { expect } from 'vitest';
import type { ShopWorld } from './shop-world.ts';

export type Person = ReturnType<ShopWorld['person']>;
export type Buyers = ReturnType<typeof createBuyers>;

/** People who buy in the shop, and what Stripe holds of them. */
export function createBuyers(world: ShopWorld) {
  let people = 0;
  const newPerson = (): Person => world.person(`buyer-${++people}`);
  return {
    newPerson,
    async subscribed(planType = 'premium_monthly', card = {}): Promise<Person> {
      const person = newPerson();
      const { body } = await person.subscribe(planType);
      expect((await world.pay(body.url, card)).status).toBe(303);
      return person;
    },
    async bought(transactionType: string, person = newPerson()): Promise<Person> {
      const { body, status } = await person.buy(transactionType);
      expect(status, JSON.stringify(body)).toBe(200);
      expect((await world.pay(body.url)).status).toBe(303);
      return person;
    },
    /** Ids of what was paid, the newest first. */
    async paymentsOf(person: Person): Promise<string[]> {
      const customer = (await world.customerId(person.id))!;
      const { data } = await world.client.paymentIntents.list({ customer });
      return data.filter((one) => one.status === 'succeeded').map((one) => one.id);
    },
    async openSubscriptions(person: Person) {
      const customer = (await world.customerId(person.id))!;
      return (await world.client.subscriptions.list({ customer })).data;
    },
    /** The stored plan is what Stripe's objects say. */
    async expectTrue(person: Person): Promise<void> {
      expect(await world.storedPlan(person.id)).toEqual(await world.planAtStripe(person.id));
    },
  };
}
