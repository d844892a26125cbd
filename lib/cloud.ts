import type { WebSocketApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { UserPool, UserPoolClient } from 'aws-cdk-lib/aws-cognito';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IEventBus } from 'aws-cdk-lib/aws-events';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Trigger } from '#core/contract/workers.ts';

/** Who our mails come from; without a sender none are sent. */
export type MailSender = {
  from: string;
  identityArns: string[];
  configurationSet: string;
  configurationSetArn: string;
};

/** A domain of OpenSearch: "https://…", and its ARN. */
export type CarIndex = { endpoint: string; arn: string };

export type QueueName = Extract<Trigger, { kind: 'queue' }>['queue'];

/** Everything that a need of a function can name: what `lib/function-factory.ts` turns into statements and environment. */
export type Cloud = {
  table: ITableV2;
  photoBucket: IBucket;
  /** The built app. */
  appBucket: IBucket;
  dataBucket: IBucket;
  queues: Record<QueueName, IQueue>;
  /** Hourly runs that nobody waits for. */
  hourly: IQueue;
  /** Visits for the visitor, those that people wait for and hourly runs; undefined where the stage allows none. */
  visits: IQueue | undefined;
  hourlyVisits: IQueue | undefined;
  /** What any of them has given up. */
  deadLetters: IQueue;
  /** The domain of OpenSearch that answers the list; undefined where memory does. */
  carIndex: CarIndex | undefined;
  bus: IEventBus;
  userPool: UserPool;
  userPoolClient: UserPoolClient;
  liveApi: WebSocketApi;
  /** The stage's address for PostToConnection, "https://…/live". */
  liveEndpoint: string;
  registerSecret: ISecret;
  /** What the key that signs web pushes is made of. */
  pushSecret: ISecret;
  /** Stripe's secret key, and the secret with which it signs its events. */
  stripeSecret: ISecret;
  stripeWebhookSecret: ISecret;
  originSecret: ISecret;
  mail: MailSender;
  /** "https://…" of the distribution, where people meet the product. */
  publicOrigin: string;
};
