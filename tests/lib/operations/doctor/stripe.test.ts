import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { secretPlaceholder } from '#core/contract/needs.ts';
import { products } from '#core/payments/plan.ts';
import { stripe } from '#lib/operations/doctor/checks.ts';
import { undecided } from '#lib/stage.ts';
import { standInFor } from '#tests/support/stand-in-for.ts';
import { makeSurroundings } from './surroundings.ts';

const secrets = standInFor(SecretsManagerClient);
const keys = Object.values(products).map(({ lookupKey }) => lookupKey);
const address = 'https://bilfund.example/api/payments/webhook';
const everything = { url: address, status: 'enabled', enabled_events: ['*'] };

/** What Stripe answers to questions about prices and webhooks. */
let prices: string[];
let webhooks: object[];
let authorizations: (string | undefined)[];
let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => {
    authorizations.push(request.headers.authorization);
    const data = request.url?.startsWith('/v1/prices')
      ? prices.map((lookup_key) => ({ object: 'price', lookup_key }))
      : webhooks;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ object: 'list', has_more: false, data }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  [prices, webhooks, authorizations] = [keys, [everything], []];
  secrets.reset();
  secrets.on(GetSecretValueCommand, { SecretId: 'stripe' }).resolves({ SecretString: 'sk_test_key\n' });
});
afterAll(() => server.close());

const look = (settings: Partial<typeof undecided.settings> = {}) =>
  stripe.look(
    makeSurroundings({
      outputs: { Address: 'https://bilfund.example', StripeSecret: 'stripe' },
      stageFile: {
        ...undecided,
        settings: {
          ...undecided.settings,
          STRIPE_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
          ...settings,
        },
      },
    }),
  );

describe('the check of Stripe', () => {
  it('the Stripe check passes with every price and a webhook for all events', async () => {
    expect(await look()).toMatchObject({ state: 'ok' });
    expect(authorizations[0]).toBe('Bearer sk_test_key');
  });

  it('the Stripe check names missing prices and the command that creates them', async () => {
    prices = keys.slice(1);
    expect(await look()).toMatchObject({
      state: 'missing',
      sentence: `Stripe has no prices for ${keys[0]}.`,
      command: expect.stringContaining('npm run ops -- stripe'),
    });
  });

  it.each([
    [[]],
    [[{ ...everything, url: 'https://elsewhere.example/api/payments/webhook' }]],
    [[{ ...everything, status: 'disabled' }]],
  ])('the Stripe check finds no webhook in %j', async (given) => {
    webhooks = given;
    expect(await look()).toMatchObject({
      state: 'missing',
      sentence: `Stripe does not tell ${address} of what happens.`,
    });
  });

  it('the Stripe check names the events that the webhook lacks', async () => {
    const enabled_events = [
      'checkout.session.completed',
      'customer.deleted',
      'customer.subscription.updated',
      'invoice.paid',
      'charge.refunded',
      'payment_intent.succeeded',
    ];
    webhooks = [{ ...everything, enabled_events }];
    expect(await look()).toMatchObject({
      state: 'missing',
      sentence: expect.stringContaining('of refund.*.'),
    });
  });

  it('the Stripe check calls nobody if payments are off or the key is missing', async () => {
    expect(await look({ PAYMENTS_ENABLED: false })).toMatchObject({ state: 'ok' });
    secrets.on(GetSecretValueCommand).resolves({ SecretString: secretPlaceholder });
    expect(await look()).toMatchObject({ state: 'cannot tell' });
    expect(authorizations).toEqual([]);
  });

  it('the Stripe check shows no key', async () => {
    webhooks = [];
    expect(JSON.stringify(await look())).not.toContain('sk_test_key');
  });
});
