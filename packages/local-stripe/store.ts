import { createHash, randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLTagStore } from 'node:sqlite';
import type Stripe from 'stripe';
import {
  badRequest,
  type FormGroup,
  noSuch,
  type Parameters,
  paging,
  readParameters,
  type Shape,
  StripeFailure,
} from './wire.ts';

/** The objects that are kept, by the name their `object` field carries. */
export type Kinds = {
  'billing_portal.session': Stripe.BillingPortal.Session;
  charge: Stripe.Charge;
  'checkout.session': Stripe.Checkout.Session;
  coupon: Stripe.Coupon;
  customer: Stripe.Customer;
  dispute: Stripe.Dispute;
  event: Stripe.EventBase;
  invoice: Stripe.Invoice;
  invoice_payment: Stripe.InvoicePayment;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  price: Stripe.Price;
  product: Stripe.Product;
  promotion_code: Stripe.PromotionCode;
  refund: Stripe.Refund;
  subscription: Stripe.Subscription;
};
export type Kind = keyof Kinds;
export type AnyObject = Kinds[Kind];

const schema = `
create table if not exists objects(
  sequence integer primary key autoincrement, id text not null unique, kind text not null, body text not null,
  hidden text not null default '{}',
  customer text generated always as (json_extract(body, '$.customer')) virtual);
create index if not exists objects_by_kind on objects(kind, sequence);
create index if not exists objects_by_customer on objects(kind, customer, sequence);
create index if not exists payments_by_invoice on objects(json_extract(body, '$.invoice')) where kind = 'invoice_payment';
create table if not exists due(id text primary key, at integer not null);
create index if not exists due_at on due(at);`;

/** "cus_" and 14 characters: long enough never to meet, of Stripe's form. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('base64url').replaceAll(/[-_]/g, '').slice(0, 14).padEnd(14, '0')}`;
}

/** The file is for this user alone. A killed process loses nothing that was committed; only a power cut could. */
export function openDatabase(path: string): DatabaseSync {
  if (path !== ':memory:') {
    mkdirSync(dirname(path), { recursive: true });
    closeSync(openSync(path, 'a', 0o600));
  }
  const database = new DatabaseSync(path);
  database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 2000;');
  return database;
}

type Names<S extends string> = S extends `${infer First} ${infer Rest}` ? First | Names<Rest> : S;
/** Fields that are always empty here, by their names with blanks between them. */
export const nulls = <S extends string>(names: S): Record<Names<S>, null> =>
  Object.fromEntries(names.split(' ').map((name) => [name, null])) as Record<Names<S>, null>;

/** Stripe's objects on disk, newest first wherever there are several. `hidden` is what Stripe keeps to itself. */
export class ObjectStore {
  readonly #database: DatabaseSync;
  readonly #sql: SQLTagStore;
  readonly #dueOf: (object: AnyObject) => number | null;

  /** `dueOf` tells when an object changes by itself (epoch seconds), null when it does not. */
  constructor(database: DatabaseSync, dueOf: (object: AnyObject) => number | null) {
    this.#database = database;
    this.#dueOf = dueOf;
    database.exec(schema);
    this.#sql = database.createTagStore();
  }

  transact<T>(work: () => T): T {
    return this.#within('commit', work);
  }

  /** Runs `work` to see what it would give, and takes everything back. */
  rehearse<T>(work: () => T): T {
    return this.#within('rollback', work);
  }

  #within<T>(end: 'commit' | 'rollback', work: () => T): T {
    this.#database.exec('begin immediate');
    try {
      const result = work();
      this.#database.exec(end);
      return result;
    } catch (error) {
      // SQLite ends a transaction by itself when the disk is full.
      if (this.#database.isTransaction) this.#database.exec('rollback');
      throw error;
    }
  }

  insert<T extends AnyObject>(object: T, hidden: object = {}): T {
    const [body, memory] = [JSON.stringify(object), JSON.stringify(hidden)];
    this.#sql
      .run`insert into objects(id, kind, body, hidden) values(${object.id}, ${object.object}, ${body}, ${memory})`;
    this.#noteDue(object);
    return object;
  }

  save<T extends AnyObject>(object: T): T {
    this.#sql.run`update objects set body = ${JSON.stringify(object)} where id = ${object.id}`;
    this.#noteDue(object);
    return object;
  }

  #noteDue(object: AnyObject): void {
    const at = this.#dueOf(object);
    if (at === null) this.#sql.run`delete from due where id = ${object.id}`;
    else this.#sql.run`insert or replace into due(id, at) values(${object.id}, ${at})`;
  }

  /** What falls due first, up to a moment. */
  firstDue(until: number): { at: number; object: AnyObject } | undefined {
    const row = this.#sql.get`select due.at, body from due join objects using(id) where due.at <= ${until}
      order by due.at, sequence limit 1`;
    return row && { at: Number(row.at), object: JSON.parse(String(row.body)) as AnyObject };
  }

  remove(id: string): void {
    this.#sql.run`delete from due where id = ${id}`;
    this.#sql.run`delete from objects where id = ${id}`;
  }

  /** Any object by its id. */
  byId(id: string): AnyObject | undefined {
    const row = this.#sql.get`select body from objects where id = ${id}`;
    return row && (JSON.parse(String(row.body)) as AnyObject);
  }

  find<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    const object = this.byId(id);
    return object?.object === kind ? (object as Kinds[K]) : undefined;
  }

  /** Throws Stripe's "No such …" when it is not there. */
  get<K extends Kind>(kind: K, id: string, param?: string): Kinds[K] {
    const object = this.find(kind, id);
    if (!object) throw noSuch(kind, id, param);
    return object;
  }

  hidden<T extends object>(id: string): Partial<T> {
    const row = this.#sql.get`select hidden from objects where id = ${id}`;
    return row ? (JSON.parse(String(row.hidden)) as Partial<T>) : {};
  }

  setHidden(id: string, hidden: object): void {
    this.#sql.run`update objects set hidden = ${JSON.stringify(hidden)} where id = ${id}`;
  }

  /** All objects of a kind, of one customer when asked, newest first. */
  all<K extends Kind>(
    kind: K,
    fits: (object: Kinds[K]) => boolean = () => true,
    customer?: string,
  ): Kinds[K][] {
    const rows =
      customer === undefined
        ? this.#sql.all`select body from objects where kind = ${kind} order by sequence desc`
        : this.#sql
            .all`select body from objects where kind = ${kind} and customer = ${customer} order by sequence desc`;
    return rows.map(({ body }) => JSON.parse(String(body)) as Kinds[K]).filter(fits);
  }

  /** The payments of an invoice, newest first. */
  paymentsOf(invoice: string): Stripe.InvoicePayment[] {
    const rows = this.#sql.all`select body from objects where kind = 'invoice_payment'
      and json_extract(body, '$.invoice') = ${invoice} order by sequence desc`;
    return rows.map(({ body }) => JSON.parse(String(body)) as Stripe.InvoicePayment);
  }
}

/** What tells domain time: a clock that tests and people move. */
export type Clock = { now(): Date };

/** What every operation works with. */
export type World = {
  store: ObjectStore;
  /** Epoch seconds of domain time, or of the moment that is being lived through. */
  now(): number;
  /** Where this server is reached, for the addresses that it hands out. */
  origin(): string;
  /** Notes an event; it is sent to the webhook once the request's transaction is through. */
  emit(type: string, object: AnyObject, previous?: object): void;
  /** Whose shop it is, as invoices, bank statements and pages say it. */
  shopName: string;
};

/** How the account stands on bank statements, and what its invoices' numbers begin with: "KIM'S BIKES". */
export const shortNameOf = ({ shopName }: World): string => shopName.toUpperCase();

/** Saves an object after a change and notes the event, with what was there before as Stripe tells it. */
export function change<T extends AnyObject>(world: World, type: string, before: T, patch: Partial<T>): T {
  const after = { ...before, ...patch };
  const previous: Record<string, unknown> = {};
  for (const name of Object.keys(patch) as (keyof T & string)[]) {
    if (JSON.stringify(before[name]) !== JSON.stringify(after[name])) previous[name] = before[name] ?? null;
  }
  world.store.save(after);
  if (Object.keys(previous).length > 0) world.emit(type, after, previous);
  return after;
}

const replaySchema = `create table if not exists replays(
  key text primary key, endpoint text not null, digest text not null, status integer not null, body text not null,
  request text not null, at integer not null);
create index if not exists replays_at on replays(at);`;
const keptSeconds = 24 * 3600;

export type Replay = { body: string; request: string };

/** Answers by idempotency key: the same request gets the same answer and nothing happens twice. */
export class Replays {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    database.exec(replaySchema);
  }

  /** The answer that was given for this key; throws when the key was used for another request. */
  find(key: string, endpoint: string, body: string, now: number): Replay | undefined {
    this.#database.prepare('delete from replays where at < ?').run(now - keptSeconds);
    const row = this.#database.prepare('select * from replays where key = ?').get(key);
    if (!row) return undefined;
    if (row.endpoint === endpoint && row.digest === digestOf(body))
      return { body: String(row.body), request: String(row.request) };
    const words = `Keys for idempotent requests can only be used with the same endpoint and parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
    throw new StripeFailure(400, 'idempotency_error', words);
  }

  keep(key: string, endpoint: string, body: string, answer: Replay, now: number): void {
    this.#database
      .prepare('insert into replays values(?,?,?,200,?,?,?)')
      .run(key, endpoint, digestOf(body), answer.body, answer.request, now);
  }
}

const digestOf = (body: string): string => createHash('sha256').update(body).digest('hex');

/** One call of the API: reads what was sent, does its work, gives the answer. Runs within one transaction. */
export type Route = (world: World, sent: FormGroup, id: string) => object;
/** Routes by "POST /v1/customers/{id}". */
export type Routes = Readonly<Record<string, Route>>;

/** A route with its parameters; `id` is the path's, empty where it has none. */
export function route<S extends Shape>(
  shape: S,
  run: (world: World, input: Parameters<S>, id: string) => object,
): Route {
  return (world, sent, id) => run(world, readParameters(shape, sent), id);
}

type Page = { limit?: number | undefined; starting_after?: string | undefined };

/** A page of a kind's objects with Stripe's cursors, newest first, as every list answers. */
export function listPage<K extends Kind>(
  { store }: World,
  kind: K,
  { limit = 10, starting_after: after }: Page,
  fits: (object: Kinds[K]) => boolean = () => true,
  customer?: string,
): object {
  if (limit < 1 || limit > 100) {
    const words = 'Invalid integer: limit must be from 1 to 100.';
    throw badRequest(words, 'limit', 'parameter_invalid_integer');
  }
  if (after !== undefined) store.get(kind, after, 'starting_after');
  const fitting = store.all(kind, fits, customer);
  const rest = fitting.slice(fitting.findIndex(({ id }) => id === after) + 1);
  const url = `/v1/${kind.replace('.', '/')}s`;
  return { object: 'list', data: rest.slice(0, limit), has_more: rest.length > limit, url };
}

/** Whether an object has every value of these that was asked for. */
export const hasAll = <T extends object>(
  object: T,
  asked: { [Field in keyof T]?: T[Field] | undefined },
): boolean =>
  Object.entries(asked).every(([name, value]) => value === undefined || object[name as keyof T] === value);

/** Lists a kind's objects by values that a request may ask for. */
export const listOf = (kind: Kind, sought: Shape): Route =>
  route({ ...paging, ...sought }, (world, input) => {
    const { limit, starting_after, ...asked } = input as Page & { customer?: string };
    return listPage(world, kind, { limit, starting_after }, (one) => hasAll(one, asked), asked.customer);
  });

/** Reads one object by its id. */
export const retrieve = (kind: Kind): Route => route({}, (world, _, id) => world.store.get(kind, id));

/** A field that an object only carries when it is asked for; undefined where it has no such field. */
type Included = (kind: unknown, field: string, id: string) => unknown;
type Plain = Record<string, unknown>;

/**
 * Replaces the ids at a path in an answer by their objects: `latest_invoice.payments`, `data.latest_charge`. `data` is a
 * list, each of whose objects is looked at.
 */
export function expand(store: ObjectStore, answer: object, path: string, included: Included): void {
  let holders = [answer as Plain];
  for (const field of path.split('.')) {
    holders = holders.flatMap((holder) => {
      const value = field in holder ? holder[field] : included(holder.object, field, String(holder.id));
      if (value === null) return [];
      const found = typeof value === 'string' ? store.byId(value) : value;
      if (typeof found !== 'object')
        throw badRequest(`This property cannot be expanded (${path}).`, 'expand');
      holder[field] = found;
      return Array.isArray(found) ? (found as Plain[]) : [found as Plain];
    });
  }
}
