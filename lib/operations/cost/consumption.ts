import { type WorkerRow, workers } from '#core/contract/workers.ts';
import type { Priced } from './prices.ts';

/** How much of what is paid for. */
export type Consumption = Partial<Record<Priced, number>>;

type Resource = { Type: string; Properties?: { Metrics?: { MetricStat?: unknown }[] } };
export type StackTemplate = { Resources: Readonly<Record<string, Resource>> };

const hoursOfMonth = 730;
const minutesOfMonth = hoursOfMonth * 60;
const callsOfMonth = {
  minute: minutesOfMonth,
  '15 minutes': minutesOfMonth / 15,
  hour: hoursOfMonth,
  day: hoursOfMonth / 24,
};
/** Lambda asks each queue by five long polls of twenty seconds, whether anything is in it or not. */
const pollsOfMonth = 5 * 3 * minutesOfMonth;

/** Seconds that a scheduled function takes when it finds nothing to do, and what it reads of the table then. */
const idleSeconds = 0.1;
const idleReads = 8;

const defaultMemoryMb = 256;
const gbSeconds = (row: WorkerRow, seconds: number) => ((row.memoryMb ?? defaultMemoryMb) / 1024) * seconds;

/** A month in which nobody comes: what stands there, and what asks by itself whether there is anything to do. */
export function idleConsumption({ Resources }: StackTemplate): Consumption {
  const all = Object.values(Resources);
  const count = (type: string) => all.filter(({ Type }) => Type === type).length;
  const alarms = all.filter(({ Type }) => Type === 'AWS::CloudWatch::Alarm');
  const rows = Object.values<WorkerRow>(workers);
  const scheduled = rows.flatMap((row) =>
    row.trigger.kind === 'schedule' ? [{ row, calls: callsOfMonth[row.trigger.every] }] : [],
  );
  const queues = rows.filter(({ trigger }) => trigger.kind === 'queue').length;
  const calls = scheduled.reduce((sum, one) => sum + one.calls, 0);
  return {
    // An expression over metrics costs nothing by itself.
    alarms: alarms.reduce((sum, { Properties: { Metrics = [] } = {} }) => {
      const metrics = Metrics.filter(({ MetricStat }) => MetricStat !== undefined);
      return sum + Math.max(1, metrics.length);
    }, 0),
    dashboards: count('AWS::CloudWatch::Dashboard'),
    secrets: count('AWS::SecretsManager::Secret'),
    invocations: calls,
    lambdaArm: scheduled.reduce((sum, one) => sum + one.calls * gbSeconds(one.row, idleSeconds), 0),
    queueRequests: queues * pollsOfMonth,
    tableReads: calls * idleReads,
    tableGb: 0.1,
    recoveryGb: 0.1,
    objectGb: 1,
    logGb: (calls * 700) / 1e9,
  };
}

/** Seconds of reading the plate of one car's photos. */
export const plateSeconds = 4;

/** The photos of one new car: a dozen files of two sizes. */
export const ofOneCarsPhotos = { objectWrites: 12, objectGb: 0.0005 } as const satisfies Consumption;

/** What one import of forty new cars takes, measured on one machine and rounded up. */
export const ofOneImport: Consumption = {
  // A visit of 75 seconds, forty plates read in four seconds each.
  lambdaX86: 2 * 75 + 40 * 2 * plateSeconds,
  lambdaArm: 40,
  invocations: 60,
  queueRequests: 250,
  tableWrites: 40 * 25,
  tableReads: 40 * 20,
  objectWrites: 40 * ofOneCarsPhotos.objectWrites,
  objectGb: 40 * ofOneCarsPhotos.objectGb,
  tableGb: 0.0004,
  logGb: 0.0002,
};

/** What reaches a browser in one visit without a function: the app once, forty photos, five minutes of a socket. */
export const ofOneVisitsSite: Consumption = { siteRequests: 90, siteGb: 0.004, socketMinutes: 5 };

/** What one visit of the site takes: that, and thirty questions to the API. */
export const ofOneVisit: Consumption = {
  ...ofOneVisitsSite,
  apiRequests: 30,
  invocations: 31,
  lambdaArm: 30 * 0.25 * 0.05,
  tableReads: 60,
  tableWrites: 5,
  logGb: 0.00002,
};

/** What a thousand cars of the catalog hold, with their photos. */
export const heldOfThousandCars: Consumption = { objectGb: 0.5, tableGb: 0.01, recoveryGb: 0.01 };

/**
 * What a thousand cars of the catalog take in a month, whoever comes: rated again every hour and written for the list four
 * times an hour (`npm run bench -- revalue`, `bench:list`, at 100,000 cars of which one in fifty changes an hour; rounded up).
 */
export const ofThousandCars: Consumption = {
  // An hour: what changed, moved or has its turn of the week is read; a day: the whole index, once; four times a month a new
  // valuation moves two cars in three.
  tableReads: 730 * 80 + 30 * 160 + 4 * 1_500,
  tableWrites: 730 * 5 * 12 + 4 * 670 * 12,
  lambdaArm: 2 * (726 * 0.25 + 4 * 3) + 2 * 2_920 * 0.05,
  objectWrites: 730 * 0.3 + 2_920 * 0.2,
  ...heldOfThousandCars,
};

/** What one link or filter that is asked every hour takes in a month: two pages of which hardly a car is new. */
export const ofOneSearch: Consumption = {
  lambdaX86: 730 * 2 * 20,
  invocations: 730 * 3,
  queueRequests: 730 * 10,
  tableReads: 730 * 120,
  tableWrites: 730 * 15,
  logGb: 730 * 0.000005,
};

/** One after the other, each so often. */
export function addUp(parts: readonly (readonly [Consumption, times: number])[]): Consumption {
  const sum: Consumption = {};
  for (const [part, times] of parts)
    for (const [name, amount] of Object.entries(part) as [Priced, number][])
      sum[name] = (sum[name] ?? 0) + amount * times;
  return sum;
}
