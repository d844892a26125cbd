import { payCheckout } from 'local-stripe/tests/support/pay-checkout.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallResponse } from '#core/contract/table.ts';
import {
  eventually,
  type Person,
  type Product,
  signUp,
  smallSearch,
  startProduct,
} from '#tests/support/product.ts';
import { strikeHour } from '#tests/support/strike-hour.ts';

const email = 'automated@example.dk';
/** A visit to the demo marketplace, on a machine that does other things as well. */
const patienceMs = 150_000;

let product: Product;
let person: Person;

type Inbox = CallResponse<'GET /api/notifications/{id}'>;
type Panel = CallResponse<'GET /api/subscriptions/{id}'>;

beforeAll(async () => {
  product = await startProduct({ empty: true });
  person = await signUp(product, email);
  const { body } = await person.ask<{ url: string }>('POST', '/api/payments/create-subscription-checkout', {
    planType: 'premium_monthly',
  });
  await payCheckout(body.url);
});
afterAll(() => product?.remove());

const inbox = async () =>
  (await person.ask<Inbox>('GET', `/api/notifications/${person.id}?pageSize=100`)).body;
const panel = async () => (await person.ask<Panel>('GET', `/api/subscriptions/${person.id}`)).body;

describe('the whole product, an hour later', () => {
  it('the plan change was reported in the inbox and by mail', async () => {
    await eventually('the plan in the inbox', async () =>
      (await inbox()).notifications.some(({ kind }) => kind === 'plan_changed'),
    );
    const mail = await eventually('a mail of it', async () =>
      (await product.control.mails()).find(({ subject }) => subject === 'Premium is active'),
    );
    expect(mail).toMatchObject({ to: email, text: expect.stringContaining(`${product.url}/profile`) });
  });

  it('an automated search ran by itself and reported its cars once, free of charge', async () => {
    const searchUrl = await smallSearch(product.url);
    expect(await person.ask('POST', '/api/subscriptions', { searchUrl })).toMatchObject({ status: 201 });
    await strikeHour(product);
    const run = await eventually(
      'the end of the run',
      async () => (await panel()).subscriptions[0]?.last_run,
      patienceMs,
    );
    expect(run).toMatchObject({ status: 'completed', failure: null });
    expect(run.cars_found).toBeGreaterThan(0);
    const news = await eventually('news of its cars', async () => {
      const { notifications } = await inbox();
      return notifications.find(({ kind }) => kind === 'new_cars' || kind === 'amazing_deal');
    });
    expect(news.is_read).toBe(false);
    await eventually('a mail of them', async () =>
      (await product.control.mails()).some(({ text }) => text.includes(news.title)),
    );
    expect((await person.usage()).subscriptions_used).toBe(1);
    expect((await panel()).subscriptions).toMatchObject([{ status: 'active', interval_hours: 1 }]);
  });

  it('the operator sees how many links fit in an hour', async () => {
    const searches = await product.control.searches();
    expect(searches).toMatchObject({ links: 1, started: 1, waiting: 0, intervalHours: 1 });
    // One lane: of two visits at once one is kept for what people import by hand.
    expect(searches!.linksPerHour).toBeGreaterThan(60);
  });

  it('no permission was denied to any function', async () => {
    const logs = await product.control.logs();
    expect(logs.filter((line) => JSON.stringify(line).includes('is not authorized to perform'))).toEqual([]);
    expect(logs.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
