import { readFileSync } from 'node:fs';
import Stripe from 'stripe';
import { callRoute } from '#tests/support/call-route.ts';
import { createFakePayments } from '#tests/support/fake-payments.ts';
import { makeCar } from '#tests/support/make-car.ts';
import { startSecrets, startUsers, webhookSecret } from '#tests/support/payment-world.ts';
import { startPipelineWorld } from '#tests/support/pipeline-world.ts';
import {
  type ContractRoute,
  contractRoutes,
  loadHandler,
  sampleBody,
  seekNothingInTheCloud,
} from '#tests/support/route-samples.ts';
import { storeCar, storePlan } from '#tests/support/stored-car.ts';

/** Who asks: nobody, and people of four kinds of plans. */
export const readers = [undefined, 'free', 'beta', 'premium', 'expired'] as const;
const people = readers.filter((name) => name !== undefined);

export type FuzzWorld = Awaited<ReturnType<typeof startFuzzWorld>>;

async function storePlans(): Promise<void> {
  await storePlan('beta', { priceUnlock: { until: null } });
  await storePlan('premium', { type: 'lifetime' });
  await storePlan('expired', { type: 'premium_monthly', currentPeriodEnd: '2026-11-20T08:00:00.000Z' });
}

const page = (name: string) => readFileSync(`tests/fixtures/marketplace/${name}`);

/** What rows that read bytes take: pages, and Stripe's events. */
function rawBodiesOf({ row }: ContractRoute): Uint8Array[] {
  if (row.auth !== 'stripe') return ['search.html', 'item.html', 'graphql-batch.txt', 'empty.html'].map(page);
  return [
    Buffer.from(JSON.stringify({ id: 'evt_1', object: 'event', type: 'invoice.paid', data: { object: {} } })),
  ];
}

/** Every handler of the product beside what it calls, five readers, and something of theirs to ask for. */
export async function startFuzzWorld() {
  const pipeline = await startPipelineWorld('2026-11-21T08:00:00.000Z', { hasAlerts: true });
  const [users, secrets] = await Promise.all([startUsers(), startSecrets()]);
  Object.assign(secrets.values, { push: 'p'.repeat(40) });
  seekNothingInTheCloud();
  Object.assign(process.env, { STAGE: 'test', APP_BUCKET: 'app', REGISTER_KIND: 'demo' });
  pipeline.objects.createBucket('app');
  await pipeline.objects.put('app', 'index.html', readFileSync('web/index.html'), {});
  const { clock } = await import('#functions/platform/clock.ts');
  const { replaceServices } = await import('#functions/platform/services.ts');
  // What is answered takes no time to hide how long it took: nobody here measures it.
  const { steadyAnswer } = await import('#functions/platform/answers.ts');
  steadyAnswer.ms = 0;
  const payments = createFakePayments(() => clock.now());
  replaceServices({ payments: async () => payments.provider, postOutside: async () => 201 });
  for (const name of people) users.add(name);
  await storePlans();
  for (const id of ['1', '2', '3']) await storeCar(makeCar({ id }));
  const handlers = new Map<string, unknown>();
  for (const route of contractRoutes) handlers.set(route.key, await loadHandler(route));
  const ids: string[] = ['1', '2', 'nothing', ...people];
  for (const as of people)
    for (const route of contractRoutes.filter(
      ({ method, params, row }) => method === 'POST' && !params.length && row.auth === 'user',
    )) {
      const { body } = await callRoute(handlers.get(route.key), { as, body: sampleBody(route.row, as) });
      if (typeof body.id === 'string') ids.push(body.id);
    }
  return {
    ...pipeline,
    handlers,
    ids,
    rawBodiesOf,
    signEvent: (payload: string) =>
      Stripe.webhooks.generateTestHeaderString({
        payload,
        secret: webhookSecret,
        timestamp: Math.floor(Date.now() / 1000),
      }),
    async close(): Promise<void> {
      await Promise.all([users.close(), secrets.close()]);
      await pipeline.close();
    },
  };
}
