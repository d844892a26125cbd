import type { RateLimit, TryLimits } from '#core/account/rate-limits.ts';
import { Failure } from '#core/failure.ts';
import { takePermit } from '#functions/_adapters/dynamodb/permits.ts';

/** Who tries: an address, and the browser by what makes it known; `device`: by having signed in. Null: it is not. */
export type Trier = { email: string; address: string; known: string | null; device: string | null };

async function hasTaken(limit: RateLimit, subject: string): Promise<boolean> {
  try {
    await takePermit(limit, subject);
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === 'too_many_requests') return false;
    throw error;
  }
}

async function takeOwn(limits: TryLimits, { email, address, known }: Trier): Promise<void> {
  if (known !== null) return takePermit(limits.known, `${email}\n${known}`);
  const pair = `${email}\n${address}`;
  if (limits.address) {
    if (await hasTaken(limits.address.fresh, pair)) return;
    await takePermit(limits.address.share, pair);
  }
  await takePermit(limits.strangers, email);
}

/** Takes one try for an e-mail. What is not heard for one bound uses up no other. @throws Failure 429 */
export async function takeTry(limits: TryLimits, trier: Trier): Promise<void> {
  await takeOwn(limits, trier);
  if (!limits.byDay) return;
  const { email, address, device } = trier;
  // Of a browser that signed in before, an account's day is its own: whoever guesses takes nothing from the owner.
  if (device !== null) return takePermit(limits.byDay.address, `${email}\n${device}`);
  await takePermit(limits.byDay.address, `${email}\n${address}`);
  await takePermit(limits.byDay.account, email);
}
