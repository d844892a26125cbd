import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createObjectService } from 'local-cloud/services/objects/object-service.ts';
import { ObjectStore } from 'local-cloud/services/objects/object-store.ts';
import { createSecretService } from 'local-cloud/services/secret-service.ts';
import { createUserService } from 'local-cloud/services/users/user-service.ts';
import {
  hashPassword,
  keyDerivation,
  type UserMail,
  UserStore,
} from 'local-cloud/services/users/user-store.ts';
import { serveAlone, temporaryFolder } from 'local-cloud/tests/support/contract-target.ts';
import Stripe from 'stripe';
import type { SubscriptionWire, UsageWire } from '#core/contract/routes/payments.ts';
import type { PaymentProvider } from '#core/payments/provider.ts';
import { type CallFaults, installCallFaults } from './call-faults.ts';
import { callRoute, startIdentity } from './call-route.ts';
import { createFakePayments } from './fake-payments.ts';
import { keepLog } from './kept-log.ts';
import { startTestTable } from './table.ts';

export const webhookSecret = 'whsec_of_these_tests';
export const password = 'password of everybody';
const poolSettings = {
  poolId: 'eu-north-1_Payments0',
  clientId: 'paymentsclient',
  issuer: 'https://cognito-idp.eu-north-1.amazonaws.com/eu-north-1_Payments0',
  leastPasswordLength: 8,
  authFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH'],
  hasSecret: true,
  ...{ accessTokenSeconds: 900, idTokenSeconds: 900, refreshTokenSeconds: 86_400 },
};

export type PaymentWorld = Awaited<ReturnType<typeof startPaymentWorld>>;
export type StripeEvent = { id: string; type: string; object: Record<string, unknown> };

async function loadRoutes() {
  const payments = await import('#functions/payments/api.ts');
  const { exportAccountRoute, eraseAccountRoute } = await import('#functions/accounts/api.ts');
  return {
    subscribe: payments.createSubscriptionCheckoutRoute,
    buy: payments.createMicrotransactionCheckoutRoute,
    cancel: payments.cancelPlanRoute,
    reactivate: payments.reactivatePlanRoute,
    confirm: payments.confirmCheckoutRoute,
    redeem: payments.redeemCodeRoute,
    portal: payments.openPortalRoute,
    history: payments.listPaymentsRoute,
    subscription: payments.getSubscriptionRoute,
    access: payments.checkPremiumRoute,
    usage: payments.getUsageRoute,
    export: exportAccountRoute,
    erase: eraseAccountRoute,
    webhook: payments.receiveStripeEventRoute,
  };
}

function personOf(routes: Awaited<ReturnType<typeof loadRoutes>>) {
  type Confirmed = { isPaid: boolean; subscription: SubscriptionWire };
  type Changed = { success: true; subscription: SubscriptionWire };
  return (id: string) => ({
    id,
    subscribe: (planType: string) =>
      callRoute<{ url: string }>(routes.subscribe, { as: id, body: { planType } }),
    buy: (transactionType: string) =>
      callRoute<{ url: string }>(routes.buy, { as: id, body: { transactionType } }),
    cancel: () => callRoute<Changed>(routes.cancel, { as: id }),
    reactivate: () => callRoute<Changed>(routes.reactivate, { as: id }),
    confirm: (sessionId: string) => callRoute<Confirmed>(routes.confirm, { as: id, body: { sessionId } }),
    confirmChange: (planType: string) => callRoute<Confirmed>(routes.confirm, { as: id, body: { planType } }),
    redeem: (code: string) => callRoute<Changed>(routes.redeem, { as: id, body: { code } }),
    portal: () => callRoute<{ url: string }>(routes.portal, { as: id, body: {} }),
    history: (query = {}) => callRoute<Record<string, unknown>[]>(routes.history, { as: id, query }),
    subscription: async () => (await callRoute<SubscriptionWire>(routes.subscription, { as: id })).body,
    access: async () => (await callRoute<Record<string, unknown>>(routes.access, { as: id })).body,
    usage: async () => (await callRoute<UsageWire>(routes.usage, { as: id })).body,
    export: (query = {}) =>
      callRoute<{ items: Record<string, Record<string, unknown>[]>; next: string | null }>(routes.export, {
        as: id,
        query,
      }),
    erase: (secret = password) => callRoute(routes.erase, { as: id, body: { password: secret } }),
  });
}

/** Each call of the payment service can fail like a call of the cloud. */
function guarded(provider: PaymentProvider, faults: CallFaults): PaymentProvider {
  const calls = Object.entries(provider).map(([name, call]) => [
    name,
    (...input: unknown[]) =>
      faults.around(`payments.${name}`, () => (call as (...all: unknown[]) => Promise<unknown>)(...input)),
  ]);
  return Object.fromEntries(calls) as PaymentProvider;
}

/** A user pool, and who is in it. */
export async function startUsers(settings: Partial<typeof poolSettings> = {}) {
  const users = new UserStore(':memory:');
  const mails: UserMail[] = [];
  const service = createUserService(users, { ...poolSettings, ...settings }, (mail) => mails.push(mail));
  const pool = await serveAlone(service);
  const usualCost = keyDerivation.cost;
  keyDerivation.cost = 2;
  const hashed = await hashPassword(password);
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: pool.origin,
    USER_POOL_ID: poolSettings.poolId,
    USER_POOL_CLIENT_ID: poolSettings.clientId,
  });
  const add = (sub: string) =>
    users.insert({ sub, email: `${sub}@example.dk`, password: hashed, confirmed: 1 });
  async function close(): Promise<void> {
    keyDerivation.cost = usualCost;
    await pool.close();
  }
  return { users, mails, add, close };
}

export async function startSecrets() {
  const values: Record<string, string> = {
    webhook: webhookSecret,
    stripe: 'sk_test_of_these_tests',
    push: 'of these tests',
  };
  const service = createSecretService((id) => ({ arn: id, name: id, value: values[id] ?? '', isOwn: false }));
  const listener = await serveAlone(service);
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SECRETS_MANAGER: listener.origin,
    STRIPE_SECRET_ARN: 'stripe',
    PUSH_SECRET_ARN: 'push',
    STRIPE_WEBHOOK_SECRET_ARN: 'webhook',
    PUBLIC_ORIGIN: 'https://bilfund.example',
  });
  return { values, close: listener.close };
}

async function startPhotos(folder: string) {
  const photos = new ObjectStore(join(folder, 'objects'));
  photos.createBucket('photos');
  const listener = await serveAlone(createObjectService(photos));
  Object.assign(process.env, { AWS_ENDPOINT_URL_S3: listener.origin, PHOTO_BUCKET: 'photos' });
  return { photos, close: listener.close };
}

/** The payment routes, the webhook and the jobs on the table's engine, with a payment service in memory. */
export async function startPaymentWorld() {
  const folder = temporaryFolder();
  const clockFile = join(folder.path, 'clock');
  writeFileSync(clockFile, '0');
  Object.assign(process.env, { BILFUND_CLOCK_FILE: clockFile, LOG_LEVEL: 'info' });
  const [table, identity, pool, secrets, objects] = await Promise.all([
    startTestTable({ plainCalls: true }),
    startIdentity(),
    startUsers(),
    startSecrets(),
    startPhotos(folder.path),
  ]);
  const log = keepLog();
  log.forbid(...Object.values(secrets.values), password);
  const { clock } = await import('#functions/platform/clock.ts');
  const { replaceServices } = await import('#functions/platform/services.ts');
  const faults = installCallFaults();
  const stripe = createFakePayments(() => clock.now());
  replaceServices({ payments: async () => guarded(stripe.provider, faults) });
  const routes = await loadRoutes();
  const { reconcilePaymentsWorker: reconcile } = await import('#functions/payments/workers.ts');
  const { finishErasuresWorker: finishErasures } = await import('#functions/accounts/workers.ts');

  const payloadOf = ({ id, type, object }: StripeEvent) =>
    JSON.stringify({ id, object: 'event', type, created: 0, data: { object } });
  const sign = (payload: string, timestamp = Math.floor(Date.now() / 1000)) =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret, timestamp });
  const post = (payload: string, headers: Record<string, string>) =>
    callRoute(routes.webhook, { body: Buffer.from(payload), headers });

  return {
    table,
    faults,
    stripe,
    secrets: secrets.values,
    users: pool.users,
    photos: objects.photos,
    userMails: pool.mails,
    lines: log.lines,
    forbidInLog: log.forbid,
    routes,
    payloadOf,
    sign,
    post,
    /** The same provider, each of whose calls the faults can reach. */
    guarded: (provider: PaymentProvider) => guarded(provider, faults),
    /** Makes the service answer as `provider` does, for a while. */
    use: (provider: PaymentProvider) => replaceServices({ payments: async () => provider }),
    /** Makes it what the product itself would ask. */
    useReal: () => replaceServices({ payments: undefined }),
    useFake: () => replaceServices({ payments: async () => guarded(stripe.provider, faults) }),
    person(id: string) {
      if (!pool.users.find(id)) pool.add(id);
      return personOf(routes)(id);
    },
    deliver: (event: StripeEvent) => {
      const payload = payloadOf(event);
      return post(payload, { 'stripe-signature': sign(payload) });
    },
    reconcile,
    finishErasures,
    now: () => clock.now(),
    /** Moves the domain's clock; signatures and tokens keep to the real one. */
    advance(ms: number): void {
      writeFileSync(clockFile, String(clock.now().getTime() - Date.now() + ms));
    },
    async close() {
      faults.uninstall();
      await Promise.all([table, identity, pool, secrets, objects].map((each) => each.close()));
      folder.remove();
      log.restore();
    },
  };
}
