import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Domain time: the machine's clock plus an offset that people may move. Functions read the offset from the file that
 * BILFUND_CLOCK_FILE names. Tokens, signatures and visibility timeouts keep to the machine's clock.
 */
export class DomainClock {
  readonly file: string;
  #offsetMs: number;

  constructor(file: string) {
    this.file = file;
    mkdirSync(dirname(file), { recursive: true });
    this.#offsetMs = existsSync(file) ? Number(readFileSync(file, 'utf8')) || 0 : 0;
    this.#write();
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  setOffset(offsetMs: number): void {
    this.#offsetMs = Math.round(offsetMs);
    this.#write();
  }

  // Renamed into place: a function never reads half a number.
  #write(): void {
    writeFileSync(`${this.file}.new`, String(this.#offsetMs));
    renameSync(`${this.file}.new`, this.file);
  }
}
