import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { type WorkerRow, workers } from '#core/contract/workers.ts';
import { Refusal } from '#lib/stage.ts';

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

const daysOfMonth = 30;
const names = Object.keys(prices) as [Priced, ...Priced[]];
const consumption = z.partialRecord(z.enum(names), z.number());

/** The last line of `npm run simulate -- growth`: what so many days of so many people, links and cars took, by what it grows with. */
const grown = z.object({
  people: z.number().positive(),
  cars: z.number().positive(),
  links: z.number().positive(),
  days: z.number().positive(),
  consumption: z.object({ people: consumption, links: consumption, cars: consumption, clock: consumption }),
});
export type Grown = z.infer<typeof grown>;

/** @throws Refusal where the file does not end with such a line */
export function readGrown(path: string): Grown {
  try {
    const last = readFileSync(path, 'utf8').trim().split('\n').at(-1)!;
    return grown.parse(JSON.parse(last));
  } catch {
    throw new Refusal(`${path} does not end with the figures of "npm run simulate -- growth".`);
  }
}

/** A month of so many people, links asked every hour and cars, each part in proportion to what it grows with. */
export function monthOf(
  { people, cars, links, days, consumption: of }: Grown,
  size: { people: number; cars: number; links: number },
): Consumption {
  const months = daysOfMonth / days;
  return addUp([
    [of.people, (months * size.people) / people],
    [of.links, (months * size.links) / links],
    [of.cars, (months * size.cars) / cars],
    [of.clock, months],
    [heldOfThousandCars, size.cars / 1_000],
    [{ people: 1 }, size.people],
  ]);
}

/** Of a month in which nobody comes, what the simulation has not counted: what stands there, and the queues' polls. */
export function standing({
  alarms = 0,
  dashboards = 0,
  secrets = 0,
  queueRequests = 0,
}: Consumption): Consumption {
  return { alarms, dashboards, secrets, queueRequests };
}

const amountText = (amount: number) =>
  amount >= 100 ? Math.round(amount).toLocaleString('en') : amount.toPrecision(2);

/** A line for each thing that is paid for, the dearest first, their sum, and one JSON object as the last line. */
export function costReport(consumption: Consumption): string[] {
  const rows = (Object.entries(consumption) as [Priced, number][])
    .filter(([, amount]) => amount > 0)
    .map(([name, amount]) => ({ name, amount, usd: costOf(name, amount) }))
    .sort((a, b) => b.usd - a.usd);
  const sum = rows.reduce((total, { usd }) => total + usd, 0);
  const lines = rows.map(({ name, amount, usd }) => {
    const { unit, free } = prices[name];
    const ofFree = free > 0 ? `, ${free.toLocaleString('en')} free` : '';
    return `${usd.toFixed(2).padStart(9)}  ${amountText(amount)} ${unit}${ofFree}`;
  });
  const usdByName = Object.fromEntries(rows.map(({ name, usd }) => [name, Number(usd.toFixed(2))]));
  return [
    'US dollars a month',
    ...lines,
    `${sum.toFixed(2).padStart(9)}  in all`,
    JSON.stringify({ usd: Number(sum.toFixed(2)), ...usdByName }),
  ];
}
