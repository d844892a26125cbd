import { marshall } from '@aws-sdk/util-dynamodb';
import type { workers } from '#core/contract/workers.ts';
import { usualRule } from '#core/searches/automated-search.ts';
import { carKey, userKeys } from '#functions/platform/keys.ts';
import { savedPage } from '#tests/support/fake-marketplace.ts';
import { makeListing, makeVehicle } from '#tests/support/make-car.ts';
import { contractRoutes, sampleBody } from '#tests/support/route-samples.ts';
import { queueNames } from './cloud.ts';
import { type Ask, markOf, type World } from './world.ts';

/*
 * Every handler and worker of the product, each with what must be there before it runs. The sweep lets each of their calls
 * fail in turn; a route or worker without a line here is a failing test.
 */
export type Ready = Awaited<ReturnType<typeof makeReady>>;
type Act = () => Promise<number>;

const hourMs = 3_600_000;

/** A person with premium who has one of everything. */
export async function makeReady(world: World, n: number) {
  const { cloud, stripe } = world;
  const id = `swept-${n}`;
  cloud.users.add(id);
  const href = world.hrefOf(`search-${n}`);
  const ad = makeListing({
    id: `9${String(n).padStart(6, '0')}`,
    title: `Octavia ${markOf(`9${n}`)}`,
    itemUrl: `https://www.facebook.com/marketplace/item/9${n}/`,
  });
  world.marketplace.searches.set(href, { batches: [[ad]] });
  const post = async (key: string, body: object) => (await world.ask(key, { as: id, body })).body;
  const checkout = await post('POST /api/payments/create-subscription-checkout', {
    planType: 'premium_monthly',
  });
  stripe.payCheckout(String(checkout.url).split('/').at(-1)!);
  stripe.changed(stripe.customerOf(id)!.id, [0]);
  while (stripe.events.length > 0) {
    for (const event of stripe.events) event.dueMs = world.now();
    await world.hearStripe();
  }
  const list = await post('POST /api/lists', { name: 'one' });
  const { secret } = (
    await world.ask('PUT /api/lists/{id}/share', { as: id, params: { id: String(list.id) } })
  ).body;
  const saved = await post('POST /api/saved-searches', { name: 'one', filters: { q: 'golf' } });
  const search = await post('POST /api/subscriptions', { searchUrl: href });
  const history = await post('POST /api/scrape-history', {
    searchUrl: href,
    scrapeType: 'manual',
  });
  const device = await post('POST /api/push-subscriptions', {
    endpoint: `https://push.example/${n}`,
    keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
  });
  const ticket = await post('POST /api/live/ticket', {});
  const discovered = { carId: '7001', jobId: 'none', discoveredAt: new Date(world.now()).toISOString() };
  cloud.table.add({ ...userKeys.discovery(id, '7001'), kind: 'MATCH', ...discovered });
  while ((await world.publishSome()) + (await world.deliver('notify')) > 0);
  const note = cloud.table.partition(userKeys.partition(id)).find(({ kind }) => kind === 'NOTE');
  const idOf = (body: Record<string, unknown>) =>
    String(body.id ?? (Object.values(body)[0] as { id?: string } | undefined)?.id ?? 'none');
  return {
    id,
    href,
    ids: {
      lists: idOf(list),
      'saved-searches': idOf(saved),
      subscriptions: idOf(search),
      history: idOf(history),
      device: idOf(device),
      note: String(note?.id ?? 'none'),
    },
    secret: String(secret),
    ticket: String(ticket.ticket),
  };
}

/** The id that a path names. */
function paramOf(path: string, name: string, { id, ids }: Ready): string {
  if (name === 'carId' || /^\/(api\/(cars|stars|hidden|discoveries|hunt)|car|share)\//.test(path))
    return '7001';
  if (/^\/api\/(lists|saved-searches)\//.test(path)) return ids[path.split('/')[2] as 'lists'];
  if (name === 'list') return ids.lists;
  if (/push-subscriptions/.test(path)) return ids.device;
  if (/notifications\/\{id\}(\/read)?$/.test(path)) return ids.note;
  if (/subscriptions\/\{id\}/.test(path)) return ids.subscriptions;
  return id;
}

const account = (id: string) => ({ email: `${id}@example.com`, password: 'a long secret', code: '123456' });

/** Calls that the sample of a row does not describe. */
const special: Record<string, (ready: Ready, world: World) => Ask> = {
  'POST /scrape': ({ href }) => ({
    body: { url: href },
    headers: { 'idempotency-key': 'click-of-the-sweep' },
  }),
  'PUT /api/scrape-history/{id}': ({ ids }) => ({
    params: { id: ids.history },
    body: { status: 'completed', carsAddedCount: 1 },
  }),
  'GET /api/notifications/{id}': ({ id }) => ({ params: { id } }),
  'GET /api/subscriptions/{id}': ({ id }) => ({ params: { id } }),
  'DELETE /api/account': () => ({ body: { password: 'a long secret' } }),
  'POST /api/payments/webhook': (_, world) => {
    const { customers } = world.stripe;
    world.stripe.changed([...customers.keys()].at(-1)!, [0]);
    return world.stripe.signed(world.stripe.events.pop()!);
  },
  'POST /api/subscriptions/replay': () => ({
    body: { filters: { brand: 'VW' }, rule: usualRule('filter-') },
  }),
  'POST /api/payments/create-subscription-checkout': () => ({ body: { planType: 'lifetime' } }),
  'POST /api/payments/redeem-code': (_, world) => {
    world.stripe.codes.set('SWEPT', { percentOff: 100 });
    return { body: { code: 'SWEPT' } };
  },
  'POST /api/imports/page': ({ id }) => ({
    body: savedPage([
      { id: `8${id.replace(/\D/g, '').padStart(9, '0')}`, title: '2014 VW Golf', amount: '84900' },
    ]),
    headers: { 'content-encoding': 'gzip', 'idempotency-key': 'click-of-the-sweep' },
  }),
  // Its owner reads and ends it; somebody else accepts it.
  'PUT /api/shared-lists/{owner}/{list}': ({ id, secret }) => ({ as: `partner-of-${id}`, body: { secret } }),
  'POST /mcp': () => ({ body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }),
  'POST /api/cars/check/bulk': () => ({ body: Buffer.from(`plate\n${makeVehicle().plate}\n`) }),
  'POST /api/cars/check': () => ({ body: { plate: makeVehicle().plate, price: 100_000 } }),
  'PUT /api/cars/{id}/plate': () => ({ body: { plate: makeVehicle().plate, confirmed: true } }),
  'POST /api/payments/confirm-checkout': () => ({ body: { planType: 'premium_monthly' } }),
};

function askOf(key: string, ready: Ready, world: World): Ask {
  const route = contractRoutes.find((one) => one.key === key)!;
  const params = Object.fromEntries(route.params.map((name) => [name, paramOf(route.path, name, ready)]));
  const isAccount = route.path.startsWith('/api/auth/');
  const body = isAccount
    ? { ...(sampleBody(route.row, 'sweep') as object | undefined), ...account(ready.id) }
    : sampleBody(route.row, 'sweep');
  const isOwn = route.row.auth === 'user' || route.row.auth === 'optional';
  return {
    ...(isOwn && { as: ready.id }),
    params,
    ...(body !== undefined && { body: body as object }),
    ...special[key]?.(ready, world),
  };
}

/** A click, and again while its answer is an error: as the web app does it. Answers the last status. */
const insist =
  (world: World, key: string, call: Ask): Act =>
  async () => {
    let status = 0;
    for (let attempt = 0; attempt < 3; attempt++) {
      ({ status } = await world.ask(key, call));
      if (status !== 0 && status < 500) break;
    }
    return status;
  };

type Prepare = (world: World, ready: Ready) => Promise<Act>;
const done = (work: () => Promise<unknown>) => async (): Promise<number> => {
  await work();
  return 200;
};
const startImport = (world: World, { id, href }: Ready) =>
  world.ask('POST /scrape', { as: id, body: { url: href } });

/** An import that has come as far as this queue; the worker of the queue is what runs. */
const importUpTo =
  (queue: 'scrape' | 'identify' | 'rate'): Prepare =>
  async (world, ready) => {
    await startImport(world, ready);
    const order = ['scrape', 'identify', 'rate'] as const;
    for (const before of order.slice(0, order.indexOf(queue))) await world.deliver(before);
    return done(() => world.deliver(queue));
  };

async function discovered(world: World, { id, ids }: Ready): Promise<void> {
  const detail = { ownerId: id, searchId: ids.subscriptions, jobId: 'none', carIds: ['7001'] };
  world.cloud.send('notify', JSON.stringify({ 'detail-type': 'cars.discovered', detail }));
}

const workerActs: Record<keyof typeof workers, Prepare> = {
  scrape: importUpTo('scrape'),
  identify: importUpTo('identify'),
  rate: importUpTo('rate'),
  'fail-dead-letters': async (world, ready) => {
    await startImport(world, ready);
    const [message] = world.cloud.queues.scrape.splice(0);
    world.cloud.send('dead', message!.body);
    return done(() => world.deliver('dead'));
  },
  publish: async (world, ready) => {
    await startImport(world, ready);
    return done(() => world.publishSome());
  },
  'index-cars': async (world) => {
    const image = marshall(world.cloud.table.get(carKey('7001')) as object, { removeUndefinedValues: true });
    const Records = [{ dynamodb: { SequenceNumber: '1', NewImage: image } }];
    return done(() => world.strike('indexCars', { Records }));
  },
  notify: async (world, ready) => {
    await discovered(world, ready);
    return done(() => world.deliver('notify'));
  },
  'deliver-waiting': async (world, ready) => {
    // Who is not premium is told with the next hour.
    const { plan } = world.cloud.table.get(userKeys.plan(ready.id)) as { plan: object };
    Object.assign(plan, { type: 'free' });
    await discovered(world, ready);
    await world.deliver('notify');
    Object.assign(plan, { type: 'premium_monthly' });
    world.machine.advance(hourMs);
    return done(() => world.strike('deliver'));
  },
  'write-code-mail': async (world) => {
    const request = { codeParameter: '{####}', userAttributes: { locale: 'da' } };
    return done(() =>
      world.strike('codeMail', { triggerSource: 'CustomMessage_SignUp', request, response: {} }),
    );
  },
  'live-connect': async (world, { ticket, id }) => {
    world.cloud.sockets.set(`socket-${id}`, []);
    return done(() => world.connect(`socket-${id}`, ticket));
  },
  'live-disconnect': async (world, { ticket, id }) => {
    await world.connect(`socket-${id}`, ticket);
    return done(() => world.strike('disconnect', { requestContext: { connectionId: `socket-${id}` } }));
  },
  'live-message': async (world, { id }) => {
    world.cloud.sockets.set(`socket-${id}`, []);
    return done(() => world.strike('message', { requestContext: { connectionId: `socket-${id}` } }));
  },
  revalue: async (world) => done(() => world.strike('revalue')),
  'write-catalog': async (world) => done(() => world.strike('catalog')),
  'keep-car-index': async (world) => done(() => world.strike('carIndex')),
  'dispatch-searches': async (world) => {
    world.machine.advance(hourMs - (world.now() % hourMs));
    return done(() => world.strike('dispatch'));
  },
  sweep: async (world, ready) => {
    await startImport(world, ready);
    for (const name of queueNames) world.cloud.queues[name].splice(0);
    world.machine.advance(5 * 60_000);
    return done(() => world.strike('sweep'));
  },
  'reconcile-payments': async (world, { id }) => {
    const { plan } = world.cloud.table.get(userKeys.plan(id)) as { plan: object };
    Object.assign(plan, { type: 'free' });
    return done(() => world.strike('reconcile'));
  },
  'finish-erasures': async (world, { id }) => {
    await world.ask('DELETE /api/account', { as: id, body: { password: 'a long secret' } });
    world.machine.advance(2.5 * hourMs);
    return done(() => world.strike('erase'));
  },
};

/** All of them by name: routes by their key, workers by their function's name. */
export const doors: ReadonlyMap<string, Prepare> = new Map<string, Prepare>([
  ...contractRoutes.map(({ key }): [string, Prepare] => [
    key,
    async (world, ready) => insist(world, key, askOf(key, ready, world)),
  ]),
  ...Object.entries(workerActs),
]);
