import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';

/** Waits so long, or until everything is closed. */
export const pause = (milliseconds: number, closing: AbortSignal): Promise<void> =>
  setTimeout(milliseconds, undefined, { signal: closing }).catch(() => {});

/** SQLite's SQLITE_FULL, as `errcode` of node:sqlite's errors. */
const sqliteFull = 13;

/** True for a write that failed because there is no room left: of a file (ENOSPC, EDQUOT) or of a SQLite database. */
export function isDiskFull(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' || errcode === sqliteFull;
}

export const diskFullSentence =
  'The disk is full: nothing more can be stored in the data folder. Free some space; what waits goes on by itself.';

/** How somebody who must write waits for room. */
export type Patience = {
  /** Told `diskFullSentence` at every try that found no room. */
  tell(sentence: string): void;
  /** Ends the waiting when everything is closed. */
  closing: AbortSignal;
  waitMilliseconds?: number;
};

/**
 * Tries `write` until the disk has room for it.
 * @returns what `write` returned; undefined when everything was closed before there was room
 * @throws whatever else `write` throws
 */
export async function whenThereIsRoom<T>(
  write: () => T | Promise<T>,
  patience: Patience,
): Promise<T | undefined> {
  const { tell, closing, waitMilliseconds = 1000 } = patience;
  for (;;) {
    if (closing.aborted) return undefined;
    try {
      return await write();
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      tell(diskFullSentence);
    }
    await pause(waitMilliseconds, closing);
  }
}

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
