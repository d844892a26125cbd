import { countMetric, log } from '#functions/platform/log.ts';
import { type Report, reconcilePayments } from './plan.ts';

/** Runs every night: makes every plan match Stripe's objects, whatever events were lost or refused. */
export async function reconcilePaymentsWorker(): Promise<Report> {
  const report = await reconcilePayments();
  log.info('plans were compared with Stripe', report);
  countMetric('PlansChecked', report.checked);
  countMetric('PlansRepaired', report.repaired);
  countMetric('PlansUnchecked', report.failed + report.left);
  return report;
}
