import { Duration } from 'aws-cdk-lib';
import type { WebSocketApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { UserPool } from 'aws-cdk-lib/aws-cognito';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { type IEventBus, Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget, SqsQueue as QueueTarget } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  type CfnFunction,
  EventInvokeConfig,
  EventSourceMapping,
  FilterCriteria,
  FilterRule,
  type Function as LambdaFunction,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { eventSource, mailEventTypes, toldEvents } from '#core/contract/messages.ts';
import type { Trigger } from '#core/contract/workers.ts';
import type { MailSender, QueueName } from './cloud.ts';
import { defaultTimeoutSeconds } from './function-factory.ts';
import { constructIdOf, type WorkerFunction } from './functions.ts';
import { type AtOnce, consumersAtOnce, readersOfShard } from './stage.ts';

type ScheduleTrigger = Extract<Trigger, { kind: 'schedule' }>;

/** When a scheduled worker runs. A rate of hours would count from the deployment. */
function scheduleOf(trigger: ScheduleTrigger): Schedule {
  switch (trigger.every) {
    case 'day':
      // At night in Denmark, between two full hours.
      return Schedule.cron({ hour: '1', minute: '30' });
    case 'hour':
      return Schedule.cron({ minute: String(trigger.atMinute ?? 0) });
    case '15 minutes':
      return Schedule.rate(Duration.minutes(15));
    case 'minute':
      return Schedule.rate(Duration.minutes(1));
  }
}

const periodSeconds = { day: 86_400, hour: 3600, '15 minutes': 900, minute: 60 };
/** Lambda waits one minute and then two between its three tries. */
const waitsSeconds = 180;

/**
 * How long Lambda keeps a scheduled event for which the account has no room, or whose run failed: as long as three runs to their
 * timeout take. The usual six hours would let the runs of a busy hour pile up and then come side by side.
 */
function eventAge({ every }: ScheduleTrigger, timeoutSeconds: number): Duration {
  return Duration.seconds(Math.max(Math.min(periodSeconds[every], 3600), 3 * timeoutSeconds + waitsSeconds));
}

/** The kinds of items whose changes the publisher receives: filtering the stream saves invocations. */
export const publishedKinds = [
  'JOB',
  'PLAN',
  'CAR',
  'FOUND',
  'MISSED',
  'AUTOSEARCH',
  'NOTE',
  'INBOX',
] as const;

/** The kinds whose deletion it receives too. */
export const publishedEnds = ['SOCKET'] as const;

// One filter with all kinds: Lambda allows five filters.
const changesOf = (kinds: readonly string[]) =>
  FilterCriteria.filter({ dynamodb: { NewImage: { kind: { S: FilterRule.or(...kinds) } } } });
const endsOf = (kinds: readonly string[]) =>
  FilterCriteria.filter({
    eventName: FilterRule.isEqual('REMOVE'),
    dynamodb: { OldImage: { kind: { S: FilterRule.or(...kinds) } } },
  });

export type TriggerSources = AtOnce & {
  table: ITableV2;
  queues: Record<QueueName, IQueue>;
  streamFailures: IQueue;
  jobFailures: IQueue;
  liveApi: WebSocketApi;
  userPool: UserPool;
};

const consume = [
  'sqs:ReceiveMessage',
  'sqs:DeleteMessage',
  'sqs:ChangeMessageVisibility',
  'sqs:GetQueueAttributes',
];

// Lambda creates the mapping only for a role with all of these and the right to list streams.
const readStream = ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'];

/** The statements that a worker's trigger needs beyond its row. */
export function triggerStatements(trigger: Trigger, sources: TriggerSources): PolicyStatement[] {
  switch (trigger.kind) {
    case 'queue':
      return [new PolicyStatement({ actions: consume, resources: [sources.queues[trigger.queue].queueArn] })];
    case 'table-stream':
      return [
        new PolicyStatement({
          actions: readStream,
          resources: [sources.table.tableStreamArn!],
        }),
        // This action does not support resource-level permissions.
        new PolicyStatement({ actions: ['dynamodb:ListStreams'], resources: ['*'] }),
        new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [sources.streamFailures.queueArn] }),
      ];
    case 'schedule':
      return [
        new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [sources.jobFailures.queueArn] }),
      ];
    default:
      return [];
  }
}

export class Triggers extends Construct {
  connect(worker: WorkerFunction, fn: LambdaFunction, sources: TriggerSources): void {
    const { trigger } = worker.row;
    const id = constructIdOf(worker.name);
    switch (trigger.kind) {
      case 'queue':
        this.fromQueue(
          id,
          fn,
          sources.queues[trigger.queue],
          trigger.batchSize,
          consumersAtOnce(trigger, sources),
        );
        break;
      case 'table-stream':
        this.fromStream(id, fn, sources, trigger.kinds);
        break;
      case 'schedule':
        // The role may already send to it; CDK's own property would add a second policy.
        (fn.node.defaultChild as CfnFunction).deadLetterConfig = { targetArn: sources.jobFailures.queueArn };
        new Rule(this, id, {
          description: worker.row.summary,
          schedule: scheduleOf(trigger),
          targets: [new LambdaTarget(fn)],
        });
        new EventInvokeConfig(this, `${id}Event`, {
          function: fn,
          maxEventAge: eventAge(trigger, worker.row.timeoutSeconds ?? defaultTimeoutSeconds),
          retryAttempts: 2,
        });
        break;
      case 'websocket':
        // Without a route response API Gateway discards the integration's answer: pushes go through the API instead.
        sources.liveApi.addRoute(trigger.route, { integration: new WebSocketLambdaIntegration(id, fn) });
        break;
      case 'pool-mail':
        // The pool names the function (lib/auth.ts).
        fn.addPermission('PoolMail', {
          principal: new ServicePrincipal('cognito-idp.amazonaws.com'),
          sourceArn: sources.userPool.userPoolArn,
        });
        break;
    }
  }

  /** Sends alert events to a queue, so that a failed one is retried and, after its last try, reported. */
  toldEvents(eventBus: IEventBus, queue: IQueue): void {
    new Rule(this, 'ToldEvents', {
      description: 'Hands the notifier what people are told of.',
      eventBus,
      eventPattern: { source: [eventSource], detailType: [...toldEvents] },
      targets: [new QueueTarget(queue)],
    });
  }

  /** Bounces and complaints: SES reports them on the account's own bus, together with other stages' ones. */
  mailEvents(queue: IQueue, { configurationSet }: MailSender): void {
    new Rule(this, 'MailEvents', {
      description: 'Hands the notifier bounces and complaints.',
      eventPattern: {
        source: ['aws.ses'],
        detailType: [...mailEventTypes],
        detail: { mail: { tags: { 'ses:configuration-set': [configurationSet] } } },
      },
      targets: [new QueueTarget(queue)],
    });
  }

  private fromQueue(
    id: string,
    target: LambdaFunction,
    queue: IQueue,
    batchSize: number,
    maxConcurrency: number,
  ): void {
    new EventSourceMapping(this, id, {
      target,
      eventSourceArn: queue.queueArn,
      batchSize,
      maxConcurrency,
      reportBatchItemFailures: true,
    });
  }

  private fromStream(
    id: string,
    target: LambdaFunction,
    { table, streamFailures, visitsAtOnce }: TriggerSources,
    kinds: readonly string[] | undefined,
  ): void {
    new EventSourceMapping(this, id, {
      target,
      eventSourceArn: table.tableStreamArn!,
      startingPosition: StartingPosition.LATEST,
      batchSize: 50,
      bisectBatchOnError: true,
      parallelizationFactor: readersOfShard({ visitsAtOnce }),
      retryAttempts: 5,
      maxRecordAge: Duration.hours(1),
      reportBatchItemFailures: true,
      // The role may already send to it; CDK's own destination would add a second policy.
      onFailure: { bind: () => ({ destination: streamFailures.queueArn }) },
      filters: kinds ? [changesOf(kinds)] : [changesOf(publishedKinds), endsOf(publishedEnds)],
    });
  }
}
