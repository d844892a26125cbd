import { countMetric, log } from '#functions/platform/log.ts';
import { type Report, reconcilePayments } from './plan.ts';

/** Runs every night: whatever events were lost or refused, the plan becomes what Stripe's objects say. */
export async function reconcilePaymentsWorker(): Promise<Report> {
  const report = await reconcilePayments();
  log.info('plans were compared with Stripe', report);
  countMetric('PlansChecked', report.checked);
  countMetric('PlansRepaired', report.repaired);
  countMetric('PlansUnchecked', report.failed + report.left);
  return report;
}
