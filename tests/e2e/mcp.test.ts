import { expect, test } from 'vitest';
import type { CarListWire } from '#core/contract/routes/cars.ts';
import { connectAssistant } from '#tests/support/mcp-client.ts';
import { Person, sharedProduct, signUp } from '#tests/support/product.ts';

test('an assistant searches, reads and follows with its owner’s token, through everything that is deployed', async () => {
  const product = await sharedProduct();
  const owner = await signUp(product, 'assistants-owner@example.dk');
  const body = { name: 'assistant', scopes: ['read', 'follow'], days: 1 };
  const { token } = (await owner.ask<{ token: string }>('POST', '/api/tokens', body)).body;
  const program = new Person(product.url, '');
  program.token = token;
  const assistant = await connectAssistant(product.url, token);

  const list = (await program.ask<CarListWire>('GET', '/api/cars?brand=Skoda&maxPrice=90000&sort=price_asc'))
    .body;
  const found = await assistant.call('search_cars', { brand: 'Skoda', maxPrice: 90_000, sort: 'price_asc' });
  expect(list.totalCount).toBeGreaterThan(0);
  expect(found.answer).toMatchObject({ totalCount: list.totalCount, cars: list.cars });

  const { id } = list.cars[0]!;
  const car = (await program.ask('GET', `/api/cars/${id}`)).body;
  expect((await assistant.call('get_car', { id })).answer).toEqual(car);

  expect((await assistant.call('list_searches')).answer).toMatchObject({ used: 0 });
  expect((await assistant.call('follow_search', { filters: { brand: 'Skoda' } })).isError).toBe(false);
  expect((await assistant.call('list_searches')).answer).toMatchObject({ used: 1 });
  expect((await assistant.call('check_price', { plate: 'AB12345', price: 90_000 })).isError).toBe(true);

  const get = await fetch(`${product.url}/mcp`);
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
  // What looks for a sign-in by OAuth must not be answered with the app's page.
  const metadata = await fetch(`${product.url}/.well-known/oauth-protected-resource/mcp`);
  expect(metadata.status).toBeGreaterThanOrEqual(400);
});
