import { passwordTries } from '#core/accounts/rate-limits.ts';
import { Failure } from '#core/failure.ts';
import { usageMonth } from '#core/payments/plan.ts';
import { getCustomerId } from '#functions/payments/store.ts';
import { withPayments } from '#functions/payments/stripe.ts';
import { clock } from '#functions/platform/clock.ts';
import { log } from '#functions/platform/log.ts';
import { forgetParkedOf } from '#functions/platform/parked-messages.ts';
import { deletePhotos, ownFolder } from '#functions/platform/photos.ts';
import { forgetPasswordMark, keepErasedUsage, takePermit } from './limits.ts';
import { deleteAccount, readAccount, signIn } from './pool.ts';
import {
  closeErasure,
  deleteAccountItems,
  type Erasure,
  getScrapesUsed,
  listErasures,
  markErased,
} from './store.ts';

/** Cancels the account's subscriptions and deletes its customer at Stripe. */
async function endPayments(customerId: string): Promise<void> {
  await withPayments(async (payments) => {
    const { open } = await payments.readCheckouts(customerId);
    for (const { id } of open) await payments.expireCheckout(id);
    await payments.deleteCustomer(customerId);
  });
}

async function deleteUser(userId: string): Promise<void> {
  try {
    await deleteAccount(userId);
  } catch (error) {
    if ((error as { code?: string }).code !== 'not_found') throw error;
  }
}

/**
 * Runs every step of a marked erasure. Each step is idempotent, and a failed one does not stop the others. True when all
 * succeeded.
 */
export async function takeErasureSteps({ userId, customerId }: Erasure): Promise<boolean> {
  const steps: [name: string, step: () => Promise<unknown>][] = [
    ['the user', () => deleteUser(userId)],
    ['the payments', async () => (customerId === null ? undefined : endPayments(customerId))],
    ['the photos', () => deletePhotos(ownFolder(userId))],
    ['the items', () => deleteAccountItems(userId)],
    ['the parked messages', () => forgetParkedOf(userId)],
  ];
  let isDone = true;
  for (const [name, step] of steps) {
    try {
      await step();
    } catch (error) {
      isDone = false;
      log.failure(`${name} of an erased account could not be erased`, error);
    }
  }
  return isDone;
}

/**
 * Asks for the password again, so that nobody can erase an account from an unlocked screen. Returns the account's e-mail.
 * @throws Failure 403, 429
 */
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

/** Erases the account of a person who gave its password. @throws Failure 401, 403, 429 */
export async function eraseOwnAccount(userId: string, password: string): Promise<void> {
  const email = await requirePassword(userId, password);
  const customerId = await getCustomerId(userId);
  const erasure = { userId, customerId, erasedAt: clock.now().toISOString() };
  await markErased(erasure);
  // Read before the steps below delete it; the mark above already blocks further imports.
  const month = usageMonth(clock.now());
  await keepErasedUsage(email, month, await getScrapesUsed(userId, month));
  // The hourly job repeats failed steps because the mark is set, so the person need not wait.
  await forgetPasswordMark(email).catch((error) => log.failure('password mark not forgotten', error));
  const isDone = await takeErasureSteps(erasure);
  log.info('an account was erased', { isDone });
}

/** After this long no token of the account is valid and no import of it runs, so nothing more is written. */
const lastLookMs = 2 * 3600_000;

/** Runs the steps of erasures that are still open, and closes each after its last run. */
export async function finishErasures(): Promise<void> {
  for (const erasure of await listErasures()) {
    const isDone = await takeErasureSteps(erasure);
    const ageMs = clock.now().getTime() - Date.parse(erasure.erasedAt);
    if (isDone && ageMs >= lastLookMs) await closeErasure(erasure.userId);
    else if (!isDone && ageMs >= lastLookMs)
      log.error('an erasure is late', { hours: Math.floor(ageMs / 3600_000) });
  }
}
