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

async function checkPayer(userId: string): Promise<'repaired' | 'right' | 'gone'> {
  const customerId = await getCustomerId(userId);
  if (customerId === null) return 'gone';
  const outcome = await withPayments((payments) => syncPlan(payments, { userId, customerId }));
  await markChecked(userId, clock.now().toISOString());
  return outcome === 'changed' ? 'repaired' : 'right';
}

/** Compares every plan with what Stripe's objects say, whoever was checked longest ago first, and repairs it. */
export async function reconcilePayments(): Promise<Report> {
  const startedMs = Date.now();
  const payers = await listPayers();
  const report: Report = { checked: 0, repaired: 0, failed: 0, left: payers.length };
  const check = async (userId: string) => {
    try {
      if ((await checkPayer(userId)) === 'repaired') {
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
  return report;
}
