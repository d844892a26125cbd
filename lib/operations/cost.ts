import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { type WorkerRow, workers } from '#core/contract/workers.ts';
import { repositoryRoot } from '#lib/build/output.ts';
import { Refusal } from '#lib/program-options.ts';
import {
  carIndexStackNameOf,
  dataStackNameOf,
  readStage,
  readStageFile,
  stackNameOf,
  stages,
} from '#lib/stage.ts';

/**
 * AWS list prices in eu-north-1 in US dollars, without tax and rounded, noted in November 2026, unless `read` says otherwise. They
 * change: AWS's own pages and calculator are authoritative. `free` is each account's permanent monthly free tier.
 */
export type Price = {
  usd: number;
  per: number;
  free: number;
  unit: string;
  /** Lower prices from an amount on. */
  from?: readonly (readonly [amount: number, usd: number])[];
  /** Where and when a price was read that is not of the list above. */
  read?: string;
};

/** The day on which prices were read in stored pages, for want of the price list of eu-north-1. */
const day = '29 November 2026';

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
  siteGb: {
    ...{ usd: 0.085, per: 1, free: 1_000, unit: 'GB sent to browsers' },
    from: [
      [10_000, 0.08],
      [50_000, 0.06],
      [150_000, 0.04],
      [500_000, 0.03],
    ],
    read: `AWS's page of CloudFront's prices, Europe, ${day}`,
  },
  socketMinutes: { usd: 0.285, per: 1_000_000, free: 0, unit: 'minutes of open sockets' },
  objectGb: { usd: 0.023, per: 1, free: 0, unit: 'GB in buckets' },
  objectWrites: { usd: 5, per: 1_000_000, free: 0, unit: 'writes to buckets' },
  logGb: { usd: 0.51, per: 1, free: 5, unit: 'GB of logs' },
  alarms: { usd: 0.1, per: 1, free: 10, unit: 'metrics under alarm' },
  metrics: { usd: 0.3, per: 1, free: 10, unit: 'metrics of our own' },
  dashboards: { usd: 3, per: 1, free: 3, unit: 'dashboards' },
  secrets: { usd: 0.4, per: 1, free: 0, unit: 'secrets' },
  mails: { usd: 0.1, per: 1_000, free: 0, unit: 'mails' },
  // Of Cognito's plan Lite. Its lower prices for more people were not found.
  people: { usd: 0.0055, per: 1, free: 10_000, unit: 'people who sign in' },
  busEvents: {
    ...{ usd: 1, per: 1_000_000, free: 0, unit: 'events on the bus' },
    read: `us-east-1, as of March 2026, ${day}; that of eu-north-1 was not found`,
  },
  keyRequests: {
    ...{ usd: 0.03, per: 10_000, free: 20_000, unit: 'requests of keys' },
    read: `AWS's page of KMS (the free ones) and a list of March 2026, ${day}`,
  },
  searchNodeHours: {
    ...{ usd: 0.178, per: 1, free: 0, unit: 'hours of r7g.large.search' },
    read: `us-east-1, ${day}; that of eu-north-1 was not found`,
  },
  searchGb: {
    ...{ usd: 0.122, per: 1, free: 0, unit: 'GB of OpenSearch' },
    read: `us-east-1, ${day}; that of eu-north-1 was not found`,
  },
} as const satisfies Record<string, Price>;

export type Priced = keyof typeof prices;

export function costOf(name: Priced, amount: number): number {
  const { usd, per, free, from = [] }: Price = prices[name];
  const bands = [[free, usd] as const, ...from];
  return bands.reduce((sum, [start, price], n) => {
    const end = bands[n + 1]?.[0] ?? Number.POSITIVE_INFINITY;
    return sum + (Math.max(0, Math.min(amount, end) - start) / per) * price;
  }, 0);
}

export type Consumption = Partial<Record<Priced, number>>;

type Resource = {
  Type: string;
  Properties?: {
    Metrics?: { MetricStat?: unknown }[];
    ClusterConfig?: { InstanceCount: number; InstanceType: string };
    EBSOptions?: { VolumeSize: number };
  };
};
export type StackTemplate = { Resources: Readonly<Record<string, Resource>> };

const hoursOfMonth = 730;
const minutesOfMonth = hoursOfMonth * 60;
const callsOfMonth = {
  minute: minutesOfMonth,
  '15 minutes': minutesOfMonth / 15,
  hour: hoursOfMonth,
  day: hoursOfMonth / 24,
};
/** Lambda keeps five long polls of twenty seconds on each queue, whether it has messages or not. */
const pollsOfMonth = 5 * 3 * minutesOfMonth;

/** So many r7g.large.search each costs: the price doubles with each size. */
const sizesOfNode: Readonly<Record<string, number>> = { large: 1, xlarge: 2, '2xlarge': 4, '4xlarge': 8 };

/** The domain that answers the list, if there is one. @throws Refusal for a type of node of which no price is noted */
function ofSearch(resources: readonly Resource[]): Consumption {
  const { Properties } = resources.find(({ Type }) => Type === 'AWS::OpenSearchService::Domain') ?? {};
  if (!Properties?.ClusterConfig) return {};
  const { InstanceCount, InstanceType } = Properties.ClusterConfig;
  const [family, size = ''] = InstanceType.split('.');
  const count = family === 'r7g' ? sizesOfNode[size] : undefined;
  if (count === undefined)
    throw new Refusal(`No price of ${InstanceType} is noted in lib/operations/cost.ts.`);
  return {
    searchNodeHours: InstanceCount * count * hoursOfMonth,
    searchGb: InstanceCount * (Properties.EBSOptions?.VolumeSize ?? 0),
  };
}

/** DynamoDB asks for the table's key anew for a caller who has been idle for so long. */
const keyMinutes = 5;

/** Seconds that a scheduled function runs without work, and what it then reads of the table. */
const idleSeconds = 0.1;
const idleReads = 8;

const defaultMemoryMb = 256;
const gbSeconds = (row: WorkerRow, seconds: number) => ((row.memoryMb ?? defaultMemoryMb) / 1024) * seconds;

/** A month without visitors: storage, alarms, and scheduled functions and polls. */
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
    // An expression over metrics costs nothing itself.
    alarms: alarms.reduce((sum, { Properties: { Metrics = [] } = {} }) => {
      const metrics = Metrics.filter(({ MetricStat }) => MetricStat !== undefined);
      return sum + Math.max(1, metrics.length);
    }, 0),
    dashboards: count('AWS::CloudWatch::Dashboard'),
    secrets: count('AWS::SecretsManager::Secret'),
    invocations: calls,
    lambdaArm: scheduled.reduce((sum, one) => sum + one.calls * gbSeconds(one.row, idleSeconds), 0),
    queueRequests: queues * pollsOfMonth,
    keyRequests: scheduled.reduce((sum, one) => sum + Math.min(one.calls, minutesOfMonth / keyMinutes), 0),
    ...ofSearch(all),
    tableReads: calls * idleReads,
    tableGb: 0.1,
    recoveryGb: 0.1,
    objectGb: 1,
    logGb: (calls * 700) / 1e9,
  };
}

/** Seconds to read the plates on one car's photos. */
export const plateSeconds = 4;

/** The photos of one new car: a dozen files in two sizes. */
export const ofOneCarsPhotos = { objectWrites: 12, objectGb: 0.0005 } as const satisfies Consumption;

/** One import of forty new cars, measured on one machine and rounded up. */
export const ofOneImport: Consumption = {
  // A visit of 75 seconds, and forty cars' plates at four seconds each.
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

/** What one visit of the site downloads without a function: the app once, forty photos, five minutes of a socket. */
export const ofOneVisitsSite: Consumption = { siteRequests: 90, siteGb: 0.004, socketMinutes: 5 };

/** One visit of the site, with thirty API requests. */
export const ofOneVisit: Consumption = {
  ...ofOneVisitsSite,
  apiRequests: 30,
  invocations: 31,
  lambdaArm: 30 * 0.25 * 0.05,
  tableReads: 60,
  tableWrites: 5,
  logGb: 0.00002,
};

export const heldOfThousandCars: Consumption = { objectGb: 0.5, tableGb: 0.01, recoveryGb: 0.01 };

/**
 * A month of a thousand cars in the catalog, without visitors: rated every hour and written to snapshots four times an hour
 * (`npm run bench -- revalue` and `npm run bench -- list`, at 100,000 cars of which one in fifty changes an hour; rounded
 * up).
 */
export const ofThousandCars: Consumption = {
  // Each hour the cars that changed, moved or are due in the week are read; each day the whole index; four times a month a
  // new model changes two ratings in three.
  tableReads: 730 * 80 + 30 * 160 + 4 * 1_500,
  tableWrites: 730 * 5 * 12 + 4 * 670 * 12,
  lambdaArm: 2 * (726 * 0.25 + 4 * 3) + 2 * 2_920 * 0.05,
  objectWrites: 730 * 0.3 + 2_920 * 0.2,
  ...heldOfThousandCars,
};

/** A month of one hourly search: two pages with hardly a new car. Ads that it opens again (decision 5) cost up to as much again. */
export const ofOneSearch: Consumption = {
  lambdaX86: 730 * 2 * 20,
  invocations: 730 * 3,
  queueRequests: 730 * 10,
  tableReads: 730 * 120,
  tableWrites: 730 * 15,
  logGb: 730 * 0.000005,
};

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

/**
 * The last line of `npm run simulate -- growth`: the consumption of so many days, people, links and cars, by what it grows
 * with.
 */
const grown = z.object({
  people: z.number().positive(),
  cars: z.number().positive(),
  links: z.number().positive(),
  days: z.number().positive(),
  consumption: z.object({ people: consumption, links: consumption, cars: consumption, clock: consumption }),
});
export type Grown = z.infer<typeof grown>;

/** @throws Refusal when the file does not end with such a line */
export function readGrown(path: string): Grown {
  try {
    const last = readFileSync(path, 'utf8').trim().split('\n').at(-1)!;
    return grown.parse(JSON.parse(last));
  } catch {
    throw new Refusal(`${path} does not end with the figures of "npm run simulate -- growth".`);
  }
}

/** A month of so many people, hourly links and cars, each part in proportion. */
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

/** The idle costs that the simulation does not count: storage, alarms, and polls. */
export function standing({
  alarms = 0,
  dashboards = 0,
  secrets = 0,
  queueRequests = 0,
  keyRequests = 0,
  searchNodeHours = 0,
  searchGb = 0,
}: Consumption): Consumption {
  return { alarms, dashboards, secrets, queueRequests, keyRequests, searchNodeHours, searchGb };
}

const amountText = (amount: number) =>
  amount >= 100 ? Math.round(amount).toLocaleString('en') : amount.toPrecision(2);

/** A line per charged item, the most expensive first, their sum, and one JSON object as the last line. */
export function costReport(consumption: Consumption): string[] {
  const rows = (Object.entries(consumption) as [Priced, number][])
    .filter(([, amount]) => amount > 0)
    .map(([name, amount]) => ({ name, amount, usd: costOf(name, amount) }))
    .sort((a, b) => b.usd - a.usd);
  const sum = rows.reduce((total, { usd }) => total + usd, 0);
  const lines = rows.map(({ name, amount, usd }) => {
    const { unit, free, read }: Price = prices[name];
    const ofFree = free > 0 ? `, ${free.toLocaleString('en')} free` : '';
    const from = read ? ` (price: ${read})` : '';
    return `${usd.toFixed(2).padStart(9)}  ${amountText(amount)} ${unit}${ofFree}${from}`;
  });
  const usdByName = Object.fromEntries(rows.map(({ name, usd }) => [name, Number(usd.toFixed(2))]));
  return [
    'US dollars a month',
    ...lines,
    `${sum.toFixed(2).padStart(9)}  in all`,
    JSON.stringify({ usd: Number(sum.toFixed(2)), ...usdByName }),
  ];
}

const help = `Says what a month of a stage costs at AWS, by list prices.

  npm run ops -- cost --stage prod                                  a month in which nobody comes
  npm run ops -- cost --stage prod --imports 2000 --visits 30000    a month with imports of forty cars, and visits
  npm run ops -- cost --stage prod --cars 100000 --searches 500     a month of a catalog, and of links asked every hour
  npm run ops -- cost --stage prod --grown growth.txt --people 100000 --cars 1000000 --searches 10000    by what a simulation counted

  --stage NAME     ${stages.join(' or ')}
  --imports N      imports by hand
  --visits N       visits of the site
  --people N       people who sign in
  --searches N     links and filters that are asked every hour, however many people follow them
  --cars N         cars in the catalog
  --grown FILE     what "npm run simulate -- growth" said, scaled to these people, searches and cars in the place of rough figures
  --help           this text

It counts what stands in the templates that "npm run synth" wrote. Stripe, the register and a domain are not in it.
`;

function wholeNumber(name: string, given: string): number {
  if (!/^\d{1,9}$/.test(given)) throw new Refusal(`--${name} is "${given}" but must be a whole number.`);
  return Number(given);
}

function readOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        stage: { type: 'string' },
        imports: { type: 'string', default: '0' },
        visits: { type: 'string', default: '0' },
        people: { type: 'string', default: '0' },
        searches: { type: 'string', default: '0' },
        cars: { type: 'string', default: '0' },
        grown: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    throw new Refusal(
      `${error instanceof Error ? error.message : error}\n"npm run ops -- cost --help" lists the options.`,
    );
  }
}

export function run(words: string[]): void {
  const options = readOptions(words);
  if (options.help) {
    console.info(help);
    return;
  }
  const stage = readStage(options.stage);
  const names = [stackNameOf(stage), dataStackNameOf(stage)];
  if (readStageFile(stage).carIndex) names.push(carIndexStackNameOf(stage));
  const templates = names.map((name) => {
    const path = join(repositoryRoot, 'cdk.out', `${name}.template.json`);
    if (!existsSync(path))
      throw new Refusal(`There is no template of ${name} yet: npm run synth -- -c stage=${stage}`);
    return JSON.parse(readFileSync(path, 'utf8')) as StackTemplate;
  });
  const idle = idleConsumption({
    Resources: Object.assign({}, ...templates.map(({ Resources }) => Resources)),
  });
  const links = wholeNumber('searches', options.searches);
  const size = { people: wholeNumber('people', options.people), cars: wholeNumber('cars', options.cars) };
  if (options.grown) {
    const month = monthOf(readGrown(options.grown), { ...size, links });
    for (const line of costReport(
      addUp([
        [standing(idle), 1],
        [month, 1],
      ]),
    ))
      console.info(line);
    return;
  }
  const consumption = addUp([
    [idle, 1],
    [ofOneImport, wholeNumber('imports', options.imports)],
    [ofOneVisit, wholeNumber('visits', options.visits)],
    [{ people: 1 }, size.people],
    [ofOneSearch, links],
    [ofThousandCars, size.cars / 1_000],
  ]);
  for (const line of costReport(consumption)) console.info(line);
}
