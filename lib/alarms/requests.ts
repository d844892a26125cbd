import { Duration } from 'aws-cdk-lib';
import type { AlarmRow } from './alarm-row.ts';
import { combined, figure } from './figures.ts';
import type { Watched } from './watched.ts';

const quarter = Duration.minutes(15);

/** Of what people ask for while they wait. */
export const requestAlarms = ({ own, httpApi, liveApiId, tableName }: Watched): AlarmRow[] => {
  const ofTable = (name: string) => figure('AWS/DynamoDB', name, { dimensions: { TableName: tableName } });
  const ofLive = (name: string) => figure('AWS/ApiGateway', name, { dimensions: { ApiId: liveApiId } });
  return [
    {
      name: 'server-errors',
      metric: httpApi.metricServerError({ period: Duration.minutes(5), statistic: 'Sum' }),
      threshold: 10,
      impact: 'People see "something went wrong" instead of lists, pages or payments.',
      firstStep: 'look in the log for "request failed": the route and the reason stand beside it.',
    },
    {
      name: 'answers-slow',
      metric: httpApi.metricLatency({ period: quarter, statistic: 'p95' }),
      threshold: 5_000,
      periods: 2,
      impact: 'One request in twenty takes over five seconds.',
      firstStep:
        'see on the dashboard whether functions or the table are throttled; else what was deployed last.',
    },
    {
      name: 'origin-refused',
      metric: own('OriginRefused'),
      threshold: 100,
      impact:
        'If CloudFront sends another secret than the API expects, the site answers 403 to everybody; else a stranger knocks at the API itself.',
      firstStep:
        'open the site. If it answers 403, deploy again, so that CloudFront gets the secret that is set.',
    },
    {
      name: 'live-errors',
      metric: combined('Errors of the live API', 'SUM', ['IntegrationError', 'ExecutionError'].map(ofLive)),
      threshold: 5,
      impact: 'Open pages do not move by themselves; they ask every minute instead.',
      firstStep: 'look in the log of live-connect, live-disconnect and live-message for errors.',
    },
    {
      name: 'table-throttles',
      // DynamoDB reports ThrottledRequests by operation only; a table as a whole has its throttled reads and writes.
      metric: combined(
        'Refused by the table',
        'SUM',
        ['ReadThrottleEvents', 'WriteThrottleEvents'].map(ofTable),
      ),
      threshold: 20,
      impact: 'Imports and saving are slow, and some requests fail.',
      firstStep: 'see in the table’s metrics whether reads or writes are refused, and by which index.',
    },
    {
      name: 'function-throttles',
      // Without dimensions: all functions of the account and region, which share one limit.
      metric: figure('AWS/Lambda', 'Throttles'),
      threshold: 50,
      impact: 'Requests fail with 503 and imports take longer: the account runs as many functions as it may.',
      firstStep:
        'compare ConcurrentExecutions with the quota "Concurrent executions", and ask AWS for a higher one.',
    },
    {
      name: 'catalog-too-large',
      metric: own('CatalogTooLarge'),
      threshold: 1,
      impact: 'Soon the list of cars will not start: it outgrows the memory of its functions.',
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
