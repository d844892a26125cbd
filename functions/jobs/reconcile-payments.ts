import { log } from '#functions/_runtime/log.ts';
import { countMetric } from '#functions/_runtime/metrics.ts';
import { type Report, reconcilePayments } from '#functions/use-cases/payments/reconcile-payments.ts';

/** Runs every night: whatever events were lost or refused, the plan becomes what Stripe's objects say. */
export async function handler(): Promise<Report> {
  const report = await reconcilePayments();
  log.info('plans were compared with Stripe', report);
  countMetric('PlansChecked', report.checked);
  countMetric('PlansRepaired', report.repaired);
  countMetric('PlansUnchecked', report.failed + report.left);
  return report;
}
