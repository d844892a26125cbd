import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { QueueName } from '../cloud.ts';
import type { ownFigure } from './figures.ts';

/** What alarms and dashboard look at. */
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
  /** The stage lets a visitor take visits. */
  hasVisitor: boolean;
  /** Of a worker, in the account. */
  functionName: (worker: string) => string;
};
