import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Makes a file that only this user reads: passwords' hashes, codes and signing keys lie in them. SQLite gives its log the
 * same rights; what an earlier run left with others gets them now.
 */
export function keepPrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600);
}

/**
 * A small database file for one service. The write-ahead log reaches the operating system with every commit, so that a
 * killed process loses nothing; only a power cut could.
 */
export function openState(path: string, schema: string): DatabaseSync {
  if (path !== ':memory:') {
    mkdirSync(dirname(path), { recursive: true });
    keepPrivate(path);
  }
  const database = new DatabaseSync(path);
  database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 2000;');
  database.exec(schema);
  return database;
}

/** Runs `work` in one transaction. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('begin immediate');
  try {
    const result = work();
    database.exec('commit');
    return result;
  } catch (error) {
    // SQLite ends a transaction by itself when the disk is full.
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}
