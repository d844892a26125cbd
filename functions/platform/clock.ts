import { readFileSync } from 'node:fs';

/** Domain time. Token and signature checks never use it. */
export type Clock = { now(): Date };

// The local cloud lets people move domain time; in the cloud the file is never set.
function offsetMs(): number {
  const file = process.env.BILFUND_CLOCK_FILE;
  if (!file) return 0;
  try {
    return Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    return 0;
  }
}

export const clock: Clock = { now: () => new Date(Date.now() + offsetMs()) };
