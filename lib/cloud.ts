import type { WebSocketApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { UserPool, UserPoolClient } from 'aws-cdk-lib/aws-cognito';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IEventBus } from 'aws-cdk-lib/aws-events';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Trigger } from '#core/contract/workers.ts';

/** The sender of our mails; without one none are sent. */
export type MailSender = {
  from: string;
  identityArns: string[];
  configurationSet: string;
  configurationSetArn: string;
};

/** An OpenSearch domain: "https://…" and its ARN. */
export type CarIndex = { endpoint: string; arn: string };

export type QueueName = Extract<Trigger, { kind: 'queue' }>['queue'];

/**
 * All resources that a function's needs can refer to; `lib/function-factory.ts` turns needs into statements and environment
 * variables.
 */
export type Cloud = {
  table: ITableV2;
  photoBucket: IBucket;
  appBucket: IBucket;
  dataBucket: IBucket;
  queues: Record<QueueName, IQueue>;
  /** Hourly runs that nobody waits for. */
  hourly: IQueue;
  /** The dead-letter queue of all these queues. */
  deadLetters: IQueue;
  /** The OpenSearch domain that answers the list; undefined when memory does. */
  carIndex: CarIndex | undefined;
  bus: IEventBus;
  userPool: UserPool;
  userPoolClient: UserPoolClient;
  liveApi: WebSocketApi;
  /** The stage's address for PostToConnection, "https://…/live". */
  liveEndpoint: string;
  registerSecret: ISecret;
  /** The secret from which the key for web push is derived. */
  pushSecret: ISecret;
  /** Stripe's secret key, and the secret for its webhook signatures. */
  stripeSecret: ISecret;
  stripeWebhookSecret: ISecret;
  originSecret: ISecret;
  mail: MailSender;
  /** "https://…", the public address of the distribution. */
  publicOrigin: string;
};
