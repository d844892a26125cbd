import { type MetricName, metricNamespace, stageDimension } from '#core/contract/metrics.ts';
import { setting } from './env.ts';

export type CountedMetric = { name: MetricName; value: number; dimensions: Record<string, string> };

let relay: ((counted: CountedMetric) => void) | null = null;

/** Counts are handed on instead of being written: nobody reads the log of a process that runs outside the cloud. */
export function relayMetrics(to: (counted: CountedMetric) => void): void {
  relay = to;
}

/**
 * A CloudWatch metric in the embedded format: one log line, no call, no client. CloudWatch adds nothing up over dimensions,
 * so that it is counted for the stage alone as well: alarms look at that sum.
 */
export function countMetric(name: MetricName, value: number, dimensions: Record<string, string> = {}): void {
  if (relay) {
    relay({ name, value, dimensions });
    return;
  }
  const names = Object.keys(dimensions);
  const ofStage = [stageDimension];
  process.stdout.write(
    `${JSON.stringify({
      _aws: {
        Timestamp: Date.now(),
        CloudWatchMetrics: [
          {
            Namespace: metricNamespace,
            Dimensions: names.length > 0 ? [ofStage, [...ofStage, ...names]] : [ofStage],
            Metrics: [{ Name: name, Unit: 'Count' }],
          },
        ],
      },
      [stageDimension]: setting('STAGE') ?? 'none',
      ...dimensions,
      [name]: value,
    })}\n`,
  );
}
