import { readFileSync } from 'node:fs';

// The local cloud can move domain time; in the cloud this file is never set.
function offsetMs(): number {
  const file = process.env.BILFUND_CLOCK_FILE;
  if (!file) return 0;
  try {
    return Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    return 0;
  }
}

/** Domain time. Token and signature checks use real time instead. */
export const clock = { now: () => new Date(Date.now() + offsetMs()) };
