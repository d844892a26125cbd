/**
 * A CloudWatch metric in the embedded format: one log line, no call, no client. CloudWatch adds nothing up over dimensions,
 * so that it is counted without them as well: alarms look at the sum.
 */
export function countMetric(name: string, value: number, dimensions: Record<string, string> = {}): void {
  const names = Object.keys(dimensions);
  process.stdout.write(
    `${JSON.stringify({
      _aws: {
        Timestamp: Date.now(),
        CloudWatchMetrics: [
          {
            Namespace: 'Bilfund',
            Dimensions: names.length > 0 ? [[], names] : [[]],
            Metrics: [{ Name: name, Unit: 'Count' }],
          },
        ],
      },
      ...dimensions,
      [name]: value,
    })}\n`,
  );
}
