/** A CloudWatch metric in the embedded format: one log line, no call, no client. */
export function countMetric(name: string, value: number, dimensions: Record<string, string> = {}): void {
  process.stdout.write(
    `${JSON.stringify({
      _aws: {
        Timestamp: Date.now(),
        CloudWatchMetrics: [
          {
            Namespace: 'Bilfund',
            Dimensions: [Object.keys(dimensions)],
            Metrics: [{ Name: name, Unit: 'Count' }],
          },
        ],
      },
      ...dimensions,
      [name]: value,
    })}\n`,
  );
}
