import { type ProductKey, products } from '#core/payments/plan.ts';
import { type NewCheckout, PaymentConflict, type PaymentProvider } from '#core/payments/provider.ts';
import type { PaymentState, PurchaseFact, StripeFacts, SubscriptionFact } from '#core/payments/stripe.ts';
import type { Language } from '#core/shared.ts';

type Customer = {
  id: string;
  userId: string;
  isDeleted: boolean;
  subscriptions: SubscriptionFact[];
  purchases: PurchaseFact[];
  charged: number;
};
type OpenedCheckout = {
  id: string;
  customerId: string;
  product: ProductKey;
  language: Language;
  status: 'open' | 'complete' | 'expired';
};

const monthMs = 30 * 24 * 3600_000;
const iso = (ms: number) => new Date(ms).toISOString();

/**
 * A payment service in memory: customers, checkouts, subscriptions, purchases, and what people and time do to them. It
 * keeps Stripe's promises (idempotency keys, checkouts that are paid once) and no others. `now` is the domain's clock.
 */
export function createFakePayments(now: () => Date) {
  const customers = new Map<string, Customer>();
  const checkouts = new Map<string, OpenedCheckout>();
  const payments = new Map<string, string>();
  const keys = new Map<string, { content: string; id: string }>();
  const codes = new Map<string, { percentOff: number }>();
  const refunded = new Set<string>();
  let ids = 0;
  const newId = (kind: string) => `${kind}_${String(++ids).padStart(6, '0')}`;
  const nowMs = () => now().getTime();
  /** Between two changes no two things happen at the same moment. */
  const tick = () => iso(nowMs() + ids);

  function customer(id: string): Customer {
    const found = customers.get(id);
    if (!found) throw new Error(`no customer ${id}`);
    return found;
  }
  function everywhere(): { subscriptions: SubscriptionFact[]; purchases: PurchaseFact[] }[] {
    return [...customers.values()];
  }
  function pay(owner: Customer): string {
    const id = newId('pi');
    payments.set(id, owner.id);
    owner.charged++;
    return id;
  }
  function changeSubscription(id: string, change: Partial<SubscriptionFact>): void {
    for (const owner of everywhere())
      owner.subscriptions = owner.subscriptions.map((one) => (one.id === id ? { ...one, ...change } : one));
  }

  function bought(owner: Customer, product: ProductKey): void {
    const at = tick();
    if (product === 'premium_monthly' || product === 'premium_quarterly') {
      const months = products[product].recurring?.intervalCount ?? 1;
      owner.subscriptions.push({
        id: newId('sub'),
        itemId: newId('si'),
        product,
        status: 'active',
        startedAt: at,
        periodEnd: iso(nowMs() + months * monthMs),
        endsAt: null,
        endedAt: null,
        paymentId: pay(owner),
        payment: 'stands',
      });
    } else
      owner.purchases.push({
        id: newId('cs'),
        product,
        paidAt: at,
        paymentId: pay(owner),
        payment: 'stands',
      });
  }

  /** Facts as they are at this moment: later changes do not reach them. */
  const snapshot = (owner: Customer): StripeFacts =>
    structuredClone({
      subscriptions: owner.subscriptions,
      purchases: owner.purchases,
    });

  const provider: PaymentProvider = {
    async createCustomer({ userId }) {
      const known = keys.get(`customer-${userId}`);
      if (known) return known.id;
      const id = newId('cus');
      keys.set(`customer-${userId}`, { content: userId, id });
      customers.set(id, { id, userId, isDeleted: false, subscriptions: [], purchases: [], charged: 0 });
      return id;
    },
    async deleteCustomer(id) {
      const owner = customer(id);
      owner.isDeleted = true;
      for (const one of owner.subscriptions) await provider.endSubscription(one.id);
    },
    readFacts: async (id) => snapshot(customer(id)),
    readHistory: async () => [],
    async readCheckouts(customerId) {
      const own = [...checkouts.values()].filter((one) => one.customerId === customerId).reverse();
      const open = own.filter((one) => one.status === 'open');
      return {
        open: open.map((one) => ({ ...one, url: `https://pay.example/${one.id}` })),
        newestId: own[0]?.id ?? null,
      };
    },
    async readCheckout(id) {
      const one = checkouts.get(id);
      return one
        ? { customerId: one.customerId, isPaid: one.status === 'complete', product: one.product }
        : null;
    },
    async createCheckout(wish: NewCheckout) {
      const { customerId, product, language, idempotencyKey } = wish;
      const content = JSON.stringify(wish);
      const known = keys.get(idempotencyKey);
      if (known && known.content !== content)
        throw new PaymentConflict('the key was used for another checkout');
      const id = known?.id ?? newId('cs_test');
      if (!known) {
        keys.set(idempotencyKey, { content, id });
        checkouts.set(id, { id, customerId, product, language, status: 'open' });
      }
      return { id, product, language, status: 'open', url: `https://pay.example/${id}` };
    },
    async expireCheckout(id) {
      const one = checkouts.get(id)!;
      if (one.status !== 'open') throw new PaymentConflict('it is not open');
      one.status = 'expired';
    },
    switchUrl: async ({ subscriptionId, product }) =>
      `https://pay.example/switch/${subscriptionId}/${product}`,
    portalUrl: async ({ customerId }) => `https://pay.example/portal/${customerId}`,
    async setEndsWithPeriod(id, endsWithPeriod) {
      for (const { subscriptions } of everywhere())
        for (const one of subscriptions)
          if (one.id === id) changeSubscription(id, { endsAt: endsWithPeriod ? one.periodEnd : null });
    },
    async endSubscription(id) {
      const one = everywhere()
        .flatMap((owner) => owner.subscriptions)
        .find((each) => each.id === id);
      if (one && one.status !== 'canceled') changeSubscription(id, { status: 'canceled', endedAt: tick() });
    },
    async refund(paymentId) {
      if (refunded.has(paymentId)) return;
      refunded.add(paymentId);
      reverse(paymentId, 'refunded');
    },
    async redeem({ customerId, code, product }) {
      if (codes.get(code)?.percentOff !== 100) return false;
      const { purchases } = customer(customerId);
      const id = `in_${code}`;
      if (!purchases.some((one) => one.id === id))
        purchases.push({
          id,
          product: product as 'unlock_price',
          paidAt: tick(),
          paymentId: null,
          payment: 'stands',
        });
      return true;
    },
    customerOfPayment: async (paymentId) => payments.get(paymentId) ?? null,
  };

  /** A refund or dispute, or its end. */
  function reverse(paymentId: string, payment: PaymentState): void {
    for (const owner of everywhere()) {
      const change = <T extends { paymentId: string | null }>(one: T): T =>
        one.paymentId === paymentId ? { ...one, payment } : one;
      owner.subscriptions = owner.subscriptions.map(change);
      owner.purchases = owner.purchases.map(change);
    }
  }

  return {
    provider,
    customers,
    checkouts,
    codes,
    refunded,
    reverse,
    changeSubscription,
    customerOf: (userId: string) => [...customers.values()].find((one) => one.userId === userId) ?? null,
    factsOf: (customerId: string): StripeFacts => snapshot(customer(customerId)),
    /** Somebody pays on the page of a checkout; false when it is over. */
    payCheckout(id: string): boolean {
      const one = checkouts.get(id)!;
      const owner = customer(one.customerId);
      if (one.status !== 'open' || owner.isDeleted) return false;
      one.status = 'complete';
      bought(owner, one.product);
      return true;
    },
    /** The person confirms a switch on Stripe's page. */
    confirmSwitch(subscriptionId: string, product: 'premium_monthly' | 'premium_quarterly'): void {
      const owner = [...customers.values()].find((each) =>
        each.subscriptions.some((one) => one.id === subscriptionId),
      )!;
      changeSubscription(subscriptionId, { product, paymentId: pay(owner), endsAt: null });
    },
  };
}
