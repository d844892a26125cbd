import { timingSafeEqual } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import Stripe from 'stripe';
import { portalRoutes } from './billing-portal.ts';
import { couponRoutes, priceRoutes, productRoutes, promotionCodeRoutes } from './catalog.ts';
import { sessionRoutes } from './checkout.ts';
import { customerRoutes, paymentMethodRoutes } from './customers.ts';
import type { WireRequest, WireResponse } from './http.ts';
import { draftRoutes, invoiceRoutes } from './invoices.ts';
import { disputeRoutes, paymentIntentRoutes, refundRoutes } from './payments.ts';
import {
  type Account,
  type Clock,
  expand,
  Moments,
  newId,
  ObjectStore,
  openDatabase,
  Replays,
  type Route,
  type Routes,
  takeExpand,
  type World,
} from './store.ts';
import { dueOf } from './subscription-object.ts';
import { catchUp, subscriptionRoutes } from './subscriptions.ts';
import { type Cause, DeliveryStore, eventOf, eventRoutes } from './webhooks.ts';
import { badRequest, parseForm, StripeFailure } from './wire.ts';

export type StateOptions = {
  /** The database file, or ":memory:". */
  path: string;
  clock: Clock;
  origin(): string;
  account?: Account;
  /** Told each event's id and type within the transaction that makes it; undefined where no webhook is. */
  onEvent?: (event: string, type: string) => void;
};

/** Everything that the local Stripe knows, in one database: a request happens as a whole or not at all. */
export class StripeState {
  readonly world: World;
  readonly replays: Replays;
  readonly deliveries: DeliveryStore;
  readonly #database: DatabaseSync;
  readonly #moments: Moments;
  #cause: Cause = null;

  constructor(options: StateOptions) {
    this.#database = openDatabase(options.path);
    this.#moments = new Moments(options.clock);
    const store = new ObjectStore(this.#database, dueOf);
    this.deliveries = new DeliveryStore(this.#database);
    this.replays = new Replays(this.#database);
    this.world = {
      store,
      now: () => this.#moments.now(),
      origin: options.origin,
      account: options.account ?? { name: 'Test shop', country: 'DK' },
      emit: (type, object, previous) => {
        const plain = JSON.parse(JSON.stringify(object)) as typeof object;
        const isSent = options.onEvent !== undefined;
        const event = eventOf(type, plain, previous, {
          created: this.#moments.now(),
          cause: this.#cause,
          isSent,
        });
        store.insert(event);
        options.onEvent?.(event.id, type);
      },
    };
  }

  /** Runs one request, or one click on a page, in a transaction. What fell due before it happens first. */
  perform<T>(cause: Cause, work: () => T): T {
    this.catchUp();
    this.#cause = cause;
    try {
      return this.world.store.transact(work);
    } finally {
      this.#cause = null;
    }
  }

  /** Lives through what fell due up to now. Returns how many things happened. */
  catchUp(): number {
    return this.world.store.transact(() => catchUp(this.world, this.#moments));
  }

  close(): void {
    this.#database.close();
  }
}

const routes: Routes = {
  ...customerRoutes,
  ...productRoutes,
  ...priceRoutes,
  ...couponRoutes,
  ...promotionCodeRoutes,
  ...sessionRoutes,
  ...subscriptionRoutes,
  ...draftRoutes,
  ...invoiceRoutes,
  ...paymentIntentRoutes,
  ...paymentMethodRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  ...portalRoutes,
  ...eventRoutes,
};

type Match = { operation: string; route: Route; id: string };

const patterns = Object.entries(routes).map(([operation, route]) => {
  const [method = '', path = ''] = operation.split(' ');
  return {
    operation,
    route,
    method,
    path: new RegExp(`^${path.replace('{id}', '([^/]+)')}$`),
    hasId: path.includes('{id}'),
  };
});

/** Paths without a variable win. */
const sorted = patterns.toSorted((a, b) => Number(a.hasId) - Number(b.hasId));

function match(method: string, path: string): Match {
  for (const one of sorted) {
    const found = one.method === method ? one.path.exec(path) : null;
    if (found) return { operation: one.operation, route: one.route, id: decodeURIComponent(found[1] ?? '') };
  }
  const words = `Unrecognized request URL (${method}: ${path}). If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code. Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
  throw new StripeFailure(404, 'invalid_request_error', words);
}

/** The name of a call, "POST /v1/customers/{id}"; what is no route is named as it came. */
export function operationOf({ method, path }: WireRequest): string {
  const fits = sorted.find((one) => one.method === method && one.path.test(path));
  return fits?.operation ?? `${method} ${path}`;
}

function checkKey(authorization: string | undefined, secretKey: string): void {
  const basic = /^Basic (.+)$/.exec(authorization ?? '')?.[1];
  const given = basic
    ? Buffer.from(basic, 'base64').toString('utf8').split(':')[0]
    : /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
  if (!given) {
    const words =
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').";
    throw new StripeFailure(401, 'invalid_request_error', words);
  }
  const [a, b] = [Buffer.from(given), Buffer.from(secretKey)];
  if (a.length === b.length && timingSafeEqual(a, b)) return;
  throw new StripeFailure(401, 'invalid_request_error', `Invalid API Key provided: ${given.slice(0, 8)}****`);
}

function checkVersion(version: string | undefined): void {
  if (version === undefined || version === Stripe.API_VERSION) return;
  throw badRequest(`Invalid Stripe API version: ${version}. This server speaks ${Stripe.API_VERSION}.`);
}

function errorBody(failure: StripeFailure): string {
  const { code, ...details } = failure.details;
  const error = {
    ...(code && { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }),
    message: failure.message,
    ...details,
    type: failure.type,
  };
  return JSON.stringify({ error }, null, 2);
}

type Answer = { status: number; body: string };

function answerOf(state: StripeState, { route, id }: Match, form: ReturnType<typeof parseForm>): Answer {
  const paths = takeExpand(form);
  try {
    const answer = expand(state.world.store, include(state), route(state.world, form, id), paths);
    const plain: unknown = JSON.parse(JSON.stringify(answer));
    return { status: 200, body: JSON.stringify(plain, null, 2) };
  } catch (error) {
    if (error instanceof StripeFailure && error.keepsWork)
      return { status: error.status, body: errorBody(error) };
    throw error;
  }
}

/** What objects carry only on request: an invoice its payments. */
const include =
  ({ world }: StripeState) =>
  (kind: string, field: string, id: string): unknown => {
    if (`${kind}.${field}` !== 'invoice.payments') return undefined;
    const url = `/v1/invoice_payments?invoice=${id}`;
    return { object: 'list', data: world.store.paymentsOf(id), has_more: false, url };
  };

/** One request within a transaction: everything it did with its events and its replay, or nothing. */
function perform(
  state: StripeState,
  found: Match,
  request: WireRequest,
  cause: NonNullable<Cause>,
): Answer & { replayOf?: string } {
  const isGet = request.method === 'GET';
  const text = isGet ? request.query.toString() : request.body.toString('utf8');
  const key = request.method === 'POST' ? cause.idempotencyKey : null;
  const now = state.world.now();
  return state.perform(cause, () => {
    const known = key === null ? undefined : state.replays.find(key, request.path, text, now);
    if (known) return { status: known.status, body: known.body, replayOf: known.request };
    const answer = answerOf(state, found, parseForm(new URLSearchParams(text)));
    if (key !== null) state.replays.keep(key, request.path, text, { ...answer, request: cause.id }, now);
    return answer;
  });
}

/** Answers one call of Stripe's API. */
export function handleApi(state: StripeState, secretKey: string, request: WireRequest): WireResponse {
  const id = newId('req');
  const key = request.headers['idempotency-key'] ?? null;
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'request-id': id,
    'stripe-version': Stripe.API_VERSION,
    ...(key && { 'idempotency-key': key }),
  };
  try {
    checkKey(request.headers.authorization, secretKey);
    checkVersion(request.headers['stripe-version']);
    const found = match(request.method, request.path);
    const { status, body, replayOf } = perform(state, found, request, { id, idempotencyKey: key });
    if (replayOf) Object.assign(headers, { 'idempotent-replayed': 'true', 'original-request': replayOf });
    return { status, headers, body };
  } catch (error) {
    const failure =
      error instanceof StripeFailure
        ? error
        : new StripeFailure(500, 'api_error', error instanceof Error ? error.message : String(error));
    return { status: failure.status, headers, body: errorBody(failure) };
  }
}
