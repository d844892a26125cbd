import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { PipelineQueue, QueueName } from './cloud.ts';

type ObservabilityProps = {
  httpApi: HttpApi;
  queues: Record<QueueName, PipelineQueue>;
  table: { tableName: string };
};

const fiveMinutes = Duration.minutes(5);

/** The few figures an operator looks at first, and alarms on those that mean somebody is losing something. */
export class Observability extends Construct {
  constructor(scope: Construct, id: string, props: ObservabilityProps) {
    super(scope, id);
    const waiting = (queue: PipelineQueue['queue']) =>
      queue.metricApproximateNumberOfMessagesVisible({ period: fiveMinutes });
    const deadLetters = Object.values(props.queues).map(({ deadLetters }) => waiting(deadLetters));
    const serverErrors = props.httpApi.metricServerError({ period: fiveMinutes, statistic: 'Sum' });
    const throttles = new Metric({
      namespace: 'AWS/DynamoDB',
      metricName: 'ThrottledRequests',
      dimensionsMap: { TableName: props.table.tableName },
      statistic: 'Sum',
      period: fiveMinutes,
    });
    Object.entries(props.queues).forEach(([name, { deadLetters: queue }]) => {
      this.alarm(`${name}DeadLetters`, waiting(queue), 1, `Messages of the ${name} queue were given up.`);
    });
    this.alarm('ServerErrors', serverErrors, 10, 'The API answered with server errors.');
    this.alarm('TableThrottles', throttles, 20, 'The table refuses requests.');
    new Dashboard(this, 'Dashboard', {
      widgets: [
        [
          new GraphWidget({
            title: 'Waiting',
            left: Object.values(props.queues).map(({ queue }) => waiting(queue)),
          }),
          new GraphWidget({ title: 'Given up', left: deadLetters }),
        ],
        [
          new GraphWidget({ title: 'API errors', left: [serverErrors] }),
          new GraphWidget({ title: 'Throttles', left: [throttles] }),
        ],
      ],
    });
  }

  private alarm(id: string, metric: Metric, threshold: number, alarmDescription: string): void {
    new Alarm(this, id, {
      metric,
      threshold,
      alarmDescription,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }
}
