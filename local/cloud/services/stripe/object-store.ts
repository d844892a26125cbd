import { randomBytes } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type Stripe from 'stripe';
import { inTransaction } from '../../wire/state.ts';
import { badRequest, noSuch } from './wire/stripe-failure.ts';

/** The objects that are kept, by the name their `object` field carries. */
export type Kinds = {
  'billing_portal.configuration': Stripe.BillingPortal.Configuration;
  'billing_portal.session': Stripe.BillingPortal.Session;
  charge: Stripe.Charge;
  'checkout.session': Stripe.Checkout.Session;
  coupon: Stripe.Coupon;
  customer: Stripe.Customer;
  discount: Stripe.Discount;
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

export type Page<T> = { data: T[]; hasMore: boolean };
export type PageRequest = { limit?: number; starting_after?: string; ending_before?: string };
const maxPage = 100;

/** Stripe's objects on disk, newest first wherever there are several. `hidden` is what Stripe keeps to itself. */
export class ObjectStore {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #dueOf: (object: AnyObject) => number | null;

  /** `dueOf` tells when an object changes by itself (epoch seconds), null when it does not. */
  constructor(database: DatabaseSync, dueOf: (object: AnyObject) => number | null) {
    this.#database = database;
    this.#dueOf = dueOf;
    database.exec(schema);
  }

  transact<T>(work: () => T): T {
    return inTransaction(this.#database, work);
  }

  /** Runs `work` to see what it would give, and takes everything back. */
  rehearse<T>(work: () => T): T {
    this.#database.exec('begin immediate');
    try {
      return work();
    } finally {
      this.#database.exec('rollback');
    }
  }

  insert<T extends AnyObject>(object: T, hidden: object = {}): T {
    this.#sql('insert into objects(id, kind, body, hidden) values(?,?,?,?)').run(
      object.id,
      object.object,
      JSON.stringify(object),
      JSON.stringify(hidden),
    );
    this.#noteDue(object);
    return object;
  }

  save<T extends AnyObject>(object: T): T {
    this.#sql('update objects set body = ? where id = ?').run(JSON.stringify(object), object.id);
    this.#noteDue(object);
    return object;
  }

  #noteDue(object: AnyObject): void {
    const at = this.#dueOf(object);
    if (at === null) this.#sql('delete from due where id = ?').run(object.id);
    else this.#sql('insert or replace into due(id, at) values(?,?)').run(object.id, at);
  }

  /** What falls due first, up to a moment. */
  firstDue(until: number): { at: number; object: AnyObject } | undefined {
    const row = this.#sql(
      'select due.at, body from due join objects using(id) where due.at <= ? order by due.at, sequence limit 1',
    ).get(until);
    return row && { at: Number(row.at), object: JSON.parse(String(row.body)) as AnyObject };
  }

  remove(id: string): void {
    this.#sql('delete from due where id = ?').run(id);
    this.#sql('delete from objects where id = ?').run(id);
  }

  /** A prepared statement, made once. */
  #sql(text: string): StatementSync {
    const known = this.#statements.get(text);
    if (known) return known;
    const made = this.#database.prepare(text);
    this.#statements.set(text, made);
    return made;
  }

  /** Any object by its id. */
  byId(id: string): AnyObject | undefined {
    const row = this.#sql('select body from objects where id = ?').get(id);
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
    const row = this.#sql('select hidden from objects where id = ?').get(id);
    return row ? (JSON.parse(String(row.hidden)) as Partial<T>) : {};
  }

  setHidden(id: string, hidden: object): void {
    this.#sql('update objects set hidden = ? where id = ?').run(JSON.stringify(hidden), id);
  }

  /** All objects of a kind, of one customer when asked, newest first. */
  *each<K extends Kind>(kind: K, customer?: string): Generator<Kinds[K]> {
    const [where, values] = customer === undefined ? ['', [kind]] : [' and customer = ?', [kind, customer]];
    const sql = `select body from objects where kind = ?${where} order by sequence desc`;
    for (const row of this.#sql(sql).all(...values)) yield JSON.parse(String(row.body)) as Kinds[K];
  }

  all<K extends Kind>(
    kind: K,
    fits: (object: Kinds[K]) => boolean = () => true,
    customer?: string,
  ): Kinds[K][] {
    return [...this.each(kind, customer)].filter(fits);
  }

  /** The payments of an invoice, newest first. */
  paymentsOf(invoice: string): Stripe.InvoicePayment[] {
    const sql = `select body from objects where kind = 'invoice_payment' and json_extract(body, '$.invoice') = ? order by sequence desc`;
    return this.#sql(sql)
      .all(invoice)
      .map((row) => JSON.parse(String(row.body)) as Stripe.InvoicePayment);
  }

  /** One page of a list with Stripe's cursors. */
  page<K extends Kind>(
    kind: K,
    request: PageRequest,
    fits: (object: Kinds[K]) => boolean,
    customer?: string,
  ): Page<Kinds[K]> {
    const { limit = 10, starting_after: after, ending_before: before } = request;
    if (limit < 1 || limit > maxPage) {
      throw badRequest(
        `Invalid integer: limit must be from 1 to ${maxPage}.`,
        'limit',
        'parameter_invalid_integer',
      );
    }
    const cursor = after ?? before;
    if (cursor !== undefined)
      this.get(kind, cursor, after === undefined ? 'ending_before' : 'starting_after');
    const fitting = this.all(kind, fits, customer);
    const at = cursor === undefined ? -1 : fitting.findIndex((object) => object.id === cursor);
    if (before !== undefined) {
      const start = Math.max(0, at - limit);
      return { data: fitting.slice(start, at), hasMore: start > 0 };
    }
    const rest = fitting.slice(at + 1);
    return { data: rest.slice(0, limit), hasMore: rest.length > limit };
  }
}
