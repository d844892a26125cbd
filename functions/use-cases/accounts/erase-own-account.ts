import { passwordTries } from '#core/account/rate-limits.ts';
import { Failure } from '#core/failure.ts';
import { usageMonth } from '#core/plan/usage-period.ts';
import { readAccount } from '#functions/_adapters/account-record.ts';
import { markErased } from '#functions/_adapters/dynamodb/erasures.ts';
import { getCustomerId } from '#functions/_adapters/dynamodb/payers.ts';
import { getScrapesUsed } from '#functions/_adapters/dynamodb/people.ts';
import { takePermit } from '#functions/_adapters/dynamodb/permits.ts';
import { forgetPasswordMark, keepErasedUsage } from '#functions/_adapters/dynamodb/sign-in-marks.ts';
import { signIn } from '#functions/_adapters/pool-sessions.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log } from '#functions/_runtime/log.ts';
import { takeErasureSteps } from './take-erasure-steps.ts';

/** Whoever found the screen unlocked does not erase an account. Returns its e-mail. @throws Failure 403, 429 */
async function requirePassword(userId: string, password: string): Promise<string> {
  const account = await readAccount(userId);
  if (!account) throw new Failure(401, 'not_authenticated', 'User not authenticated');
  await takePermit(passwordTries.known, `${account.email}\n${userId}`);
  try {
    await signIn(account.email, password);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'wrong_credentials') throw error;
    // Not a 401: the session is good, and the browser must not end it.
    throw new Failure(403, 'wrong_credentials', 'Incorrect password.');
  }
  return account.email;
}

/** Erases the account of a person who knows its password. @throws Failure 401, 403, 429 */
export async function eraseOwnAccount(userId: string, password: string): Promise<void> {
  const email = await requirePassword(userId, password);
  const customerId = await getCustomerId(userId);
  const erasure = { userId, customerId, erasedAt: clock.now().toISOString() };
  await markErased(erasure);
  // The mark above keeps more from being used; what is erased below is not known any more.
  const month = usageMonth(clock.now());
  await keepErasedUsage(email, month, await getScrapesUsed(userId, month));
  // What fails now is done by the hourly job: the mark is set, and the person need not wait.
  await forgetPasswordMark(email).catch((error) => log.failure('password mark not forgotten', error));
  const isDone = await takeErasureSteps(erasure);
  log.info('an account was erased', { isDone });
}
