import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Ten years: no date of ours means anything farther away. */
const maxOffsetMs = 10 * 365 * 86_400_000;
const isReachable = (offsetMs: number) => Math.abs(offsetMs) <= maxOffsetMs;

/** @throws RangeError for an offset that the clock cannot have */
export function requireReachable(offsetMs: number): void {
  if (!isReachable(offsetMs)) throw new RangeError('The clock goes ten years ahead of the machine at most.');
}

/**
 * Domain time: the machine's clock plus an offset in milliseconds that people may move, kept in a file, from which functions
 * may read it. Tokens, signatures and visibility timeouts keep to the machine's clock.
 */
export class DomainClock {
  readonly file: string;
  #offsetMs: number;

  constructor(file: string) {
    this.file = file;
    mkdirSync(dirname(file), { recursive: true });
    this.#offsetMs = existsSync(file) ? readOffset(file) : 0;
    this.#write();
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  /** @throws RangeError for what `requireReachable` refuses */
  setOffset(offsetMs: number): void {
    requireReachable(offsetMs);
    this.#offsetMs = Math.round(offsetMs);
    this.#write();
  }

  // Renamed into place: a function never reads half a number.
  #write(): void {
    writeFileSync(`${this.file}.new`, String(this.#offsetMs));
    renameSync(`${this.file}.new`, this.file);
  }
}

/** What was kept; a file that somebody else wrote into counts as no offset. */
function readOffset(file: string): number {
  const offsetMs = Number(readFileSync(file, 'utf8'));
  return isReachable(offsetMs) ? offsetMs : 0;
}
