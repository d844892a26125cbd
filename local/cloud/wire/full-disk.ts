import { pause } from './pause.ts';

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
