import { Duration } from 'aws-cdk-lib';
import { Dashboard, GraphWidget, type IMetric, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { isReadPlain } from '#core/marketplaces/marketplace.ts';
import { marketplaces } from '#core/marketplaces/marketplaces.ts';
import type { AlarmRow } from './alarm-row.ts';
import { depthOf, figure } from './figures.ts';
import type { Watched } from './watched.ts';

const day = Duration.days(1);
const hour = Duration.hours(1);
const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: 8 });
const heading = (markdown: string) => new TextWidget({ markdown, width: 24, height: 1 });

/** Three questions: is it healthy, is it of use, what does it cost. */
export function makeDashboard(scope: Construct, watched: Watched, rows: readonly AlarmRow[]): void {
  const { own, httpApi, queues, hourly, tableName, hasVisitor } = watched;
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
      hasVisitor
        ? [
            graph('Minutes in which the visitor was seen, an hour', [own('VisitorSeen', { period: hour })]),
            graph('Visits of the visitor, made and refused, an hour', [
              own('VisitorJobsDone', { period: hour }),
              own('VisitorJobsRefused', { period: hour }),
            ]),
          ]
        : [],
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
