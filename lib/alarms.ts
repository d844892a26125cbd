import { Duration, Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
  Metric,
  TextWidget,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type MetricName, metricNamespace, stageDimension } from '#core/contract/needs.ts';
import { isReadPlain, pageFailureClasses } from '#core/marketplaces/marketplace.ts';
import { marketplaces } from '#core/marketplaces/marketplaces.ts';
import type { QueueName } from './cloud.ts';
import { defaultTimeoutSeconds } from './function-factory.ts';
import { constructIdOf, workerFunctions } from './functions.ts';
import { functionNameOf, type Stage, type StageFile } from './stage.ts';

/** An alarm with its text for whoever receives it: the impact on people, and the first step. */
export type AlarmRow = {
  /** The alarm's name, also the heading of its section in docs/operations/alarms.md. */
  name: string;
  metric: IMetric;
  /** It fires at this value or above. */
  threshold: number;
  /** Consecutive periods; 1 if absent. */
  periods?: number;
  /** It fires when there are no data, instead of at a threshold. */
  whenSilent?: true;
  /** What people notice. */
  impact: string;
  /** What to look at first. */
  firstStep: string;
};

export const sectionOf = (name: string): string => `docs/operations/alarms.md#${name}`;

export const textOf = ({ name, impact, firstStep }: AlarmRow): string =>
  `${impact} First: ${firstStep} All of it: ${sectionOf(name)}`;

export type Watched = {
  own: ReturnType<typeof ownFigure>;
  httpApi: HttpApi;
  liveApiId: string;
  tableName: string;
  queues: Record<QueueName, IQueue>;
  hourly: IQueue;
  deadLetters: IQueue;
  streamFailures: IQueue;
  jobFailures: IQueue;
  functionName: (worker: string) => string;
};

export const fiveMinutes = Duration.minutes(5);

type Asked = { period?: Duration; statistic?: string; dimensions?: Record<string, string> };

export const figure = (
  namespace: string,
  metricName: string,
  { period = fiveMinutes, statistic = 'Sum', dimensions = {} }: Asked = {},
): IMetric => new Metric({ namespace, metricName, dimensionsMap: dimensions, statistic, period });

/** A metric that this stage's functions count themselves (functions/platform/log.ts). */
export const ownFigure =
  (stage: Stage) =>
  (name: MetricName, { dimensions, ...asked }: Asked = {}): IMetric =>
    figure(metricNamespace, name, { ...asked, dimensions: { [stageDimension]: stage, ...dimensions } });

/** The least number of messages in a queue within a quarter of an hour: above zero, nothing empties it. */
export const leftIn = (queue: IQueue): IMetric =>
  queue.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(15), statistic: 'Minimum' });

export const depthOf = (queue: IQueue): IMetric =>
  queue.metricApproximateNumberOfMessagesVisible({ period: fiveMinutes });

/**
 * The sum of several metrics; an alarm takes at most ten. A metric without data counts as 0. `weights` multiplies each by
 * its own.
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

const hour = Duration.hours(1);

/**
 * Service level objectives: the percentage that goes well in thirty days, and how many failures beyond the pace of a burn
 * sound its alarm, because one failure of a quiet night says nothing.
 */
export const objectives = {
  requests: { percent: 99.5, leastBeyond: 10 },
  imports: { percent: 95, leastBeyond: 5 },
} as const;

/**
 * Paces at which failures use up what an objective allows in thirty days: 2 % of it in an hour, 5 % in six hours
 * (Site Reliability Workbook, chapter 5).
 */
const burns = [
  { pace: 'fast', times: 14.4, period: hour, said: 'an hour' },
  { pace: 'slow', times: 6, period: Duration.hours(6), said: 'six hours' },
] as const;

/** What an objective counts: everything, and either what failed or what went well. */
type Counted = { all: IMetric } & ({ failed: IMetric } | { good: IMetric });

/** An objective's alarms. The number of failures beyond a pace is a sum, so a quiet hour divides by nothing. */
function burnAlarms(
  name: keyof typeof objectives,
  counted: (period: Duration) => Counted,
  { impact, firstStep }: { impact: (said: string) => string; firstStep: string },
): AlarmRow[] {
  const { percent, leastBeyond } = objectives[name];
  return burns.map(({ pace, times, period, said }) => {
    const figures = counted(period);
    const allowed = (times * (100 - percent)) / 100;
    const [other, weights] =
      'failed' in figures ? [figures.failed, [1, -allowed]] : [figures.good, [-1, 1 - allowed]];
    return {
      name: `${name}-burn-${pace}`,
      metric: combined(`Failures beyond ${allowed.toFixed(3)} of all`, 'SUM', [other, figures.all], {
        period,
        weights: weights.map((weight) => `* ${Number(weight.toFixed(3))}`),
      }),
      threshold: leastBeyond,
      impact: impact(said),
      firstStep,
    };
  });
}

/** Failures caused by a single ad or place say nothing about the marketplace. */
const refusals = pageFailureClasses.filter(
  (failure) =>
    failure !== 'listing_removed' &&
    failure !== 'location_not_recognised' &&
    failure !== 'search_not_understood' &&
    failure !== 'budget_spent',
);
const pipeline = ['scrape', 'identify', 'rate', 'notify', 'publish', 'fail-dead-letters'];

/** Alarms about imports and the table's stream. */
export const importAlarms = ({
  own,
  queues,
  hourly,
  deadLetters,
  streamFailures,
  functionName,
}: Watched): AlarmRow[] => [
  {
    name: 'given-up',
    // The queue is emptied every minute, too soon for its depth to be measured, so the worker that empties it counts.
    metric: own('DeadLetters'),
    threshold: 1,
    impact:
      'Messages failed five times: a car is missing from an import, or somebody was not told of something.',
    firstStep:
      'look in the log for "a message was given up" and, before it, "message failed", which names the reason.',
  },
  {
    name: 'given-up-left',
    metric: leftIn(deadLetters),
    threshold: 1,
    impact: 'Failed imports do not end: people see them as running, and they are not refunded.',
    firstStep:
      'look at the errors of the function fail-dead-letters, which should empty the queue every minute.',
  },
  {
    name: 'imports-wait',
    metric: combined(
      'Oldest message',
      'MAX',
      Object.values(queues).map((queue) =>
        queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(5) }),
      ),
    ),
    threshold: 45 * 60,
    impact: 'Imports or alerts have waited in a queue for 45 minutes.',
    firstStep:
      'see on the dashboard which queue is not emptied, then the throttles and errors of the function of that name.',
  },
  {
    name: 'searches-wait',
    metric: hourly.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(5) }),
    threshold: 2 * 3600,
    impact: 'Automated searches have waited for two hours: people are told of new cars late.',
    firstStep:
      'compare, in the log, "the hour’s automated searches were started" with VISITS_AT_ONCE, then see the errors of scrape and sweep.',
  },
  {
    name: 'marketplace-refuses',
    metric: combined(
      'Imports that the marketplace refused',
      'SUM',
      refusals.map((outcome) => own('ImportsEnded', { period: hour, dimensions: { outcome } })),
      { period: hour },
    ),
    threshold: 5,
    impact:
      'Imports fail: the marketplace answers slowly, not at all, or with something other than a list of cars.',
    firstStep: 'look in the log for "import ended" and its failure; open one of the links in a browser.',
  },
  ...burnAlarms(
    'imports',
    (period) => ({
      good: own('ImportsEnded', { period, dimensions: { outcome: 'completed' } }),
      all: own('ImportsEnded', { period }),
    }),
    {
      impact: (said) => `Within ${said} so many imports failed that the month’s objective is in danger.`,
      firstStep: 'look in the log for "import ended", and count its failures by kind and marketplace.',
    },
  ),
  {
    name: 'pages-changed',
    metric: own('PagesNotUnderstood', { period: hour }),
    threshold: 1,
    impact: 'Imports find nothing although the marketplace shows cars: it has changed its pages.',
    firstStep:
      'look in the log for "a page was not understood": it names what was on the page, without anything of a person.',
  },
  {
    name: 'register-silent',
    metric: own('RegisterFailed', { period: Duration.minutes(15) }),
    threshold: 10,
    impact:
      'New cars lack the vehicle register’s data; they are completed automatically once it answers again.',
    firstStep:
      'look in the log for "the register did not answer" and its reason: usually the key is missing or its subscription has ended.',
  },
  {
    name: 'workers-fail',
    metric: combined(
      'Workers that broke off',
      'SUM',
      pipeline.map((name) =>
        figure('AWS/Lambda', 'Errors', { dimensions: { FunctionName: functionName(name) } }),
      ),
    ),
    threshold: 5,
    impact: 'Functions of imports time out or crash: cars come late, and after five tries not at all.',
    firstStep:
      'look in the log for "Task timed out", "Runtime.ExitError" or a module that could not be loaded.',
  },
  {
    name: 'changes-late',
    metric: combined(
      'Age of the last change that was read, in minutes',
      'MAX',
      ['publish', 'index-cars'].map((name) =>
        figure('AWS/Lambda', 'IteratorAge', {
          statistic: 'Maximum',
          dimensions: { FunctionName: functionName(name) },
        }),
      ),
      { weights: ['/ 60000', '/ 60000'] },
    ),
    threshold: 15,
    impact:
      'Open pages and alerts follow a quarter of an hour late; changes older than an hour are left out.',
    firstStep: 'look at the throttles and errors of the functions publish and index-cars.',
  },
  {
    name: 'changes-unpublished',
    metric: depthOf(streamFailures),
    threshold: 1,
    impact: 'Open pages are not updated live, and some alerts are never sent.',
    firstStep: 'look in the log of the function publish for "a change was not published".',
  },
];

/** Functions whose work grows with the catalog and its people; visits end before their timeout by themselves. */
const growing = [
  'identify',
  'rate',
  'publish',
  'notify',
  'deliver-waiting',
  'sweep',
  'write-catalog',
  'dispatch-searches',
];
const seconds = (name: string): number =>
  workerFunctions.find((worker) => worker.name === name)?.row.timeoutSeconds ?? defaultTimeoutSeconds;

export const jobAlarms = ({ own, jobFailures, functionName }: Watched): AlarmRow[] => [
  {
    name: 'jobs-given-up',
    metric: depthOf(jobFailures),
    threshold: 1,
    impact:
      'A scheduled job failed three times or found no room in time: searches, alerts, ratings or erasures are late.',
    firstStep: 'look at the message in the queue JobFailures, then at the log of the function that it names.',
  },
  {
    name: 'near-timeout',
    metric: combined(
      'Share of its time that a function took',
      'MAX',
      growing.map((name) =>
        figure('AWS/Lambda', 'Duration', {
          statistic: 'Maximum',
          dimensions: { FunctionName: functionName(name) },
        }),
      ),
      { weights: growing.map((name) => `/ ${seconds(name) * 1000}`) },
    ),
    threshold: 0.95,
    periods: 2,
    impact: 'Nothing yet: a function is close to its timeout.',
    firstStep:
      'find the function by its Duration; raise its timeoutSeconds in core/contract/workers.ts, and deploy.',
  },
  {
    name: 'payments-unavailable',
    metric: own('PaymentsUnavailable', { period: Duration.minutes(15) }),
    threshold: 3,
    impact: 'Nobody can buy, switch or cancel a plan: Stripe does not answer, or refuses our key.',
    firstStep: 'look at status.stripe.com, and in the log for "the payment service did not answer".',
  },
  {
    name: 'plans-repaired',
    metric: own('PlansRepaired'),
    threshold: 1,
    impact:
      'Plans differed from Stripe: until now somebody had paid for nothing, or had a plan without paying.',
    firstStep: 'see in Stripe whether its events reach /api/payments/webhook.',
  },
  {
    name: 'plans-unchecked',
    metric: own('PlansUnchecked'),
    threshold: 1,
    impact: 'Plans were not compared with Stripe last night: differences are not repaired.',
    firstStep: 'look in the log of reconcile-payments for the reason.',
  },
];

// For the whole account, because AWS judges and suspends the account.
const rate = (name: string) => figure('AWS/SES', name, { period: hour, statistic: 'Average' });

export const mailAlarms = ({ own }: Watched): AlarmRow[] => [
  {
    name: 'alerts-given-up',
    metric: own('AlertsGivenUp'),
    threshold: 1,
    impact: 'A mail, push or webhook failed in five tries; the alert is still in the app.',
    firstStep: 'look in the log for "a channel did not deliver", which names the channel and the reason.',
  },
  {
    name: 'mail-bounces',
    metric: rate('Reputation.BounceRate'),
    threshold: 0.04,
    impact:
      'More than 4 % of mails bounce: at 5 % AWS reviews the account, at 10 % it stops all mails, sign-in codes too.',
    firstStep:
      'see in SES which addresses bounce; many new ones at once mean that somebody signs up strangers.',
  },
  {
    name: 'mail-complaints',
    metric: rate('Reputation.ComplaintRate'),
    threshold: 0.0008,
    impact:
      'Readers mark 0.08 % of mails as spam: at 0.1 % AWS reviews the account, at 0.5 % it stops all mails.',
    firstStep: 'see which kind of alert people complain about, and whether it was changed lately.',
  },
];

const quarter = Duration.minutes(15);

export const requestAlarms = ({ own, httpApi, liveApiId, tableName }: Watched): AlarmRow[] => {
  const ofTable = (name: string) => figure('AWS/DynamoDB', name, { dimensions: { TableName: tableName } });
  const ofLive = (name: string) => figure('AWS/ApiGateway', name, { dimensions: { ApiId: liveApiId } });
  return [
    {
      name: 'server-errors',
      metric: httpApi.metricServerError({ period: Duration.minutes(5), statistic: 'Sum' }),
      threshold: 10,
      impact: 'People see "something went wrong" instead of lists, pages or payments.',
      firstStep: 'look in the log for "request failed", which names the route and the reason.',
    },
    ...burnAlarms(
      'requests',
      (period) => ({
        failed: httpApi.metricServerError({ period, statistic: 'Sum' }),
        all: httpApi.metricCount({ period, statistic: 'Sum' }),
      }),
      {
        impact: (said) => `Within ${said} so many requests failed that the month’s objective is in danger.`,
        firstStep: 'look in the log for "request failed", and count it by route.',
      },
    ),
    {
      name: 'answers-slow',
      metric: httpApi.metricLatency({ period: quarter, statistic: 'p95' }),
      threshold: 5_000,
      periods: 2,
      impact: 'One request in twenty takes over five seconds.',
      firstStep:
        'see on the dashboard whether functions or the table are throttled; if not, check the last deployment.',
    },
    {
      name: 'origin-refused',
      metric: own('OriginRefused'),
      threshold: 100,
      impact:
        'If CloudFront sends another secret than the API expects, the site answers 403 to everybody; otherwise a stranger calls the API directly.',
      firstStep:
        'open the site. If it answers 403, deploy again, so that CloudFront gets the current secret.',
    },
    {
      name: 'live-errors',
      metric: combined('Errors of the live API', 'SUM', ['IntegrationError', 'ExecutionError'].map(ofLive)),
      threshold: 5,
      impact: 'Open pages are not updated live; they poll every minute instead.',
      firstStep: 'look in the log of live-connect, live-disconnect and live-message for errors.',
    },
    {
      name: 'table-throttles',
      // DynamoDB reports ThrottledRequests only per operation; for the table as a whole there are throttled reads and
      // writes.
      metric: combined(
        'Refused by the table',
        'SUM',
        ['ReadThrottleEvents', 'WriteThrottleEvents'].map(ofTable),
      ),
      threshold: 20,
      impact: 'Imports and saves are slow, and some requests fail.',
      firstStep: 'see in the table’s metrics whether reads or writes are refused, and by which index.',
    },
    {
      name: 'function-throttles',
      // Without dimensions: all functions of the account and region, which share one limit.
      metric: figure('AWS/Lambda', 'Throttles'),
      threshold: 50,
      impact:
        'Requests fail with 503 and imports take longer: the account has reached its concurrency limit.',
      firstStep:
        'compare ConcurrentExecutions with the quota "Concurrent executions", and ask AWS for a higher one.',
    },
    {
      name: 'catalog-too-large',
      metric: own('CatalogTooLarge'),
      threshold: 1,
      impact: 'Nothing yet: soon the list of cars will not load, because it outgrows its functions’ memory.',
      firstStep:
        'see CatalogCars on the dashboard; raise memoryMb of the routes that read the catalog, and deploy.',
    },
    {
      name: 'snapshot-old',
      metric: own('CatalogCars', { period: Duration.hours(1), statistic: 'SampleCount' }),
      threshold: 1,
      whenSilent: true,
      impact: 'The first list after a pause takes seconds longer, and more with each hour.',
      firstStep:
        'look at the errors of the function write-catalog, which should run every quarter of an hour.',
    },
  ];
};

const day = Duration.days(1);
const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: 8 });
const heading = (markdown: string) => new TextWidget({ markdown, width: 24, height: 1 });

/** A dashboard for three questions: is it healthy, is it used, what does it cost. */
export function makeDashboard(scope: Construct, watched: Watched, rows: readonly AlarmRow[]): void {
  const { own, httpApi, queues, hourly, tableName } = watched;
  const of = (...names: string[]) =>
    rows.filter(({ name }) => names.includes(name)).map(({ metric }) => metric);
  const ofTable = (name: string) =>
    figure('AWS/DynamoDB', name, { period: day, dimensions: { TableName: tableName } });
  const ofFunctions = (name: string, period = day, statistic = 'Sum') =>
    figure('AWS/Lambda', name, { period, statistic });
  new Dashboard(scope, 'Dashboard', {
    widgets: [
      [heading('## Is it healthy?')],
      [
        graph('Errors of the APIs', of('server-errors', 'live-errors', 'origin-refused')),
        graph('Messages that wait', [...Object.values(queues), hourly].map(depthOf)),
        graph(
          'Given up',
          of('given-up', 'given-up-left', 'changes-unpublished', 'jobs-given-up', 'alerts-given-up'),
        ),
      ],
      [
        graph('Refused for want of room', of('table-throttles', 'function-throttles')),
        graph(
          'Outside world',
          of('marketplace-refuses', 'pages-changed', 'register-silent', 'payments-unavailable'),
        ),
        graph('Slowest answers, in milliseconds', of('answers-slow')),
      ],
      [
        graph(
          'Pages asked for without a browser, an hour',
          marketplaces
            .filter(isReadPlain)
            .map(({ id }) => own('PagesAsked', { period: hour, dimensions: { Source: id } })),
        ),
      ],
      [heading('## Is it of use?')],
      [
        graph('Imports a day', [own('ImportsEnded', { period: day })]),
        graph('Cars in the list', [own('CatalogCars', { statistic: 'Maximum' })]),
        graph('Requests a day', [httpApi.metricCount({ period: day, statistic: 'Sum' })]),
      ],
      [heading('## What does it cost?')],
      [
        graph('Runs of functions a day, in the account', [ofFunctions('Invocations')]),
        graph('Functions at once, in the account', [
          ofFunctions('ConcurrentExecutions', Duration.minutes(5), 'Maximum'),
        ]),
        graph('Reads and writes of the table a day', [
          ofTable('ConsumedReadCapacityUnits'),
          ofTable('ConsumedWriteCapacityUnits'),
        ]),
      ],
    ],
  });
}

type ObservabilityProps = Omit<Watched, 'own' | 'functionName'> & {
  stage: Stage;
  /** Address for alarm mails; without one, alarms are visible only in the console. */
  alarmMail: StageFile['alarmMail'];
};

/** The alarms, each with its text and section in the documentation, and the dashboard. */
export class Observability extends Construct {
  readonly topic: Topic | undefined;

  constructor(scope: Construct, id: string, { stage, alarmMail, ...props }: ObservabilityProps) {
    super(scope, id);
    const functionName = (worker: string) => functionNameOf(stage, worker);
    const watched = { ...props, own: ownFigure(stage), functionName };
    const rows = [importAlarms, requestAlarms, jobAlarms, mailAlarms].flatMap((of) => of(watched));
    this.topic = alarmMail ? this.mailTopic(alarmMail) : undefined;
    for (const row of rows) this.alarm(row, stage);
    makeDashboard(this, watched, rows);
  }

  private mailTopic(address: string): Topic {
    const topic = new Topic(this, 'Alarms', { enforceSSL: true });
    // Any topic policy of ours (even one that only requires TLS) replaces the default one that lets the account publish.
    const { account, partition, region } = Stack.of(this);
    topic.grantPublish(
      new ServicePrincipal('cloudwatch.amazonaws.com', {
        conditions: {
          StringEquals: { 'aws:SourceAccount': account },
          ArnLike: { 'aws:SourceArn': `arn:${partition}:cloudwatch:${region}:${account}:alarm:*` },
        },
      }),
    );
    topic.addSubscription(new EmailSubscription(address));
    return topic;
  }

  private alarm(row: AlarmRow, stage: Stage): void {
    const { LESS_THAN_THRESHOLD, GREATER_THAN_OR_EQUAL_TO_THRESHOLD } = ComparisonOperator;
    const alarm = new Alarm(this, constructIdOf(row.name), {
      // The subject of the mail.
      alarmName: `bilfund-${stage}-${row.name}`,
      alarmDescription: textOf(row),
      metric: row.metric,
      threshold: row.threshold,
      evaluationPeriods: row.periods ?? 1,
      comparisonOperator: row.whenSilent ? LESS_THAN_THRESHOLD : GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: row.whenSilent ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    if (this.topic) alarm.addAlarmAction(new SnsAction(this.topic));
  }
}
