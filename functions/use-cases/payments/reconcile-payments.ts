import { readAccount } from '#functions/_adapters/account-record.ts';
import { markErased } from '#functions/_adapters/dynamodb/erasures.ts';
import { getCustomerId, listPayers, markChecked } from '#functions/_adapters/dynamodb/payers.ts';
import { withPayments } from '#functions/_adapters/stripe/payment-service.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { log, withLogContext } from '#functions/_runtime/log.ts';
import { syncPlan } from './sync-plan.ts';

/** Ends a minute before the function's own time: who is left over is first in line the next night. */
const budgetMs = 4 * 60_000;
/** People compared side by side: some fifteen calls a second, of the twenty-five that Stripe takes of a test account. */
const lanes = 4;

export type Report = { checked: number; repaired: number; failed: number; left: number };

/**
 * Accounts that their owners deleted at the pool, which anybody with a token of theirs can: they are erased here as well. Of
 * more than these in one night the pool is in doubt and not its people, and an operator looks first.
 */
const mostDeleted = 3;

async function checkPayer(userId: string): Promise<'repaired' | 'right' | 'gone' | 'deleted'> {
  const customerId = await getCustomerId(userId);
  if (customerId === null) return 'gone';
  if ((await readAccount(userId)) === null) return 'deleted';
  const outcome = await withPayments((payments) => syncPlan(payments, { userId, customerId }));
  await markChecked(userId, clock.now().toISOString());
  return outcome === 'changed' ? 'repaired' : 'right';
}

/** The hourly job takes the steps of what is marked here. */
async function eraseDeleted(userIds: readonly string[]): Promise<void> {
  if (userIds.length > mostDeleted)
    return log.error('the user pool knows many payers no more', { count: userIds.length });
  for (const userId of userIds) {
    const customerId = await getCustomerId(userId);
    await markErased({ userId, customerId, erasedAt: clock.now().toISOString() });
    log.info('an account that was deleted at the pool is erased');
  }
}

/** Compares every plan with what Stripe's objects say, whoever was checked longest ago first, and repairs it. */
export async function reconcilePayments(): Promise<Report> {
  const startedMs = Date.now();
  const payers = await listPayers();
  const report: Report = { checked: 0, repaired: 0, failed: 0, left: payers.length };
  const deleted: string[] = [];
  const check = async (userId: string) => {
    try {
      const outcome = await checkPayer(userId);
      if (outcome === 'deleted') deleted.push(userId);
      if (outcome === 'repaired') {
        report.repaired++;
        log.error('a plan differed from what Stripe holds and was repaired');
      }
      report.checked++;
    } catch (error) {
      report.failed++;
      log.failure('a plan could not be compared with Stripe', error);
    }
    report.left--;
  };
  const waiting = payers.values();
  const lane = async () => {
    for (const userId of waiting) {
      await withLogContext({ userId }, () => check(userId));
      if (Date.now() - startedMs > budgetMs) break;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  await eraseDeleted(deleted);
  return report;
}
