import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { requireReachable } from 'local-cloud/clock.ts';
import { parseFault } from 'local-cloud/faults/fault-plan.ts';
import type { LocalCloud } from 'local-cloud/local-cloud.ts';
import { callEngine, mustSucceed } from 'local-cloud/runner/call-engine.ts';
import { contentTypeOf } from 'local-cloud/runner/site/deployed-files.ts';
import { readBody } from 'local-cloud/wire/http.ts';
import { productName } from 'local-stripe/catalog.ts';
import type { StripeServer } from 'local-stripe/local-stripe.ts';
import { closeDispute, openDispute, refund } from 'local-stripe/payments.ts';
import { itemIn, periodOf } from 'local-stripe/subscription-object.ts';
import type { Delivery } from 'local-stripe/webhooks.ts';
import type Stripe from 'stripe';
import type { SearchLoad } from '#core/searches/capacity.ts';
import { lentMarketKey } from '#core/valuation/lent-market.ts';
import { outages } from '#local/demo-marketplace.ts';
import { demoPromotionCode } from '#local/seed.ts';
import type { Shop } from '#local/shop.ts';

type Item = Record<string, AttributeValue>;

type Page = { Items?: Item[]; LastEvaluatedKey?: Item };
const maxPages = 40;

/** Items whose partition key starts with a prefix, at most 100. */
export async function itemsWithPrefix(cloud: LocalCloud, prefix: string): Promise<Record<string, unknown>[]> {
  const [table] = cloud.template.all('AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table');
  if (!table) return [];
  const found: Record<string, unknown>[] = [];
  let start: Item | undefined;
  for (let page = 0; page < maxPages && found.length < 100; page++) {
    const answer = await callEngine<Page>(cloud.engine, 'DynamoDB_20120810', 'Scan', {
      TableName: cloud.template.ref(table.logicalId),
      FilterExpression: 'begins_with(pk, :prefix)',
      ExpressionAttributeValues: { ':prefix': { S: prefix } },
      ...(start && { ExclusiveStartKey: start }),
    });
    const { Items = [], LastEvaluatedKey } = mustSucceed(answer, 'The table could not be read');
    found.push(...Items.map((item) => unmarshall(item)));
    start = LastEvaluatedKey;
    if (!start) break;
  }
  return found.slice(0, 100);
}

/** Every queue with its counts and messages; a queue that others name as their dead-letter queue is marked. */
export function describeQueues(cloud: LocalCloud) {
  const counts = cloud.queues.names().map((name) => cloud.queues.counts(name));
  const deadLetters = new Set(counts.map((one) => one.redriveTo));
  return counts.map((one) => ({
    ...one,
    isDeadLetters: deadLetters.has(one.name),
    messages: cloud.queues.peek(one.name, 10),
  }));
}

export function describeClock(cloud: LocalCloud) {
  const { offsetMs } = cloud.clock;
  const rules = cloud.rules.scheduled.map((rule) => ({
    name: rule.name,
    next: rule.schedule.next(cloud.clock.now()).toISOString(),
  }));
  return { now: cloud.clock.now().toISOString(), offsetSeconds: Math.round(offsetMs / 1000), rules };
}

/** The last dispatch's figures (null before the first), and every link that is searched. */
export async function describeSearches(cloud: LocalCloud) {
  const [load] = await itemsWithPrefix(cloud, 'SEARCHLOAD');
  const items = await itemsWithPrefix(cloud, 'LINK#');
  const followers = (pk: unknown) =>
    items.filter((item) => item.pk === pk && item.kind === 'FOLLOWER').length;
  const links = items
    .filter((item) => item.kind === 'LINK' && followers(item.pk) > 0)
    .map(({ pk, href, gsi2sk, refusals, pausedFor, lastRun }) => ({
      href,
      followers: followers(pk),
      nextRun: gsi2sk ? String(gsi2sk).split('#')[0] : null,
      refusals: refusals ?? 0,
      pausedFor: pausedFor ?? null,
      lastRun: lastRun ?? null,
    }));
  return { load: load ? (load.load as SearchLoad) : null, links };
}

/** Stores a lent market where the valuation looks for it, and starts a refit at once. */
export async function lendMarket(cloud: LocalCloud, market: string): Promise<void> {
  const revalue = cloud.registry.all().find(({ definition }) => definition.name.endsWith('-revalue'));
  const bucket = revalue?.definition.environment.DATA_BUCKET;
  if (!revalue || !bucket) throw new Error('This installation has no valuation.');
  await cloud.objects.put(bucket, lentMarketKey, Buffer.from(market, 'base64'), {
    'content-type': 'application/gzip',
  });
  await revalue.invoke({});
}

/**
 * Headers for a mail: its own styles and this site's pictures, but no script, because strangers' text is in it. Its links
 * open in a new tab, as in a mail program.
 */
export const mailHeaders = {
  'content-security-policy':
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'",
} as const;

/** The mail behind /_local/mail/3 by its number in the outbox; null when there is none. */
export function mailAt(cloud: LocalCloud, path: string): string | null {
  const id = Number(/^\/_local\/mail\/(\d{1,9})$/.exec(path)?.[1]);
  const mail = cloud.outbox.list().find((one) => one.id === id);
  return mail?.html?.replace('<head>', '<head><base target="_blank">') ?? null;
}

/** The shop's sales, newest first. */
export type ShopView = {
  isOpen: boolean;
  origin: string;
  promotionCode: string;
  customers: Stripe.Customer[];
  subscriptions: { object: Stripe.Subscription; email: string; product: string; periodEnd: number }[];
  charges: { object: Stripe.Charge; email: string }[];
  disputes: Stripe.Dispute[];
  events: { object: Stripe.EventBase; deliveries: Delivery[] }[];
};

const closed: ShopView = {
  ...{ isOpen: false, origin: '', promotionCode: '' },
  ...{ customers: [], subscriptions: [], charges: [], disputes: [], events: [] },
};
const shownObjects = 100;

/** Everything the control page shows of the shop. */
export function describeShop(server: StripeServer | undefined): ShopView {
  if (!server) return closed;
  const { world, deliveries } = server.state;
  const { store } = world;
  const emailOf = (customer: unknown) =>
    store.find('customer', String(customer))?.email ?? String(customer ?? 'a guest');
  const sent = Map.groupBy(deliveries.recent(shownObjects * 2), (delivery) => delivery.event);
  return {
    isOpen: true,
    origin: server.origin,
    promotionCode: demoPromotionCode,
    customers: store.all('customer').slice(0, shownObjects),
    subscriptions: store
      .all('subscription')
      .slice(0, shownObjects)
      .map((object) => ({
        object,
        email: emailOf(object.customer),
        product: productName(world, itemIn(object).price),
        periodEnd: periodOf(object).end,
      })),
    charges: store
      .all('charge')
      .slice(0, shownObjects)
      .map((object) => ({ object, email: emailOf(object.customer) })),
    disputes: store.all('dispute').slice(0, shownObjects),
    events: store
      .all('event')
      .slice(0, shownObjects)
      .map((object) => ({ object, deliveries: sent.get(object.id) ?? [] })),
  };
}

type Input = Record<string, unknown>;
type Done = { done: string };

type Around = { cloud: LocalCloud; shop: Shop };

function serverOf({ shop }: Around): StripeServer {
  if (!shop.server) throw new Error('There is no local Stripe here.');
  return shop.server;
}

/** Runs an action of Stripe's dashboard and sends its events at once. */
function act(around: Around, work: (server: StripeServer) => string): Done {
  const server = serverOf(around);
  const done = server.state.perform(null, () => work(server));
  server.advance(0);
  return { done };
}

/** Moves domain time just past the end of a subscription's period. */
async function advanceToPeriodEnd(around: Around, id: string): Promise<Done> {
  const { cloud } = around;
  const { store } = serverOf(around).state.world;
  const end = periodOf(store.get('subscription', id)).end * 1000;
  const ahead = Math.max(0, end - cloud.clock.now().getTime()) + 1000;
  const fired = await cloud.advance(ahead);
  return { done: `${Math.round(ahead / 86_400_000)} days on: ${fired} rules fired.` };
}

/** Actions on a purchase, by the path below /_local/stripe. */
export const shopActions: Readonly<Record<string, (around: Around, input: Input) => Done | Promise<Done>>> = {
  refund: (around, { charge, amount }) =>
    act(around, ({ state }) => {
      const given = amount === undefined ? {} : { amount: Number(amount) };
      const made = refund(state.world, String(charge), given);
      return `Refunded ${(made.amount / 100).toFixed(2)}.`;
    }),
  dispute: (around, { charge, reason = 'fraudulent' }) =>
    act(around, ({ state }) => `Opened ${openDispute(state.world, String(charge), String(reason)).id}.`),
  'close-dispute': (around, { dispute, status }) =>
    act(
      around,
      ({ state }) =>
        `The dispute is ${closeDispute(state.world, String(dispute), status === 'won' ? 'won' : 'lost').status}.`,
    ),
  resend: (around, { event }) => {
    serverOf(around).resend(String(event));
    return { done: 'On its way.' };
  },
  advance: (around, { subscription }) => advanceToPeriodEnd(around, String(subscription)),
};

type Answer = { status: number; body: unknown };
type Handler = (input: Record<string, unknown>) => Answer | Promise<Answer>;

const ok = (body: unknown): Answer => ({ status: 200, body });
const wrong = (message: string): Answer => ({ status: 400, body: { message } });

const pageFiles: Readonly<Record<string, string>> = {
  '/_local': 'control.html',
  '/_local/control.css': 'control.css',
  '/_local/control.js': 'control.js',
};

/** A file of the page, read on each request so that an edit shows at once. */
function fileAt(path: string): { type: string; body: string } | undefined {
  const name = Object.hasOwn(pageFiles, path) ? pageFiles[path] : undefined;
  if (!name) return undefined;
  return { type: contentTypeOf(name), body: readFileSync(new URL(`page/${name}`, import.meta.url), 'utf8') };
}

/** Blocks everything from other origins: the page shows strangers' text. */
const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

/** Domain time moves minute by minute; a year takes seconds. */
const maxMoveSeconds = 366 * 86_400;

/** A lent market is the largest request. */
const mostBodyBytes = 4_000_000;

const loopback = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

/**
 * Accepts only this machine's host names and our own pages: a site whose name resolves to 127.0.0.1, or that posts a form,
 * must not reach the controls.
 */
function isOurs(incoming: IncomingMessage): boolean {
  const { host = '', origin } = incoming.headers;
  return loopback.test(host) && (origin === undefined || origin === `http://${host}`);
}

function shopRoutes(cloud: LocalCloud, shop: Shop): Record<string, Handler> {
  const entries = Object.entries(shopActions).map(([name, run]): [string, Handler] => [
    `POST /_local/stripe/${name}`,
    async (input) => ok(await run({ cloud, shop }, input)),
  ]);
  return Object.fromEntries(entries);
}

/** Lists are in order of time, newest last. */
function createRoutes(cloud: LocalCloud, shop: Shop): Readonly<Record<string, Handler>> {
  return {
    'GET /_local/mail': () => ok(cloud.outbox.list().toReversed()),
    'GET /_local/queues': () => ok(describeQueues(cloud)),
    'POST /_local/queues/redrive': ({ queue }) => ok({ moved: cloud.queues.redrive(String(queue)) }),
    'GET /_local/jobs': async () => ok(await itemsWithPrefix(cloud, 'JOB#')),
    'GET /_local/searches': async () => ok(await describeSearches(cloud)),
    'GET /_local/events': () => ok(cloud.rules.recent()),
    'GET /_local/logs': () => ok(cloud.logs.recent().slice(-500)),
    'GET /_local/alarms': () => ok(cloud.alarms()),
    'GET /_local/functions': () => ok(cloud.registry.accountUse),
    'GET /_local/stripe': () => ok(describeShop(shop.server)),
    ...shopRoutes(cloud, shop),
    'POST /_local/market': async ({ market }) => {
      await lendMarket(cloud, String(market));
      return ok({ lent: true });
    },
    'GET /_local/clock': () => ok(describeClock(cloud)),
    'POST /_local/clock': async ({ advanceSeconds, asleep }) => {
      const seconds = Number(advanceSeconds);
      if (!(seconds > 0))
        return wrong('advanceSeconds must be a positive number: time does not run backwards.');
      if (seconds > maxMoveSeconds) return wrong('The clock moves by a year at most at a time.');
      requireReachable(cloud.clock.offsetMs + seconds * 1000);
      if (asleep === true) cloud.skip(seconds * 1000);
      const fired = asleep === true ? 0 : await cloud.advance(seconds * 1000);
      return ok({ ...describeClock(cloud), fired });
    },
    'GET /_local/faults': () => ok(cloud.faults.active),
    'POST /_local/faults': (input) => {
      if (input.kind === 'none') cloud.faults.clear();
      else
        cloud.faults.add(
          parseFault(input, outages),
          input.seed === undefined ? undefined : Number(input.seed),
        );
      return ok(cloud.faults.active);
    },
  };
}

function send(
  outgoing: ServerResponse,
  status: number,
  type: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  outgoing.writeHead(status, {
    ...pageHeaders,
    ...headers,
    'content-type': type,
    'content-length': Buffer.byteLength(body),
  });
  outgoing.end(body);
}

export function createControlServer(cloud: LocalCloud, shop: Shop) {
  const routes = createRoutes(cloud, shop);
  const json = (outgoing: ServerResponse, { status, body }: Answer) =>
    send(
      outgoing,
      status,
      'application/json',
      JSON.stringify(body, (_, value) => (value instanceof Set ? [...value] : value)),
    );
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    if (!isOurs(incoming))
      return json(outgoing, { status: 403, body: { message: 'Only from this machine.' } });
    const path = (incoming.url ?? '').split('?')[0]?.replace(/\/$/, '') ?? '';
    const file = incoming.method === 'GET' ? fileAt(path) : undefined;
    if (file) return send(outgoing, 200, file.type, file.body);
    const mail = incoming.method === 'GET' ? mailAt(cloud, path) : null;
    if (mail !== null) return send(outgoing, 200, 'text/html; charset=utf-8', mail, mailHeaders);
    const handler = routes[`${incoming.method} ${path}`];
    if (!handler) return json(outgoing, { status: 404, body: { message: 'There is nothing here.' } });
    try {
      const text = (await readBody(incoming, mostBodyBytes)).toString('utf8');
      json(outgoing, await handler(JSON.parse(text || '{}') as Record<string, unknown>));
    } catch (error) {
      json(outgoing, wrong(error instanceof Error ? error.message : String(error)));
    }
  };
}
