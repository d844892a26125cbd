import type { DatabaseSync } from 'node:sqlite';
import Stripe from 'stripe';
import { portalRoutes } from './billing-portal.ts';
import { catalogRoutes } from './catalog.ts';
import { sessionRoutes } from './checkout.ts';
import { customerRoutes } from './customers.ts';
import type { WireRequest, WireResponse } from './http.ts';
import { invoiceRoutes } from './invoices.ts';
import { paymentRoutes } from './payments.ts';
import {
  type Clock,
  expand,
  newId,
  ObjectStore,
  openDatabase,
  type Replay,
  Replays,
  type Route,
  type Routes,
  type World,
} from './store.ts';
import { dueOf } from './subscription-object.ts';
import { stepOn, subscriptionRoutes } from './subscriptions.ts';
import { type Cause, DeliveryStore, eventOf, eventRoutes } from './webhooks.ts';
import { list, parseForm, StripeFailure, text as texts } from './wire.ts';

type StateOptions = {
  /** The database file, or ":memory:". */
  path: string;
  clock: Clock;
  origin(): string;
  shopName?: string;
  /** Told each event's id and type within the transaction that makes it; undefined where no webhook is. */
  onEvent?: (event: string, type: string) => void;
};

/** Everything that the local Stripe knows, in one database: a request happens as a whole or not at all. */
export class StripeState {
  readonly world: World;
  readonly replays: Replays;
  readonly deliveries: DeliveryStore;
  readonly #database: DatabaseSync;
  readonly #clock: Clock;
  /** While something is caught up on, the moment at which it was due. */
  #pinned: number | undefined;
  #cause: Cause = null;

  constructor(options: StateOptions) {
    this.#database = openDatabase(options.path);
    this.#clock = options.clock;
    const store = new ObjectStore(this.#database, dueOf);
    this.deliveries = new DeliveryStore(this.#database);
    this.replays = new Replays(this.#database);
    this.world = {
      store,
      now: () => this.#pinned ?? Math.floor(this.#clock.now().getTime() / 1000),
      origin: options.origin,
      shopName: options.shopName ?? 'Test shop',
      emit: (type, object, previous) => {
        const plain = JSON.parse(JSON.stringify(object)) as typeof object;
        const isSent = options.onEvent !== undefined;
        const event = eventOf(type, plain, previous, {
          created: this.world.now(),
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

  /** Lives through everything that fell due up to now, in its order and each at its own moment. */
  catchUp(): void {
    const { store } = this.world;
    const now = this.world.now();
    store.transact(() => {
      for (let due = store.firstDue(now); due; due = store.firstDue(now)) {
        this.#pinned = due.at;
        try {
          stepOn(this.world, due.object);
        } finally {
          this.#pinned = undefined;
        }
      }
    });
  }

  close(): void {
    this.#database.close();
  }
}

const routes: Routes = {
  ...customerRoutes,
  ...catalogRoutes,
  ...sessionRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...paymentRoutes,
  ...portalRoutes,
  ...eventRoutes,
};

const patterns = Object.entries(routes).map(([operation, route]) => {
  const pattern = new RegExp(`^${operation.replace('{id}', '([^/]+)')}$`);
  return { operation, route, pattern };
});

function match({ method, path }: WireRequest): { operation: string; route: Route; id: string } | undefined {
  for (const { pattern, ...one } of patterns) {
    const found = pattern.exec(`${method} ${path}`);
    if (found) return { ...one, id: decodeURIComponent(found[1] ?? '') };
  }
  return undefined;
}

/** The name of a call, "POST /v1/customers/{id}"; what is no route is named as it came. */
export const operationOf = (request: WireRequest): string =>
  match(request)?.operation ?? `${request.method} ${request.path}`;

function checkKey(authorization: string | undefined, secretKey: string): void {
  if (authorization === `Bearer ${secretKey}`) return;
  throw new StripeFailure(401, 'invalid_request_error', 'Invalid API Key provided.');
}

/** An error as Stripe answers it. */
export const errorBody = ({ type, message, details }: StripeFailure): string =>
  JSON.stringify({ error: { type, message, ...details } }, null, 2);

/** What objects carry only on request: an invoice its payments. */
function included({ world }: StripeState, kind: unknown, field: string, id: string): unknown {
  if (kind !== 'invoice' || field !== 'payments') return undefined;
  const url = `/v1/invoice_payments?invoice=${id}`;
  return { object: 'list', data: world.store.paymentsOf(id), has_more: false, url };
}

/** One request within a transaction: everything it did with its events and its replay, or nothing. */
function perform(
  state: StripeState,
  request: WireRequest,
  cause: NonNullable<Cause>,
): Replay & { isReplayed?: boolean } {
  const found = match(request);
  if (!found) {
    const words = `Unrecognized request URL (${request.method}: ${request.path}).`;
    throw new StripeFailure(404, 'invalid_request_error', words);
  }
  const text = request.method === 'GET' ? request.query.toString() : request.body.toString('utf8');
  const key = request.method === 'POST' ? cause.idempotencyKey : null;
  const now = state.world.now();
  return state.perform(cause, () => {
    const known = key === null ? undefined : state.replays.find(key, request.path, text, now);
    if (known) return { ...known, isReplayed: true };
    const { expand: asked, ...sent } = parseForm(new URLSearchParams(text));
    const paths = asked === undefined ? [] : list(texts).read(asked, 'expand');
    const answer = structuredClone(found.route(state.world, sent, found.id));
    for (const path of paths) expand(state.world.store, answer, path, (...at) => included(state, ...at));
    const body = JSON.stringify(answer, null, 2);
    if (key !== null) state.replays.keep(key, request.path, text, { body, request: cause.id }, now);
    return { body, request: cause.id };
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
    const { body, isReplayed, request: original } = perform(state, request, { id, idempotencyKey: key });
    if (isReplayed) Object.assign(headers, { 'idempotent-replayed': 'true', 'original-request': original });
    return { status: 200, headers, body };
  } catch (error) {
    const failure =
      error instanceof StripeFailure
        ? error
        : new StripeFailure(500, 'api_error', error instanceof Error ? error.message : String(error));
    return { status: failure.status, headers, body: errorBody(failure) };
  }
}
