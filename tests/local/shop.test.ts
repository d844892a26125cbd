import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DomainClock } from 'local-cloud/clock.ts';
import { FaultPlan } from 'local-cloud/faults/fault-plan.ts';
import type { LocalCloud } from 'local-cloud/local-cloud.ts';
import { openTemplate } from 'local-cloud/runner/template/template.ts';
import { createSecretValues } from 'local-cloud/services/secret-service.ts';
import { temporaryFolder } from 'local-cloud/tests/support/contract-target.ts';
import { clientOf } from 'local-stripe/tests/support/stripe-target.ts';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { secretPlaceholder } from '#core/contract/needs.ts';
import { productKeys, products } from '#core/payments/plan.ts';
import { mailAt, mailHeaders } from '#local/control/control-server.ts';
import { demoPromotionCode } from '#local/seed.ts';
import { createShop, type Shop } from '#local/shop.ts';

const secretOf = (name: string) => ({
  Type: 'AWS::SecretsManager::Secret',
  Properties: { Name: name, SecretString: secretPlaceholder },
});
const withStripe = {
  Register: secretOf('register'),
  StripeKey: secretOf('stripe'),
  StripeWebhookKey: secretOf('stripe-webhook'),
  Pay: {
    Type: 'AWS::Lambda::Function',
    Properties: {
      ...{
        FunctionName: 'pay',
        Handler: 'pay.handler',
        Runtime: 'nodejs24.x',
        Role: 'arn:aws:iam::0:role/pay',
      },
      Code: { S3Bucket: 'assets', S3Key: 'pay.zip' },
      Environment: {
        Variables: {
          STRIPE_SECRET_ARN: { Ref: 'StripeKey' },
          STRIPE_WEBHOOK_SECRET_ARN: { Ref: 'StripeWebhookKey' },
        },
      },
    },
  },
};

/** Away from where other tests' products look. */
const usualPort = 20_000 + (process.pid % 10_000);

let folder: ReturnType<typeof temporaryFolder>;
let faults: FaultPlan;
const shops: Shop[] = [];

beforeEach(() => {
  folder = temporaryFolder();
  faults = new FaultPlan();
});
afterEach(async () => {
  for (const shop of shops.splice(0)) await shop.server?.close();
  folder.remove();
});

async function start(resources: Parameters<typeof openTemplate>[0]['resources'] = withStripe) {
  const assembly = { stackName: 'Test', resources, assetFolder: () => folder.path };
  const template = openTemplate(assembly, { gateway: 'http://127.0.0.1:1' });
  const shop = createShop(usualPort);
  const secret = createSecretValues(folder.path, shop.secrets(template));
  shops.push(shop);
  await shop.start({
    ...{ template, dataFolder: folder.path, siteOrigin: 'http://127.0.0.1:1', secret, faults },
    clock: new DomainClock(join(folder.path, 'clock')),
    tell: () => {},
  });
  return { server: shop.server, secret };
}

describe('the shop beside the cloud', () => {
  test('the test shop replaces placeholder keys by its own and leaves other secrets alone', async () => {
    const { secret } = await start();
    expect(secret('stripe')?.value).toMatch(/^sk_test_.{32}$/);
    expect(secret('stripe-webhook')?.value).toMatch(/^whsec_.{32}$/);
    expect(secret('register')?.value).toBe(secretPlaceholder);
  });

  test('the test shop sells the plans of core/payments and has a promotion code', async () => {
    const { server, secret } = await start();
    const stripe = clientOf(server!.origin, secret('stripe')!.value);
    const lookup_keys = productKeys.map((key) => products[key].lookupKey);
    const { data } = await stripe.prices.list({ lookup_keys, limit: 100 });
    expect(data).toHaveLength(productKeys.length);
    expect((await stripe.promotionCodes.list({ code: demoPromotionCode, active: true })).data).toHaveLength(
      1,
    );
  });

  test('the test shop has its promotion code after an interrupted first start', async () => {
    faults.add({ kind: 'throttle', rate: 1, service: 'stripe', operation: 'POST /v1/promotion_codes' });
    await expect(start()).rejects.toMatchObject({ statusCode: 429 });
    faults.clear();
    const { server, secret } = await start();
    const stripe = clientOf(server!.origin, secret('stripe')!.value);
    expect((await stripe.promotionCodes.list({ code: demoPromotionCode, active: true })).data).toHaveLength(
      1,
    );
  });

  test('the test shop keeps address, keys and prices over a restart', async () => {
    const first = await start();
    const { origin, state } = first.server!;
    const before = {
      origin,
      key: first.secret('stripe')?.value,
      events: state.world.store.all('event').length,
    };
    await shops.pop()!.server?.close();
    const second = await start();
    const after = second.server!;
    const events = after.state.world.store.all('event').length;
    expect({ origin: after.origin, key: second.secret('stripe')?.value, events }).toEqual(before);
  });

  test('the test shop stays closed if a person has set their own keys or the template has no Stripe', async () => {
    const { Register } = withStripe;
    expect((await start({ Register })).server).toBeUndefined();
    writeFileSync(join(folder.path, 'secrets.json'), JSON.stringify({ stripe: 'sk_test_own' }));
    const { server, secret } = await start();
    expect(server).toBeUndefined();
    expect(secret('stripe')).toMatchObject({ value: 'sk_test_own', isOwn: true });
  });

  test('the test shop fails as the fault plan says', async () => {
    const { server, secret } = await start();
    const stripe = clientOf(server!.origin, secret('stripe')!.value);
    faults.add({ kind: 'lost_answer', rate: 1, operation: 'POST /v1/customers', count: 1 });
    await expect(stripe.customers.create({ email: 'kim@example.dk' })).rejects.toMatchObject({
      statusCode: 500,
    });
    expect((await stripe.customers.list({ email: 'kim@example.dk' })).data).toHaveLength(1);
    faults.add({
      kind: 'throttle',
      rate: 1,
      service: 'stripe',
      operation: 'GET /v1/customers/{id}',
      count: 1,
    });
    await expect(stripe.customers.retrieve('cus_nobody')).rejects.toMatchObject({ statusCode: 429 });
    faults.add({ kind: 'late_webhook', rate: 1, seconds: 600 });
    // The customer's own event is none that the webhook is told of; that they are gone is.
    await stripe.customers.del((await stripe.customers.create({ email: 'eva@example.dk' })).id);
    const [latest] = server!.state.deliveries.recent(1);
    expect(latest!.dueAt - Date.now()).toBeGreaterThan(500_000);
  });

  test('the stripe command fills the test shop and refuses live keys without a flag', async () => {
    const { server, secret } = await start();
    const sync = (key: string, ...args: string[]) =>
      promisify(execFile)(process.execPath, ['--no-warnings', 'lib/operations/ops.ts', 'stripe', ...args], {
        env: { ...process.env, STRIPE_SECRET_KEY: key, STRIPE_API_URL: server!.origin },
      });
    const { stdout } = await sync(secret('stripe')!.value, '--dry-run');
    expect(stdout).toContain('Everything is as it should be.');
    expect(stdout).toContain('/api/payments/webhook');
    await expect(sync('sk_live_x')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--live'),
    });
    await expect(sync('')).rejects.toMatchObject({ stderr: expect.stringContaining('STRIPE_SECRET_KEY') });
  });
});

const head = '<head></head>';
const mails = [{ id: 8, html: '<p>second</p>' }, { id: 7, html: `${head}<p>first</p>` }, { id: 6 }];
const cloud = { outbox: { list: () => mails } };
const at = (path: string) => mailAt(cloud as unknown as LocalCloud, path);

describe('a mail on the control page', () => {
  it('the control page finds a mail by its number only', () => {
    expect(at('/_local/mail/8')).toBe('<p>second</p>');
    for (const path of ['/_local/mail/6', '/_local/mail', '/_local/mail/-1', '/_local/mail/8/x'])
      expect(at(path)).toBeNull();
  });

  it('links of a mail open beside it, as in a mail program', () => {
    expect(at('/_local/mail/7')).toBe('<head><base target="_blank"></head><p>first</p>');
    expect(mailHeaders['content-security-policy']).toMatch(
      /^sandbox allow-popups allow-popups-to-escape-sandbox;/,
    );
  });

  it('a shown mail runs no script and loads nothing from elsewhere', () => {
    expect(mailHeaders['content-security-policy']).not.toMatch(/script/);
    expect(mailHeaders['content-security-policy']).toContain(
      "; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; ",
    );
  });
});
