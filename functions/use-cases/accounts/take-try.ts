import type { RateLimit, TryLimits } from '#core/account/rate-limits.ts';
import { Failure } from '#core/failure.ts';
import { takePermit } from '#functions/_adapters/dynamodb/permits.ts';

/** Who tries: an address, and the browser by what makes it known, or null. */
export type Trier = { email: string; address: string; known: string | null };

async function hasTaken(limit: RateLimit, subject: string): Promise<boolean> {
  try {
    await takePermit(limit, subject);
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === 'too_many_requests') return false;
    throw error;
  }
}

/** Takes one try for an e-mail. @throws Failure 429 */
export async function takeTry(limits: TryLimits, { email, address, known }: Trier): Promise<void> {
  if (known !== null) return takePermit(limits.known, `${email}\n${known}`);
  const pair = `${email}\n${address}`;
  if (limits.address) {
    if (await hasTaken(limits.address.fresh, pair)) return;
    await takePermit(limits.address.share, pair);
  }
  await takePermit(limits.strangers, email);
}
