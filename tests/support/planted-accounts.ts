import { needEnvironment } from '#core/contract/needs.ts';
import type { ProductKey } from '#core/payments/plan.ts';
import { canaryNow, type Member, members } from './canaries.ts';
import { createFakePayments } from './fake-payments.ts';
import { startSecrets, startUsers } from './payment-world.ts';

/** What each has paid: what their plan says that they see, so that reading it again at the payment service changes nothing. */
const paid: Partial<Record<Member, ProductKey>> = { beta: 'unlock_price', premium: 'premium_monthly' };

/** An account and a customer with a checkout for every member, in a user pool and a payment service of their own. */
export async function plantAccounts(now: () => Date) {
  const [users, secrets] = [await startUsers(), await startSecrets()];
  // What these do not embed must not be sought in the cloud.
  for (const name of Object.values(needEnvironment).flat()) process.env[name] ??= `no-${name}`;
  const payments = createFakePayments(now);
  const { replaceServices } = await import('#functions/platform/services.ts');
  const { addCustomer } = await import('#functions/payments/store.ts');
  const { steadyAnswer } = await import('#functions/platform/answers.ts');
  steadyAnswer.ms = 0;
  replaceServices({ payments: async () => payments.provider });
  const checkouts = new Map<Member, string>();
  for (const member of members) {
    users.add(member);
    const customerId = await payments.provider.createCustomer({ userId: member, email: emailOf(member) });
    await addCustomer(member, customerId, canaryNow);
    const wish = { customerId, userId: member, language: 'en', origin: '', idempotencyKey: member } as const;
    const { id } = await payments.provider.createCheckout({
      ...wish,
      product: paid[member] ?? 'deal_finder_boost',
    });
    if (paid[member]) payments.payCheckout(id);
    checkouts.set(member, id);
  }

  return {
    checkoutOf: (member: Member) => checkouts.get(member)!,
    /** What is to be seen in nothing that leaves for others: address, customer, checkouts, purchases. */
    namesOf(member: Member): string[] {
      const { id, subscriptions, purchases } = payments.customerOf(member)!;
      const own = [...payments.checkouts.values()].filter(({ customerId }) => customerId === id);
      return [emailOf(member), id, ...[...own, ...subscriptions, ...purchases].map((each) => each.id)];
    },
    /** All that others could have changed. */
    stateOf(member: Member): string {
      const customer = payments.customerOf(member)!;
      const own = [...payments.checkouts.values()].filter(({ customerId }) => customerId === customer.id);
      const { email, password, confirmed } = users.users.find(member)!;
      return JSON.stringify([customer, own, email, password, confirmed]);
    },
    close: () => Promise.all([users.close(), secrets.close()]),
  };
}

export const emailOf = (member: Member): string => `${member}@example.dk`;
