const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

const plain: Readonly<Record<string, (values: readonly number[]) => number>> = {
  Sum: sum,
  Average: (values) => sum(values) / values.length,
  Minimum: (values) => Math.min(...values),
  Maximum: (values) => Math.max(...values),
  SampleCount: ({ length }) => length,
};

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
}

/**
 * What CloudWatch makes of the values of one period ("Sum", "p95"); null where there are none.
 * @throws for a statistic that is not modelled
 */
export function statisticOf(name: string, values: readonly number[]): number | null {
  const [, percent] = /^p(\d+(?:\.\d+)?)$/.exec(name) ?? [];
  const work = plain[name];
  if (!work && percent === undefined) throw new Error(`The statistic ${name} is not understood.`);
  if (values.length === 0) return null;
  return work ? work(values) : percentile(values, Number(percent) / 100);
}
