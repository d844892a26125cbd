import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { requireReachable } from 'local-cloud/clock.ts';
import type { LocalCloud } from 'local-cloud/cloud-options.ts';
import { parseFault } from 'local-cloud/faults/fault-plan.ts';
import { contentTypeOf } from 'local-cloud/runner/site/deployed-files.ts';
import { readBody } from 'local-cloud/wire/http.ts';
import { outages } from '../demo-marketplace.ts';
import type { Shop } from '../shop.ts';
import { describeClock, describeQueues, describeSearches, itemsWithPrefix } from './control-data.ts';
import { lendMarket } from './lend-market.ts';
import { mailAt, mailHeaders } from './mail-page.ts';
import { describeShop, shopActions } from './shop-controls.ts';
import { visitorEnvironment } from './visitor-environment.ts';

type Answer = { status: number; body: unknown };
type Handler = (input: Record<string, unknown>) => Answer | Promise<Answer>;

const ok = (body: unknown): Answer => ({ status: 200, body });
const wrong = (message: string): Answer => ({ status: 400, body: { message } });

const pageFiles: Readonly<Record<string, string>> = {
  '/_local': 'control.html',
  '/_local/base.css': 'base.css',
  '/_local/control.css': 'control.css',
  '/_local/control.js': 'control.js',
  '/_local/mails.js': 'mails.js',
  '/_local/page-parts.js': 'page-parts.js',
  '/_local/shop.js': 'shop.js',
};

/** A file of the page, read at each request so that an edit shows at once. */
function fileAt(path: string): { type: string; body: string } | undefined {
  const name = Object.hasOwn(pageFiles, path) ? pageFiles[path] : undefined;
  if (!name) return undefined;
  return { type: contentTypeOf(name), body: readFileSync(new URL(`page/${name}`, import.meta.url), 'utf8') };
}

/** Nothing from elsewhere: what it shows was written by strangers. */
const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

/** Every minute on the way is looked at: a year of them takes seconds. */
const maxMoveSeconds = 366 * 86_400;

/** A lent market is the largest thing that is posted. */
const mostBodyBytes = 4_000_000;

const loopback = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

/**
 * Only this machine's own names, and only pages of our own: a site that points a name of its own at 127.0.0.1, or posts
 * a form to it, must not reach the controls.
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

/** Lists are in the order in which things happened, the newest last. */
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
    'GET /_local/visitor': () => ok({ environment: visitorEnvironment(cloud) }),
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

/** The control page and its JSON below /_local. */
export function createControlServer(cloud: LocalCloud, shop: Shop) {
  const routes = createRoutes(cloud, shop);
  const json = (outgoing: ServerResponse, { status, body }: Answer) =>
    send(outgoing, status, 'application/json', JSON.stringify(body));
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
