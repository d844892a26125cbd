import type { DatabaseSync } from 'node:sqlite';

const schema = `
create table if not exists deliveries(
  id integer primary key autoincrement, event text not null, state text not null default 'waiting',
  due_at integer not null, attempts integer not null default 0, answer text);
create index if not exists deliveries_due on deliveries(state, due_at);`;

export type DeliveryState = 'waiting' | 'delivered' | 'given_up';
export type Delivery = {
  id: number;
  event: string;
  state: DeliveryState;
  /** Epoch milliseconds of the machine's clock. */
  dueAt: number;
  attempts: number;
  /** What the endpoint said last: a status, or why it could not be reached. */
  answer: string | null;
};

type Row = {
  id: number;
  event: string;
  state: DeliveryState;
  due_at: number;
  attempts: number;
  answer: string | null;
};

const fromRow = ({ due_at: dueAt, ...row }: Row): Delivery => ({ ...row, dueAt });

/** Which events have yet to reach the webhook. They outlive the process: an event is sent until it is taken. */
export class DeliveryStore {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    database.exec(schema);
  }

  add(event: string, dueAt: number): void {
    this.#database.prepare('insert into deliveries(event, due_at) values(?,?)').run(event, dueAt);
  }

  waiting(): Delivery[] {
    return this.#read(`where state = 'waiting' order by due_at, id`);
  }

  /** The last ones, newest first. */
  recent(limit: number): Delivery[] {
    return this.#read('order by id desc limit ?', limit);
  }

  note(id: number, after: Pick<Delivery, 'state' | 'dueAt' | 'attempts' | 'answer'>): void {
    this.#database
      .prepare('update deliveries set state = ?, due_at = ?, attempts = ?, answer = ? where id = ?')
      .run(after.state, after.dueAt, after.attempts, after.answer, id);
  }

  /** Brings what waits nearer when domain time is moved. */
  advance(milliseconds: number): void {
    this.#database
      .prepare(`update deliveries set due_at = due_at - ? where state = 'waiting'`)
      .run(milliseconds);
  }

  #read(clause: string, ...values: number[]): Delivery[] {
    const rows = this.#database.prepare(`select * from deliveries ${clause}`).all(...values);
    return (rows as unknown as Row[]).map(fromRow);
  }
}
