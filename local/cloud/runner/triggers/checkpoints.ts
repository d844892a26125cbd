import type { DatabaseSync } from 'node:sqlite';
import { openState } from '../../wire/state.ts';

const schema = `
create table if not exists checkpoints(mapping text not null, shard text not null, sequence text not null, primary key(mapping, shard));
create table if not exists deliveries(id integer primary key autoincrement, target text not null, payload text not null);`;

export type Delivery = { id: number; target: string; payload: string };

/** What the runner has promised to do and must still know after it was killed. */
export class RunnerState {
  readonly #database: DatabaseSync;

  constructor(path: string) {
    this.#database = openState(path, schema);
  }

  close(): void {
    this.#database.close();
  }

  checkpoint(mapping: string, shard: string): string | undefined {
    const row = this.#database
      .prepare('select sequence from checkpoints where mapping = ? and shard = ?')
      .get(mapping, shard);
    return row && String(row.sequence);
  }

  setCheckpoint(mapping: string, shard: string, sequence: string): void {
    if (!this.#database.isOpen) return;
    this.#database.prepare('insert or replace into checkpoints values(?,?,?)').run(mapping, shard, sequence);
  }

  addDelivery(target: string, payload: string): Delivery {
    const { lastInsertRowid } = this.#database
      .prepare('insert into deliveries(target, payload) values(?,?)')
      .run(target, payload);
    return { id: Number(lastInsertRowid), target, payload };
  }

  pendingDeliveries(): Delivery[] {
    return this.#database.prepare('select * from deliveries order by id').all() as unknown as Delivery[];
  }

  removeDelivery(id: number): void {
    if (this.#database.isOpen) this.#database.prepare('delete from deliveries where id = ?').run(id);
  }
}
