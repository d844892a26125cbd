import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { type MetricName, metricNamespace, stageDimension } from '#core/contract/metrics.ts';
import type { Stage } from '../stage.ts';

export const fiveMinutes = Duration.minutes(5);

type Asked = { period?: Duration; statistic?: string; dimensions?: Record<string, string> };

/** What AWS counts of a service. */
export const figure = (
  namespace: string,
  metricName: string,
  { period = fiveMinutes, statistic = 'Sum', dimensions = {} }: Asked = {},
): IMetric => new Metric({ namespace, metricName, dimensionsMap: dimensions, statistic, period });

/** What functions of this stage count themselves (functions/platform/log.ts). */
export const ownFigure =
  (stage: Stage) =>
  (name: MetricName, { dimensions, ...asked }: Asked = {}): IMetric =>
    figure(metricNamespace, name, { ...asked, dimensions: { [stageDimension]: stage, ...dimensions } });

/** The least that a queue held in a quarter of an hour: who empties it does not come. */
export const leftIn = (queue: IQueue): IMetric =>
  queue.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(15), statistic: 'Minimum' });

export const depthOf = (queue: IQueue): IMetric =>
  queue.metricApproximateNumberOfMessagesVisible({ period: fiveMinutes });

/**
 * Several figures as one; an alarm takes ten at most. What never happened reports nothing and counts as 0.
 * `weights` multiplies each by its own.
 */
export function combined(
  label: string,
  by: 'SUM' | 'MAX',
  figures: readonly IMetric[],
  { period = fiveMinutes, weights }: { period?: Duration; weights?: readonly string[] } = {},
): IMetric {
  if (figures.length > 10) throw new Error(`${label}: an alarm takes ten figures, not ${figures.length}`);
  const parts = figures.map((_, i) => `FILL(m${i}, 0)${weights ? ` ${weights[i]}` : ''}`);
  return new MathExpression({
    label,
    expression: `${by}([${parts.join(', ')}])`,
    usingMetrics: Object.fromEntries(figures.map((one, i) => [`m${i}`, one])),
    period,
  });
}
