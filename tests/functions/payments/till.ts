import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import type { ProductKey } from '#core/payments/plan.ts';
import { addCustomer, readPlanRecord } from '#functions/payments/store.ts';
import { replaced } from '#functions/platform/services.ts';
import { type TableInMemory, tableInMemory } from '#tests/support/cloud-in-memory.ts';
import { createFakePayments } from '#tests/support/fake-payments.ts';

export const now = new Date('2026-11-21T10:00:00.000Z');

type Shop = ReturnType<typeof createFakePayments>;

/** A table and a payment service in memory for each test of a file. */
export function openTill() {
  const former = replaced.payments;
  const till = {
    table: null as unknown as TableInMemory,
    shop: null as unknown as Shop,
    /** A person who has been a customer before. */
    async customer(userId: string): Promise<string> {
      const id = await till.shop.provider.createCustomer({ userId, email: `${userId}@example.com` });
      await addCustomer(userId, id, now.toISOString());
      return id;
    },
    /** What they buy on a page that they open and pay. */
    async buys(customerId: string, product: ProductKey): Promise<string> {
      const key = `key-${till.shop.checkouts.size}`;
      const checkout = await till.shop.provider.createCheckout({
        ...{ customerId, userId: 'anna', product, language: 'en' },
        ...{ origin: 'https://bilfund.example', idempotencyKey: key },
      });
      till.shop.payCheckout(checkout.id);
      return checkout.id;
    },
    planOf: async (userId: string) => (await readPlanRecord(userId)).plan,
  };
  beforeEach(() => {
    till.table = tableInMemory();
    vi.stubEnv('PUBLIC_ORIGIN', 'https://bilfund.example');
    vi.useFakeTimers({ toFake: ['Date'], now });
    till.shop = createFakePayments(() => new Date());
    replaced.payments = async () => till.shop.provider;
  });
  afterEach(() => {
    till.table.close();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  afterAll(() => {
    if (former) replaced.payments = former;
    else delete replaced.payments;
  });
  return till;
}
