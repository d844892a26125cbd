import { afterAll, expect, it, vi } from 'vitest';
import { ensureCustomer } from '#functions/payments/checkout.ts';
import { addCustomer, getCustomerId, getPayer } from '#functions/payments/store.ts';
import { erasedKey } from '#functions/platform/keys.ts';
import { startUsers } from '#tests/support/payment-world.ts';
import { now, openTill } from './till.ts';

const till = openTill();
const pool = await startUsers();
pool.add('anna');
afterAll(() => pool.close());

it('creates a person’s customer with their address at the first purchase, and reuses it later', async () => {
  const createCustomer = vi.spyOn(till.shop.provider, 'createCustomer');
  const made = await ensureCustomer(till.shop.provider, 'anna');
  expect(createCustomer.mock.calls).toEqual([[{ userId: 'anna', email: 'anna@example.dk' }]]);
  expect(await getCustomerId('anna')).toBe(made);
  expect(await getPayer(made)).toBe('anna');
  expect(await ensureCustomer(till.shop.provider, 'anna')).toBe(made);
  expect(createCustomer).toHaveBeenCalledTimes(1);
});

it('creates no customer for somebody without an account', async () => {
  const refused = { status: 401, code: 'not_authenticated' };
  await expect(ensureCustomer(till.shop.provider, 'nobody')).rejects.toMatchObject(refused);
  expect(till.shop.customers.size).toBe(0);
});

it('creates one customer for two tabs that buy at once', async () => {
  const { createCustomer } = till.shop.provider;
  till.shop.provider.createCustomer = async (person) => {
    await addCustomer('anna', 'cus_of_the_other_tab', now.toISOString());
    return createCustomer(person);
  };
  expect(await ensureCustomer(till.shop.provider, 'anna')).toBe('cus_of_the_other_tab');
});

it('creates no customer for an account that is being erased', async () => {
  till.table.add({ ...erasedKey('anna'), kind: 'ERASED' });
  const refused = { status: 401, code: 'not_authenticated' };
  await expect(ensureCustomer(till.shop.provider, 'anna')).rejects.toMatchObject(refused);
  expect(await getCustomerId('anna')).toBeNull();
});
