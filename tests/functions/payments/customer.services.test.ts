import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ensureCustomer } from '#functions/payments/checkout.ts';
import { addCustomer, getCustomerId, getPayer } from '#functions/payments/store.ts';
import { erasedKey } from '#functions/platform/keys.ts';
import { now, openTill } from './till.ts';

const till = openTill();
/** The user pool, which knows Anna and nobody else. */
let pool: Server;

beforeAll(async () => {
  pool = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    if (JSON.parse(body).Username !== 'anna')
      return void response.writeHead(400).end('{"__type":"UserNotFoundException"}');
    const UserAttributes = [
      { Name: 'sub', Value: 'anna' },
      { Name: 'email', Value: 'anna@example.com' },
    ];
    response.end(JSON.stringify({ UserAttributes }));
  }).listen(0, '127.0.0.1');
  await once(pool, 'listening');
});
afterAll(() => void pool.close());
beforeEach(() => {
  vi.stubEnv(
    'AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER',
    `http://127.0.0.1:${(pool.address() as AddressInfo).port}`,
  );
  vi.stubEnv('USER_POOL_ID', 'pool');
});

it('creates a person’s customer with their address at the first purchase, and reuses it later', async () => {
  const createCustomer = vi.spyOn(till.shop.provider, 'createCustomer');
  const made = await ensureCustomer(till.shop.provider, 'anna');
  expect(createCustomer.mock.calls).toEqual([[{ userId: 'anna', email: 'anna@example.com' }]]);
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
