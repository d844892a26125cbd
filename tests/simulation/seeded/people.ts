import { erasedKey, userKeys } from '#functions/platform/keys.ts';
import { savedPage } from '#tests/support/fake-marketplace.ts';
import type { createMarket } from './market.ts';
import type { Ask, World } from './world.ts';

const minuteMs = 60_000;

type Answer = Awaited<ReturnType<World['ask']>>;
/** Told who asks before they do; looks at what they get. */
export type Reader = (who: string | undefined) => (route: string, answer: Answer) => void;

/** People and what they do, drawn by chance: clicks twice, tries again after an error, pays, erases the account. */
export function createPeople(world: World, market: ReturnType<typeof createMarket>, read: Reader) {
  const { chance, cloud, stripe } = world;
  const alive: string[] = [];
  const erased: string[] = [];
  let ids = 0;
  let clicks = 0;
  let connections = 0;

  function join(): void {
    const id = `person-${++ids}`;
    cloud.users.add(id);
    alive.push(id);
  }
  for (let n = 0; n < 6; n++) join();

  async function ask(route: string, call: Ask): Promise<Answer> {
    const look = read(call.as);
    const answer = await world.ask(route, call);
    look(route, answer);
    return answer;
  }
  /** As the web app does it: a second click now and then, and once more after an error. */
  async function click(route: string, call: Ask): Promise<Answer> {
    if (chance.is(0.1)) {
      const both = await Promise.all([ask(route, call), ask(route, call)]);
      return chance.pick(both);
    }
    const answer = await ask(route, call);
    const isError = answer.status === 0 || answer.status >= 500;
    return isError && chance.is(0.7) ? ask(route, call) : answer;
  }
  const carId = () => {
    const cars = cloud.table.all().filter(({ kind }) => kind === 'CAR');
    return String((chance.pick(cars)?.car as { id?: string } | undefined)?.id ?? 'none');
  };
  const own = (as: string, prefix: string) =>
    cloud.table.partition(userKeys.partition(as)).filter(({ sk }) => String(sk).startsWith(prefix));

  /** What happened at Stripe is told by one to three events, at once or hours later. */
  function tellOf(as: string): void {
    const customer = stripe.customerOf(as);
    if (!customer) return;
    const delays = Array.from({ length: 1 + chance.whole(3) }, () =>
      chance.is(0.5) ? 0 : chance.whole(90 * minuteMs),
    );
    stripe.changed(customer.id, delays);
  }
  async function pay(as: string): Promise<Answer> {
    const isPlan = chance.is(0.6);
    const answer = await click(
      `POST /api/payments/create-${isPlan ? 'subscription' : 'microtransaction'}-checkout`,
      {
        as,
        body: isPlan
          ? { planType: chance.pick(['premium_monthly', 'premium_quarterly', 'lifetime']) }
          : { transactionType: chance.pick(['deal_finder_boost', 'unlock_price']) },
      },
    );
    const id =
      String(answer.body.url ?? '')
        .split('/')
        .at(-1) ?? '';
    if (answer.status !== 200 || !stripe.checkouts.has(id) || chance.is(0.2)) return answer;
    stripe.payCheckout(id);
    tellOf(as);
    return chance.is(0.5)
      ? click('POST /api/payments/confirm-checkout', { as, body: { sessionId: id } })
      : answer;
  }
  async function changePlan(as: string): Promise<Answer> {
    const way = chance.pick(['cancel', 'reactivate']);
    const answer = await click(`POST /api/payments/${way}-subscription`, { as });
    tellOf(as);
    return answer;
  }
  /** Something happens at Stripe without us: a refund, a failed renewal. */
  async function atStripe(as: string): Promise<Answer> {
    const customer = stripe.customerOf(as);
    const subscription = customer?.subscriptions.at(-1);
    const paid = customer?.purchases.at(-1);
    if (subscription && chance.is(0.5))
      stripe.changeSubscription(subscription.id, { status: chance.pick(['active', 'past_due', 'canceled']) });
    else if (paid?.paymentId)
      stripe.reverse(paid.paymentId, chance.pick(['refunded', 'disputed', 'lost', 'won']));
    tellOf(as);
    return world.ask('GET /api/payments/check-premium', { as });
  }
  /** Renewals one soon after the other, each told at once: the functions work on them side by side. */
  async function renewOften(as: string): Promise<Answer> {
    const customer = stripe.customerOf(as);
    const subscription = customer?.subscriptions.at(-1);
    const renewals = Array.from({ length: 2 + chance.whole(3) }, async () => {
      if (!customer || !subscription) return;
      for (let turns = chance.whole(200); turns > 0; turns--) await null;
      const periodEnd = new Date(world.now() + chance.whole(100 * 24 * 60) * minuteMs).toISOString();
      stripe.changeSubscription(subscription.id, { status: 'active', periodEnd });
      stripe.changed(customer.id, [0]);
      await world.ask('POST /api/payments/webhook', stripe.signed(stripe.events.at(-1)!));
    });
    await Promise.all(renewals);
    return world.ask('GET /api/payments/check-premium', { as });
  }
  async function openSocket(as: string): Promise<Answer> {
    const answer = await click('POST /api/live/ticket', { as });
    if (answer.status !== 200) return answer;
    const connection = `socket-${++connections}`;
    cloud.sockets.set(connection, []);
    await world.connect(connection, String(answer.body.ticket));
    return answer;
  }
  const key = () => `click-${String(++clicks).padStart(8, '0')}`;
  const startImport = (as: string) =>
    click('POST /scrape', {
      as,
      body: { url: chance.pick(market.hrefs) },
      headers: { 'idempotency-key': key() },
    });
  const follow = (as: string) =>
    click('POST /api/subscriptions', { as, body: { searchUrl: chance.pick(market.hrefs) } });
  const dropPage = (as: string) => {
    const ads = Array.from({ length: 1 + chance.whole(3) }, () => ({
      id: `9009${String(chance.whole(200)).padStart(6, '0')}`,
      title: '2014 VW Golf',
      amount: String(60_000 + 1000 * chance.whole(40)),
    }));
    const headers = { 'content-encoding': 'gzip', 'idempotency-key': key() };
    return click('POST /api/imports/page', { as, body: savedPage(ads), headers });
  };
  const besides = [startImport, follow, dropPage, pay];
  /** The queues' messages, some side by side, until the imports that are under way have ended or most of them. */
  async function workOff(): Promise<void> {
    const lane = async () => {
      for (let n = 0; n < 20; n++) await world.deliver(chance.pick(['scrape', 'identify', 'rate']));
    };
    await Promise.all([lane(), lane(), lane()]);
    await world.strike('sweep');
  }
  const eraseOnly = (as: string) =>
    click('DELETE /api/account', { as, body: { password: 'secret of everybody' } });
  /** Now and then something else of theirs is still under way, or imports of theirs are about to end. */
  async function eraseBeside(as: string): Promise<Answer> {
    if (chance.is(0.4)) {
      const others = Array.from({ length: 1 + chance.whole(3) }, () => chance.pick(besides)(as));
      return (await Promise.all([eraseOnly(as), ...others]))[0];
    }
    if (chance.is(0.3)) return eraseOnly(as);
    for (let n = 0; n < 4; n++) await startImport(as);
    return cloud.during(400, async () => {
      const working = workOff();
      for (let turns = chance.whole(40_000); turns > 0; turns--) await null;
      return (await Promise.all([eraseOnly(as), working]))[0];
    });
  }
  async function erase(as: string): Promise<Answer> {
    const answer = await eraseBeside(as);
    // The account is gone once it is marked, whatever the person was told.
    if (cloud.table.get(erasedKey(as)) && alive.includes(as)) {
      alive.splice(alive.indexOf(as), 1);
      erased.push(as);
      join();
    }
    return answer;
  }
  const queries: readonly Record<string, string>[] = [
    {},
    { view: 'discovered' },
    { view: 'starred' },
    { sort: 'price_asc' },
    { q: 'octavia' },
    { deal: 'amazing' },
  ];
  const list = (as?: string) => ask('GET /api/cars', { ...(as && { as }), query: chance.pick(queries) });
  const one = (as: string | undefined, route: string, params: object = { id: carId() }) =>
    ask(route, { ...(as && { as }), params });

  const deeds: [weight: number, name: string, deed: (as: string) => Promise<Answer>][] = [
    [16, 'import', startImport],
    [3, 'drop a page', dropPage],
    [8, 'follow', follow],
    [
      3,
      'race',
      async (as) => {
        const all = market.hrefs.map((url) =>
          ask('POST /api/subscriptions', { as, body: { searchUrl: url } }),
        );
        return (await Promise.all(all))[0]!;
      },
    ],
    [
      3,
      'unfollow',
      (as) => {
        const id = own(as, 'AUTOSEARCH#')[0]?.id ?? 'none';
        const way = chance.is(0.6) ? 'DELETE /api/subscriptions/{id}' : 'PUT /api/subscriptions/{id}/prolong';
        return click(way, { as, params: { id }, ...(way.startsWith('PUT') && { body: {} }) });
      },
    ],
    [10, 'list', (as) => list(chance.is(0.2) ? undefined : as)],
    [5, 'car', (as) => one(chance.is(0.2) ? undefined : as, 'GET /api/cars/{id}')],
    [2, 'similar', (as) => one(chance.is(0.2) ? undefined : as, 'GET /api/cars/{id}/similar')],
    [
      4,
      'star',
      (as) => click(`${chance.pick(['PUT', 'DELETE'])} /api/stars/{id}`, { as, params: { id: carId() } }),
    ],
    [
      3,
      'discovery',
      (as) =>
        click(`${chance.pick(['PUT', 'DELETE'])} /api/discoveries/{id}`, { as, params: { id: carId() } }),
    ],
    [
      4,
      'notifications',
      (as) => ask('GET /api/notifications/{id}', { as, params: { id: as }, query: { pageSize: '50' } }),
    ],
    [2, 'read all', (as) => click('PUT /api/notifications/{id}/read-all', { as, params: { id: as } })],
    [
      3,
      'read one',
      (as) => {
        const id = String(own(as, 'NOTE#').at(chance.whole(3) - 1)?.id ?? 'none');
        const way = chance.pick(['PUT /api/notifications/{id}/read', 'DELETE /api/notifications/{id}']);
        return click(way, { as, params: { id } });
      },
    ],
    [2, 'status', (as) => ask('GET /api/scrape-status', { as })],
    [2, 'usage', (as) => ask('GET /api/payments/usage', { as })],
    [2, 'history', (as) => ask('GET /api/scrape-history/{id}', { as, params: { id: as } })],
    [2, 'new list', (as) => click('POST /api/lists', { as, body: { name: `list ${++clicks}` } })],
    [
      2,
      'into a list',
      (as) => {
        const id = String(own(as, 'LIST#')[0]?.id ?? 'none');
        return click('PUT /api/lists/{id}/cars/{carId}', { as, params: { id, carId: carId() } });
      },
    ],
    [1, 'export', (as) => ask('GET /api/account/export', { as })],
    [5, 'pay', pay],
    [2, 'change plan', changePlan],
    [2, 'at Stripe', atStripe],
    [2, 'renew often', renewOften],
    [1, 'socket', openSocket],
    [1.5, 'erase', erase],
  ];
  const done: Record<string, number> = {};
  const total = deeds.reduce((sum, [weight]) => sum + weight, 0);
  return {
    alive,
    erased,
    deeds: done,
    /** Somebody does something. Tells what, for the trace. */
    async act(): Promise<string> {
      let die = chance.next() * total;
      const [, name, deed] =
        deeds.find(([weight]) => {
          die -= weight;
          return die < 0;
        }) ?? deeds[0]!;
      const as = chance.pick(alive);
      const { status } = await deed(as);
      const kind = `${name} ${Math.floor(status / 100)}xx`;
      done[kind] = (done[kind] ?? 0) + 1;
      return `${name} ${as} ${status}`;
    },
  };
}
