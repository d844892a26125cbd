/**
 * List prices of AWS in eu-north-1 in US dollars, without tax and rounded, written down in November 2026 without asking AWS's
 * price list. They change: AWS's own pages and its calculator are what counts. `free` is what an account has free of charge each month for good.
 */
export type Price = { usd: number; per: number; free: number; unit: string };

export const prices = {
  lambdaArm: { usd: 0.0000133334, per: 1, free: 400_000, unit: 'GB-seconds of functions on arm64' },
  lambdaX86: { usd: 0.0000166667, per: 1, free: 0, unit: 'GB-seconds of functions on x86-64' },
  invocations: { usd: 0.2, per: 1_000_000, free: 1_000_000, unit: 'calls of functions' },
  queueRequests: { usd: 0.4, per: 1_000_000, free: 1_000_000, unit: 'requests of queues' },
  tableReads: { usd: 0.134, per: 1_000_000, free: 0, unit: 'reads of the table' },
  tableWrites: { usd: 0.67, per: 1_000_000, free: 0, unit: 'writes of the table' },
  tableGb: { usd: 0.27, per: 1, free: 25, unit: 'GB in the table' },
  recoveryGb: { usd: 0.215, per: 1, free: 0, unit: 'GB kept for the restore to a point in time' },
  apiRequests: { usd: 1.05, per: 1_000_000, free: 0, unit: 'requests of the API' },
  siteRequests: { usd: 0.9, per: 1_000_000, free: 10_000_000, unit: 'requests of the site' },
  siteGb: { usd: 0.085, per: 1, free: 1_000, unit: 'GB sent to browsers' },
  socketMinutes: { usd: 0.285, per: 1_000_000, free: 0, unit: 'minutes of open sockets' },
  objectGb: { usd: 0.023, per: 1, free: 0, unit: 'GB in buckets' },
  objectWrites: { usd: 5, per: 1_000_000, free: 0, unit: 'writes to buckets' },
  logGb: { usd: 0.51, per: 1, free: 5, unit: 'GB of logs' },
  alarms: { usd: 0.1, per: 1, free: 10, unit: 'metrics under alarm' },
  metrics: { usd: 0.3, per: 1, free: 10, unit: 'metrics of our own' },
  dashboards: { usd: 3, per: 1, free: 3, unit: 'dashboards' },
  secrets: { usd: 0.4, per: 1, free: 0, unit: 'secrets' },
  mails: { usd: 0.1, per: 1_000, free: 0, unit: 'mails' },
  people: { usd: 0.0055, per: 1, free: 10_000, unit: 'people who sign in' },
} as const satisfies Record<string, Price>;

export type Priced = keyof typeof prices;

/** What an amount of something costs in a month, in US dollars. */
export function costOf(name: Priced, amount: number): number {
  const { usd, per, free } = prices[name];
  return (Math.max(0, amount - free) / per) * usd;
}
