import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync, SQLTagStore } from 'node:sqlite';
import { ServiceError } from '../../wire/http.ts';
import { openState } from '../../wire/state.ts';

const schema = `
create table if not exists buckets(name text primary key);
create table if not exists objects(
  bucket text not null, key text not null, file text not null, size integer not null, etag text not null,
  headers text not null, modified_at integer not null, primary key(bucket, key));`;

/** Headers an object keeps and gives back: content-type, cache-control, content-encoding, x-amz-meta-*, checksums. */
export type ObjectHeaders = Record<string, string>;
export type StoredObject = {
  key: string;
  size: number;
  etag: string;
  headers: ObjectHeaders;
  modifiedAt: number;
};
export type ObjectWithBody = StoredObject & { body: Buffer };

/** An object that need not exist until somebody asks for it. `keep` stores it like any other. */
export type LazyObject = { body: Buffer; headers: ObjectHeaders; keep?: boolean };
export type LazySource = (bucket: string, key: string) => Promise<LazyObject | undefined>;

type Row = {
  bucket: string;
  key: string;
  file: string;
  size: number;
  etag: string;
  headers: string;
  modified_at: number;
};

const describe = (row: Row): StoredObject => ({
  key: row.key,
  size: row.size,
  etag: row.etag,
  headers: JSON.parse(row.headers) as ObjectHeaders,
  modifiedAt: row.modified_at,
});

/** Buckets on disk: bodies as files under names of their own, the index in a database. An object is whole or not there. */
export class ObjectStore {
  readonly #database: DatabaseSync;
  readonly #sql: SQLTagStore;
  readonly #folder: string;
  readonly #lazySources: LazySource[] = [];

  constructor(folder: string) {
    this.#folder = join(folder, 'bodies');
    mkdirSync(this.#folder, { recursive: true });
    this.#database = openState(join(folder, 'index.sqlite'), schema);
    this.#sql = this.#database.createTagStore();
  }

  close(): void {
    this.#database.close();
  }

  /** Asked, in the order they were added, for objects that are not stored. */
  addLazySource(source: LazySource): void {
    this.#lazySources.push(source);
  }

  createBucket(bucket: string): void {
    this.#sql.run`insert or ignore into buckets values(${bucket})`;
  }

  /** Throws NoSuchBucket. */
  checkBucket(bucket: string): void {
    if (this.#sql.get`select 1 from buckets where name = ${bucket}`) return;
    throw new ServiceError('NoSuchBucket', 'The specified bucket does not exist', 404);
  }

  async put(bucket: string, key: string, body: Buffer, headers: ObjectHeaders): Promise<StoredObject> {
    const file = randomUUID();
    const path = join(this.#folder, file);
    await writeFile(`${path}.part`, body);
    await rename(`${path}.part`, path);
    const former = this.#row(bucket, key);
    const etag = createHash('md5').update(body).digest('hex');
    const modifiedAt = Date.now();
    this.#sql.run`insert or replace into objects values(${bucket}, ${key}, ${file}, ${body.length}, ${etag},
      ${JSON.stringify(headers)}, ${modifiedAt})`;
    if (former) await rm(join(this.#folder, former.file), { force: true });
    return { key, size: body.length, etag, headers, modifiedAt };
  }

  head(bucket: string, key: string): StoredObject | undefined {
    const row = this.#row(bucket, key);
    return row && describe(row);
  }

  async get(bucket: string, key: string): Promise<ObjectWithBody | undefined> {
    const row = this.#row(bucket, key);
    if (row) return { ...describe(row), body: await readFile(join(this.#folder, row.file)) };
    for (const source of this.#lazySources) {
      const found = await source(bucket, key);
      if (!found) continue;
      if (found.keep)
        return { ...(await this.put(bucket, key, found.body, found.headers)), body: found.body };
      const etag = createHash('md5').update(found.body).digest('hex');
      const { body, headers } = found;
      return { key, size: body.length, etag, headers, modifiedAt: Date.now(), body };
    }
    return undefined;
  }

  async delete(bucket: string, key: string): Promise<void> {
    const row = this.#row(bucket, key);
    if (!row) return;
    this.#sql.run`delete from objects where bucket = ${bucket} and key = ${key}`;
    await rm(join(this.#folder, row.file), { force: true });
  }

  /** Keys in the order of their UTF-8 bytes, after `after`. */
  list(bucket: string, prefix: string, after: string, limit: number): StoredObject[] {
    const rows = this.#sql.all`select * from objects where bucket = ${bucket} and key > ${after}
      and substr(key, 1, ${[...prefix].length}) = ${prefix} order by key limit ${limit}`;
    return rows.map((row) => describe(row as unknown as Row));
  }

  #row(bucket: string, key: string): Row | undefined {
    return this.#sql.get`select * from objects where bucket = ${bucket} and key = ${key}` as Row | undefined;
  }
}
