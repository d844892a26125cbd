import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { StripeFailure } from './stripe-failure.ts';

const schema = `create table if not exists replays(
  key text primary key, endpoint text not null, digest text not null, status integer not null, body text not null,
  request text not null, at integer not null);
create index if not exists replays_at on replays(at);`;
const keptSeconds = 24 * 3600;

export type Replay = { status: number; body: string; request: string };

function refuse(message: string): StripeFailure {
  return new StripeFailure(400, 'idempotency_error', message);
}

/** Answers by idempotency key: the same request gets the same answer and nothing happens twice. */
export class Replays {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    database.exec(schema);
  }

  /** The answer that was given for this key; throws when the key was used for another request. */
  find(key: string, endpoint: string, body: string, now: number): Replay | undefined {
    this.#database.prepare('delete from replays where at < ?').run(now - keptSeconds);
    const row = this.#database.prepare('select * from replays where key = ?').get(key);
    if (!row) return undefined;
    if (row.endpoint !== endpoint) {
      throw refuse(
        `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${endpoint}' vs '${row.endpoint}'). Try using a key other than '${key}' if you meant to execute a different request.`,
      );
    }
    if (row.digest !== digestOf(body)) {
      throw refuse(
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      );
    }
    return { status: Number(row.status), body: String(row.body), request: String(row.request) };
  }

  keep(key: string, endpoint: string, body: string, answer: Replay, now: number): void {
    this.#database
      .prepare('insert into replays values(?,?,?,?,?,?,?)')
      .run(key, endpoint, digestOf(body), answer.status, answer.body, answer.request, now);
  }
}

const digestOf = (body: string): string => createHash('sha256').update(body).digest('hex');
