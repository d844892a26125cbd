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
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type MetricName, metricNamespace, stageDimension } from '#core/contract/metrics.ts';
import type { QueueName } from './cloud.ts';
import type { Stage } from './stage.ts';
import type { StageFile } from './stage-file.ts';

type ObservabilityProps = {
  stage: Stage;
  httpApi: HttpApi;
  queues: Record<QueueName, IQueue>;
  deadLetters: IQueue;
  streamFailures: IQueue;
  table: { tableName: string };
  /** Who is told by mail; without an address the alarms are seen in the console only. */
  alarmMail: StageFile['alarmMail'];
};

const period = Duration.minutes(5);
const statistic = 'Sum';

const depth = (queue: IQueue) => queue.metricApproximateNumberOfMessagesVisible({ period });

/** The few figures an operator looks at first, and alarms on those that mean somebody is losing something. */
export class Observability extends Construct {
  private readonly topic: Topic | undefined;

  constructor(scope: Construct, id: string, props: ObservabilityProps) {
    super(scope, id);
    const ownCount = (metricName: MetricName) => countOf(props.stage, metricName);
    this.topic = props.alarmMail ? this.mailTopic(props.alarmMail) : undefined;
    const serverErrors = props.httpApi.metricServerError({ period, statistic });
    const tableThrottles = tableThrottleEvents(props.table.tableName);
    // Without dimensions: all functions of the account and region, which share one limit of concurrency.
    const lambdaThrottles = new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'Throttles',
      statistic,
      period,
    });
    // The queues of given-up messages are emptied within seconds, too soon for their depth to be seen: what empties them counts.
    this.alarm('GivenUp', ownCount('DeadLetters'), 1, 'Messages were given up: cars are missing, or alerts.');
    this.alarm('StreamFailures', depth(props.streamFailures), 1, 'Changes of the table were not published.');
    this.alarm('ServerErrors', serverErrors, 10, 'The API answered with server errors.');
    this.alarm('TableThrottles', tableThrottles, 20, 'The table refuses requests.');
    this.alarm('FunctionThrottles', lambdaThrottles, 50, 'Functions wait for concurrency.');
    this.alarm('PlansRepaired', ownCount('PlansRepaired'), 1, 'Plans differed from what Stripe holds.');
    this.alarm('CatalogTooLarge', ownCount('CatalogTooLarge'), 1, 'The list of cars outgrows its memory.');
    this.alarm('PlansUnchecked', ownCount('PlansUnchecked'), 1, 'Plans were not compared with Stripe.');

    const queues = Object.values(props.queues);
    const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left });
    new Dashboard(this, 'Dashboard', {
      widgets: [
        [
          graph(
            'Waiting',
            queues.map((queue) => depth(queue)),
          ),
          graph('Given up', [depth(props.deadLetters), depth(props.streamFailures)]),
        ],
        [graph('API errors', [serverErrors]), graph('Throttles', [tableThrottles, lambdaThrottles])],
      ],
    });
  }

  private mailTopic(address: string): Topic {
    const topic = new Topic(this, 'Alarms', { enforceSSL: true });
    // A policy of ours, and be it the one that asks for TLS, stands in the place of the one by which the account may publish.
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

  private alarm(id: string, metric: IMetric, threshold: number, alarmDescription: string): void {
    const alarm = new Alarm(this, id, {
      metric,
      threshold,
      alarmDescription,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    if (this.topic) alarm.addAlarmAction(new SnsAction(this.topic));
  }
}

// What a job counts itself (functions/_runtime/metrics.ts).
const countOf = (stage: Stage, metricName: MetricName): IMetric =>
  new Metric({
    namespace: metricNamespace,
    metricName,
    dimensionsMap: { [stageDimension]: stage },
    statistic,
    period,
  });

// DynamoDB reports ThrottledRequests by operation only; a table as a whole has its throttled reads and writes.
function tableThrottleEvents(tableName: string): IMetric {
  const events = (metricName: string) =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensionsMap: { TableName: tableName },
      statistic,
      period,
    });
  return new MathExpression({
    label: 'Table',
    // A table that is never throttled reports nothing at all.
    expression: 'FILL(reads, 0) + FILL(writes, 0)',
    usingMetrics: { reads: events('ReadThrottleEvents'), writes: events('WriteThrottleEvents') },
    period,
  });
}
