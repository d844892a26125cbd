import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { secretPlaceholder } from '#core/contract/needs.ts';
import { products } from '#core/payments/plan.ts';
import {
  type Check,
  examine,
  isAnythingMissing,
  missing,
  ok,
  reportOf,
  secrets,
  smokeTest,
  stripe,
  visitorRoutes,
} from '#lib/operations/doctor.ts';
import { parseStageFile, undecided } from '#lib/stage.ts';
import { standInFor } from '#tests/support/stand-in-for.ts';
import { makeSurroundings } from './surroundings.ts';

const good: Check = { name: 'good', look: async () => ok('It is there.') };
const bad: Check = { name: 'bad', look: async () => missing('It is not there.', 'npm run mend') };
const broken: Check = { name: 'broken', look: () => Promise.reject(new Error('no right to read')) };
const answersOf = (...checks: Check[]) => examine(checks, makeSurroundings());

describe('the report on a stage', () => {
  it('the report has one line per check, the command for each problem, and a JSON object at the end', async () => {
    const answers = await answersOf(good, bad);
    const lines = reportOf('prod', answers).split('\n');
    expect(lines.slice(0, -1).map((line) => line.trim())).toEqual([
      'ok           good  It is there.',
      'missing      bad   It is not there.',
      'npm run mend',
    ]);
    expect(JSON.parse(lines.at(-1)!)).toEqual({ stage: 'prod', isMissing: true, checks: answers });
  });

  it('the report continues after a check that fails and marks it as unknown', async () => {
    const answers = await answersOf(broken, good);
    expect(answers).toMatchObject([
      { state: 'cannot tell', sentence: 'It could not be looked at: no right to read.' },
      { state: 'ok' },
    ]);
    expect(isAnythingMissing(answers)).toBe(false);
  });
});

describe('the check of the secrets', () => {
  const manager = standInFor(SecretsManagerClient);
  beforeEach(() => manager.reset());

  const outputs = { RegisterSecret: 'register', StripeSecret: 'stripe', StripeWebhookSecret: 'webhook' };
  const value = (SecretId: string, SecretString: string) =>
    manager.on(GetSecretValueCommand, { SecretId }).resolves({ SecretString });
  const look = (settings: object) =>
    secrets.look(
      makeSurroundings({ outputs, stageFile: parseStageFile('file', JSON.stringify({ settings })) }),
    );

  it('the secrets check names missing secrets and never shows a value', async () => {
    value('stripe', 'sk_live_secret');
    value('webhook', ` ${secretPlaceholder}\n`);
    const finding = await look({});
    expect(finding).toMatchObject({
      state: 'missing',
      sentence: 'Not set: StripeWebhookSecret (webhook).',
      command: expect.stringContaining('put-secret-value --region eu-north-1 --secret-id webhook '),
    });
    expect(JSON.stringify(finding)).not.toContain('sk_live_secret');
  });

  it('the secrets check asks for the key of a register only if it needs one', async () => {
    value('stripe', 'a');
    value('webhook', 'b');
    value('register', '');
    expect(await look({ REGISTER_KIND: 'tjekbil-open' })).toMatchObject({ state: 'ok' });
    expect(await look({ REGISTER_KIND: 'motorapi' })).toMatchObject({
      state: 'missing',
      sentence: 'Not set: RegisterSecret (register).',
    });
  });

  it('the secrets check ignores Stripe if payments are off', async () => {
    expect(await look({ PAYMENTS_ENABLED: false })).toMatchObject({ state: 'ok' });
    expect(manager.calls()).toHaveLength(0);
  });

  it('the secrets check cannot judge a stack that does not name its secrets', async () => {
    expect(await secrets.look(makeSurroundings())).toMatchObject({ state: 'cannot tell' });
  });
});

describe('the smoke test', () => {
  let stop: () => void = () => undefined;
  afterEach(() => stop());

  async function site(listener: RequestListener): Promise<string> {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    stop = () => void server.close();
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Answers as the contract says, but one path as told. */
  const answering =
    (path: string, status: number, type?: string): RequestListener =>
    ({ url = '' }, response) => {
      const route = visitorRoutes.find((one) => one.path === url)!;
      const isTold = url === path;
      response.writeHead(isTold ? status : 200, { 'content-type': (isTold && type) || route.content });
      response.end('{}');
    };
  const look = (Address: string) => smokeTest.look(makeSurroundings({ outputs: { Address } }));

  it('the smoke test calls every route that needs no account', () => {
    const paths = visitorRoutes.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(['/api/health', '/api/cars', '/car/smoke-test', '/sitemap.xml']),
    );
    expect(paths.join()).not.toContain('{');
  });

  it('the smoke test passes if all routes answer, and with 404 for an unknown car', async () => {
    const address = await site(answering('/api/cars/smoke-test', 404));
    expect(await look(address)).toMatchObject({ state: 'ok' });
  });

  it('the smoke test passes if a picture or a feed that does not exist is refused in the words of the API', async () => {
    for (const path of [
      '/picture/smoke-test/smoke-test',
      '/feed/smoke-test/smoke-test/smoke-test/smoke-test',
    ]) {
      const address = await site(answering(path, 404, 'application/json; charset=utf-8'));
      expect(await look(address)).toMatchObject({ state: 'ok' });
      stop();
    }
  });

  it.each([
    [
      '/picture/smoke-test/smoke-test',
      404,
      'text/html',
      '/picture/smoke-test/smoke-test answers text/html instead of image/jpeg',
    ],
    ['/api/health', 503, undefined, '/api/health answers 503'],
    ['/api/cars', 404, undefined, '/api/cars answers 404'],
    ['/car/smoke-test', 500, undefined, '/car/smoke-test answers 500'],
    ['/api/about', 200, 'text/html', '/api/about answers text/html instead of application/json'],
  ])('the smoke test names %s when it answers %s %s', async (path, status, type, sentence) => {
    const address = await site(answering(path, status, type));
    expect(await look(address)).toMatchObject({ state: 'missing', sentence: `At ${address}: ${sentence}.` });
  });

  it('the smoke test names every route of a site that does not answer', async () => {
    const address = await site(({ socket }) => void socket.destroy());
    const { state, sentence } = await look(address);
    expect(state).toBe('missing');
    for (const { path } of visitorRoutes) expect(sentence).toContain(`${path} does not answer`);
  });

  it('the smoke test cannot judge without an address', async () => {
    expect(await smokeTest.look(makeSurroundings())).toMatchObject({ state: 'cannot tell' });
  });
});

describe('the check of Stripe', () => {
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
