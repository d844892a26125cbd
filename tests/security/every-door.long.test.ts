import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Channel, defaultSettings } from '#core/alerts/settings.ts';
import { tools } from '#core/contract/mcp-tools.ts';
import type { LiveMessage } from '#core/contract/messages.ts';
import type { ProductKey } from '#core/payments/plan.ts';
import { usualRule } from '#core/searches/automated-search.ts';
import type { Random } from '#demo/cars/random.ts';
import { storeAppPage } from '#tests/support/app-page.ts';
import { callRoute, type RouteCall } from '#tests/support/call-route.ts';
import {
  canaryNow,
  jobOf,
  leaksIn,
  listOf,
  type Member,
  members,
  ownLocked,
  ownOpen,
  plantCanaries,
  type ReaderKind,
  readers,
  searchOf,
  sharedLocked,
  sharedOpen,
} from '#tests/support/canaries.ts';
import { answerOwnRequests } from '#tests/support/mcp-client.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { seeded } from '#tests/support/random-cards.ts';
import {
  type ContractRoute,
  contractRoutes,
  loadHandler,
  sampleBody,
  seekNothingInTheCloud,
} from '#tests/support/route-samples.ts';
import { createFakePayments } from '../support/fake-payments.ts';
import { startSecrets, startUsers } from '../support/payment-world.ts';

/** What each has paid: what their plan says that they see, so that reading it again at the payment service changes nothing. */
const paid: Partial<Record<Member, ProductKey>> = { beta: 'unlock_price', premium: 'premium_monthly' };

/** An account and a customer with a checkout for every member, in a user pool and a payment service of their own. */
async function plantAccounts(now: () => Date) {
  const [users, secrets] = [await startUsers(), await startSecrets()];
  seekNothingInTheCloud();
  const payments = createFakePayments(now);
  const { replaceServices } = await import('#functions/platform/services.ts');
  const { addCustomer } = await import('#functions/payments/store.ts');
  const { steadyAnswer } = await import('#functions/platform/answers.ts');
  steadyAnswer.ms = 0;
  replaceServices({ payments: async () => payments.provider });
  const checkouts = new Map<Member, string>();
  for (const member of members) {
    users.add(member);
    const customerId = await payments.provider.createCustomer({ userId: member, email: emailOf(member) });
    await addCustomer(member, customerId, canaryNow);
    const wish = { customerId, userId: member, language: 'en', origin: '', idempotencyKey: member } as const;
    const { id } = await payments.provider.createCheckout({
      ...wish,
      product: paid[member] ?? 'deal_finder_boost',
    });
    if (paid[member]) payments.payCheckout(id);
    checkouts.set(member, id);
  }

  return {
    checkoutOf: (member: Member) => checkouts.get(member)!,
    /** What is to be seen in nothing that leaves for others: address, customer, checkouts, purchases. */
    namesOf(member: Member): string[] {
      const { id, subscriptions, purchases } = payments.customerOf(member)!;
      const own = [...payments.checkouts.values()].filter(({ customerId }) => customerId === id);
      return [emailOf(member), id, ...[...own, ...subscriptions, ...purchases].map((each) => each.id)];
    },
    /** All that others could have changed. */
    stateOf(member: Member): string {
      const customer = payments.customerOf(member)!;
      const own = [...payments.checkouts.values()].filter(({ customerId }) => customerId === customer.id);
      const { email, password, confirmed } = users.users.find(member)!;
      return JSON.stringify([customer, own, email, password, confirmed]);
    },
    close: () => Promise.all([users.close(), secrets.close()]),
  };
}

const emailOf = (member: Member): string => `${member}@example.dk`;

// Locked cars over every way out of the service. Every fact of the planted cars occurs nowhere else, so that a fact of a
// car that its reader may not see is found wherever it stands in what left.
const callsPerReader = 400;

/** What writes accounts and payments says nothing of cars: it is walked by itself, with what is somebody else's. */
const isAccounts = ({ method, row }: ContractRoute) =>
  method !== 'GET' && ['accounts', 'payments'].includes(row.subject);
const accountRoutes = contractRoutes.filter(isAccounts);
const walked = contractRoutes.filter((route) => !isAccounts(route));

/** A new kind of message or a new channel has no place here until somebody has thought of it: this does not compile. */
const liveKinds: Record<LiveMessage['type'], 'of a car' | 'of no car'> = {
  car: 'of a car',
  scrape_status: 'of no car',
  scrape_status_removed: 'of no car',
  plan_changed: 'of no car',
  notification: 'of no car',
  notifications_changed: 'of no car',
  pong: 'of no car',
};
const left: Record<Channel['name'], Map<Member, unknown[]>> = {
  email: new Map(),
  push: new Map(),
  webhook: new Map(),
};

type ToolName = keyof typeof tools;

let accounts: Awaited<ReturnType<typeof plantAccounts>>;
const handlers = new Map<string, unknown>();
let stopAnswering: () => void;

vi.mock(import('#functions/alerts/push-message.ts'), async (load) => ({
  ...(await load()),
  // What only the browser can read is read here before it is sealed.
  encryptPush: (payload: Uint8Array) => Buffer.from(payload),
  pushAuthorization: () => 'vapid',
}));

const world = await worldOfFile(canaryNow);
beforeAll(async () => {
  await storeAppPage(world);
  await plantCanaries();
  accounts = await plantAccounts(() => new Date(canaryNow));
  for (const route of contractRoutes) handlers.set(route.key, await loadHandler(route));
  stopAnswering = answerOwnRequests(handlers);
});
afterAll(async () => {
  stopAnswering();
  await accounts.close();
});

const listingIdOf = (car: { itemUrl: string }) => /\d{6,}/.exec(car.itemUrl)![0];
const allCars = [...sharedLocked, ...sharedOpen, ...Object.values(ownLocked), ...Object.values(ownOpen)];

/** Ids that a reader has, may guess, or took from the marketplace. */
function someId(random: Random, reader: ReaderKind): string {
  const car = random.pick(allCars);
  return random.pick([
    car.id,
    listingIdOf(car),
    `p-${listingIdOf(car)}`,
    random.pick(sharedOpen).id,
    reader,
    listOf(random.pick(members)),
    `note-00${random.whole(0, 9)}`,
    'locked-1-1',
  ]);
}

/** Questions that close in on a hidden car: its price, plate, words, place, year. */
function someQuery(random: Random, reader: ReaderKind): Record<string, string> {
  const car = random.pick([...sharedLocked, ...sharedOpen]);
  const price = car.priceDkk - random.pick([0, 1, 500]);
  const member = reader === 'anonymous' ? random.pick(members) : reader;
  return random.pick<Record<string, string>>([
    {},
    { minPrice: String(Math.min(price, 1_000_000)) },
    { maxPrice: String(Math.min(price, 1_000_000)) },
    { q: random.pick([car.title, car.plate!, car.make!, car.description.slice(0, 6), listingIdOf(car)]) },
    { brand: car.make! },
    { view: random.pick(['starred', 'discovered']) },
    { list: listOf(member) },
    { import: jobOf(member) },
    { sort: random.pick(['price_asc', 'price_desc', 'deal', 'mileage_asc', 'year_desc', 'scraped_desc']) },
    { deal: 'amazing' },
    { car: car.id },
    { lang: 'da' },
    { pageSize: '50', type: random.pick(['all', 'amazing_deal', 'new_cars', 'system']) },
  ]);
}

function someBody(random: Random, { key, row }: ContractRoute): unknown {
  const body = sampleBody(row, 'words');
  if (key !== 'POST /api/subscriptions/replay') return body;
  // A rule that asks for all that any rule may, of filters that fit a locked car.
  const { make, priceDkk } = random.pick([...sharedLocked, ...sharedOpen]);
  const price_drop = { least_dkk: null, least_percent: null };
  const rule = { ...usualRule('filter-'), price_drop, entered: true, gone: true };
  return { filters: { brand: make!, maxPrice: String(Math.min(priceDkk + 1, 1_000_000)) }, rule };
}

/** The ids of which a reader kept something: they are told again as they were asked for. */
const hunted = new Map<ReaderKind, string>();

async function callOne(random: Random, reader: ReaderKind, route: ContractRoute): Promise<string[]> {
  const as = reader === 'anonymous' ? undefined : reader;
  const isOwn = route.path.includes('{id}') && /notifications|scrape-history|subscriptions/.test(route.path);
  const params = Object.fromEntries(
    route.params.map((name) => [name, isOwn && random.chance(0.7) ? reader : someId(random, reader)]),
  );
  const query = route.method === 'GET' ? someQuery(random, reader) : {};
  const body = route.method === 'GET' ? undefined : someBody(random, route);
  const asked = JSON.stringify([params, query, body]);
  if (route.key === 'PUT /api/hunt/{id}') hunted.set(reader, `${hunted.get(reader)} ${params.id}`);
  const known = route.key === 'GET /api/hunt' ? asked + hunted.get(reader) : asked;
  const answer = await callRoute<unknown>(handlers.get(route.key), { as, params, query, body });
  return leaksIn(reader, [answer.body, answer.headers])
    .filter((leak) => !known.includes(leak))
    .map((leak) => `${route.key} ${asked} told ${leak}`);
}

describe('every message to an open page', () => {
  it.each(members)('messages to open pages name no car that is hidden from: %s', async (member) => {
    const { addSocket } = await import('#functions/live/sockets.ts');
    const { publishWorker: publish } = await import('#functions/live/workers.ts');
    const { getItem } = await import('#functions/platform/table.ts');
    const { jobKey } = await import('#functions/platform/keys.ts');
    const { marshall } = await import('@aws-sdk/util-dynamodb');
    const sent: LiveMessage[] = [];
    world.connections.set(member, {
      ...{ id: member, connectedAt: new Date(), lastActiveAt: new Date(), sourceIp: '', userAgent: '' },
      send: (data) => sent.push(JSON.parse(data.toString()) as LiveMessage),
      close: () => undefined,
    });
    await addSocket(member, member, Date.now());
    const job = (await getItem(jobKey(jobOf(member))))!;
    const NewImage = marshall(job);
    await publish({ Records: [{ dynamodb: { NewImage, SequenceNumber: '1' } }] } as never);
    expect(sent.filter(({ type }) => liveKinds[type] === 'of a car')).toHaveLength(8);
    expect(leaksIn(member, sent)).toEqual([]);
  });
});

describe('every channel', () => {
  beforeAll(async () => {
    const { replaceServices } = await import('#functions/platform/services.ts');
    const { saveAlertSettings, savePushDevice } = await import('#functions/alerts/store.ts');
    const { deliverWaitingWorker: deliverWaiting } = await import('#functions/alerts/workers.ts');
    const keep = (name: Channel['name'], member: Member, what: unknown) =>
      left[name].set(member, [...(left[name].get(member) ?? []), what]);
    replaceServices({
      async postOutside(address, { headers, body }) {
        const [, name, member] = /\/(push|webhook)\/(\w+)$/.exec(address) as unknown as [
          string,
          'push',
          Member,
        ];
        keep(name, member, [headers, Buffer.from(body).toString('utf8')]);
        return 200;
      },
    });
    for (const member of members) {
      const webhook = { url: `https://hooks.example/webhook/${member}`, format: 'json' as const };
      await saveAlertSettings(
        member,
        { ...defaultSettings, quiet_hours: null, webhook },
        { newWebhookSecret: 'secret', wantsMails: false },
      );
      await savePushDevice(member, {
        ...{ id: 'device', label: '', createdAt: canaryNow, keys: { p256dh: '', auth: '' } },
        endpoint: `https://push.example/push/${member}`,
      });
    }
    // What waits for the next hour is told too.
    world.advance(2 * 3600_000);
    await deliverWaiting();
    await deliverWaiting();
    for (const mail of world.mails) keep('email', String(mail.to).split('@')[0] as Member, mail);
  });

  it.each(members)('alerts on every channel contain nothing that is hidden from: %s', (member) => {
    const { email, ...others } = left;
    for (const [name, sent] of Object.entries(others))
      expect(sent.get(member)?.length, name).toBeGreaterThanOrEqual(21);
    expect(email.has(member)).toBe(member === 'premium');
    for (const [name, sent] of Object.entries(left))
      expect(leaksIn(member, sent.get(member)), name).toEqual([]);
  });
});

/** The same request with what is somebody else's in each field that could name it, without and with the claim to be them. */
function foreignRequests({ row }: ContractRoute, victim: Member): RouteCall[] {
  if (row.body === 'raw') {
    const event = { id: 'evt_1', type: 'checkout.session.completed', data: { object: { id: victim } } };
    return [{ body: Buffer.from(JSON.stringify(event)), headers: { 'stripe-signature': 't=1,v1=00' } }];
  }
  const foreign = { email: emailOf(victim), sessionId: accounts.checkoutOf(victim), code: '123456' };
  const sample = (sampleBody(row, 'a guess') ?? {}) as Record<string, unknown>;
  const body = Object.fromEntries(
    Object.entries({ ...sample, ...foreign }).filter(([name]) => name in sample),
  );
  if (row.auth === 'public') return [{ body }];
  const claim = { 'x-user-id': victim, 'x-user-email': emailOf(victim) };
  return [{ body }, { body: { ...body, userId: victim }, headers: claim }];
}

describe('every route that writes accounts and payments', () => {
  it.each(readers)(
    'routes that write accounts and payments neither reveal nor change the data of others for: %s',
    async (reader) => {
      const others = members.filter((member) => member !== reader);
      const random = seeded(readers.indexOf(reader) + 90);
      const before = others.map(accounts.stateOf);
      const faults: string[] = [];
      let tried = 0;
      for (const route of accountRoutes)
        for (const request of foreignRequests(route, random.pick(others))) {
          const headers = { 'x-client-address': `198.51.100.${++tried}:5000`, ...request.headers };
          const as = reader === 'anonymous' ? {} : { as: reader };
          const params = Object.fromEntries(route.params.map((name) => [name, 'a-thing']));
          const call = { ...request, ...as, params, headers };
          const answer = await callRoute<unknown>(handlers.get(route.key), call);
          const told = JSON.stringify([answer.body, answer.headers]);
          const names = others.flatMap(accounts.namesOf).filter((name) => told.includes(name));
          const isLetIn =
            /accessToken|set-cookie/.test(told) || (answer.status === 200 && /isPaid":true/.test(told));
          if (names.length > 0 || isLetIn || answer.status >= 500 || leaksIn(reader, told).length > 0)
            faults.push(`${route.key} ${JSON.stringify(request)} answered ${answer.status} ${told}`);
        }
      expect(faults).toEqual([]);
      expect(others.map(accounts.stateOf)).toEqual(before);
      expect(tried).toBeGreaterThanOrEqual(25);
    },
  );
});

/** A call of a tool that closes in on hidden cars. */
function someToolCall(random: Random, reader: ReaderKind, name: ToolName): Record<string, unknown> {
  if (name === 'search_cars') {
    const { shape } = tools.search_cars.input;
    return Object.fromEntries(
      Object.entries(someQuery(random, reader)).filter(([field]) => Object.hasOwn(shape, field)),
    );
  }
  const [id, other] = [someId(random, reader), someId(random, reader)];
  if (name === 'compare_cars') return { ids: [id, other] };
  if (name === 'check_price') return { plate: random.pick(allCars).plate ?? 'AB12345', price: 90_000 };
  if (name === 'follow_search') return { filters: { brand: 'VW' } };
  return name === 'get_car' || name === 'explain_rating' ? { id } : {};
}

describe('every tool for assistants', () => {
  const toolNames = Object.keys(tools) as ToolName[];
  const callTool = async (reader: ReaderKind, name: ToolName, args: object) => {
    const params = { name, arguments: args };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const as = reader === 'anonymous' ? {} : { as: reader };
    return (await callRoute<unknown>(handlers.get('POST /mcp'), { ...as, body })).body;
  };

  it.each(readers)('every tool hides what is not for: %s', async (reader) => {
    const random = seeded(readers.indexOf(reader) + 30);
    const leaks: string[] = [];
    for (const name of toolNames)
      for (let i = 0; i < 25; i++) {
        const args = someToolCall(random, reader, name);
        const asked = JSON.stringify(args);
        const answer = await callTool(reader, name, args);
        const told = leaksIn(reader, answer).filter((leak) => !asked.includes(leak));
        leaks.push(...told.map((leak) => `${name} ${asked} told ${leak}`));
      }
    expect(leaks).toEqual([]);
  });

  it('premium readers get by a tool what the others must not see, so that the test can fail', async () => {
    const answer = await callTool('premium', 'search_cars', {});
    for (const reader of readers.filter((each) => each !== 'premium'))
      expect(leaksIn(reader, answer).length, reader).toBeGreaterThan(10);
  });
});

describe('every feed', () => {
  it.each(members)('a feed of %s tells whoever has its address what a visitor may know', async (member) => {
    const params = { id: searchOf(member).id };
    const made = await callRoute<{ atom: string; json: string }>(
      handlers.get('POST /api/subscriptions/{id}/feed'),
      { as: member, params, body: {} },
    );
    for (const address of [made.body.atom, made.body.json]) {
      const [owner, search, secret, format] = new URL(address).pathname.split('/').slice(2) as string[];
      const { body } = await callRoute<string>(handlers.get('GET /feed/{owner}/{search}/{secret}/{format}'), {
        params: { owner: owner!, search: search!, secret: secret!, format: format! },
      });
      const leaks = leaksIn('anonymous', body);
      expect(leaks).toEqual([]);
      // It has entries, and of locked cars one without a name.
      expect(body).toContain(sharedOpen[0]!.title);
      expect(body).toMatch(/amazing deals? (?:were|was) found/);
    }
  });
});

describe('every shared list', () => {
  const pairs = members.flatMap((owner) =>
    members.filter((partner) => partner !== owner).map((partner) => [owner, partner] as const),
  );
  it.each(pairs)(
    'a list of %s shared with %s tells neither what is hidden from one of them',
    async (owner, partner) => {
      const { forgetHunt, keepHunt } = await import('#functions/cars/hunt-store.ts');
      const params = { owner, list: listOf(owner) };
      const { body } = await callRoute<{ secret: string }>(handlers.get('PUT /api/lists/{id}/share'), {
        ...{ as: owner, params: { id: params.list } },
      });
      const key = '/api/shared-lists/{owner}/{list}';
      await callRoute(handlers.get(`PUT ${key}`), { as: partner, params, body: { secret: body.secret } });
      // A note names its car.
      for (const { id, title, priceDkk, availability } of [...sharedLocked, ownLocked[owner]])
        await keepHunt(
          owner,
          {
            ...{
              carId: id,
              note: title,
              stage: null,
              day: null,
              changedAt: canaryNow,
              priceDkk,
              availability,
            },
          },
          [],
        );
      for (const reader of [owner, partner]) {
        const told = (await callRoute<object>(handlers.get(`GET ${key}`), { as: reader, params })).body;
        expect([...leaksIn(owner, told), ...leaksIn(partner, told)]).toEqual([]);
        expect(JSON.stringify(told)).toContain(sharedOpen[0]!.title);
      }
      await forgetHunt(
        owner,
        [...sharedLocked, ownLocked[owner]].map(({ id }) => id),
      );
      await callRoute(handlers.get(`DELETE ${key}`), { as: owner, params });
    },
  );
});

// Last: what is written on the way changes what the readers have.
describe('every route', () => {
  it.each(readers)('every route hides what is not for: %s', async (reader) => {
    const random = seeded(readers.indexOf(reader) + 60);
    // Each at least twice, those that are read more often; what writes may change the reader's own things.
    const reads = walked.filter(({ method }) => method === 'GET');
    const rest = Array.from({ length: callsPerReader - 2 * walked.length }, () => random.pick(reads));
    const leaks: string[] = [];
    for (const route of [...rest, ...walked, ...walked])
      leaks.push(...(await callOne(random, reader, route)));
    const tried = rest.length + 2 * walked.length;
    expect(tried).toBeGreaterThanOrEqual(341);
    expect(leaks).toEqual([]);
  });

  it('premium readers get facts that the others must not see, so that the test can fail', async () => {
    const { body } = await callRoute(handlers.get('GET /api/cars'), { as: 'premium' });
    for (const reader of readers.filter((each) => each !== 'premium'))
      expect(leaksIn(reader, body).length, reader).toBeGreaterThan(10);
  });
});
