import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ConfiguredRetryStrategy } from '@smithy/core/retry';

const maxAttempts = 8;
const firstPauseMs = 50;
const longestPauseMs = 2_000;

/** Up to 50 ms, up to 100, up to 200 …: any moment of that time, so that calls refused together do not return together. */
export const pauseBeforeRetryMs = (retry: number): number =>
  Math.random() * Math.min(longestPauseMs, firstPauseMs * 2 ** (retry - 1));

/**
 * One client per execution environment; sets come back as JavaScript sets, undefined fields are left out. The SDK's own
 * pauses after a throttle begin at a second, too long for a request in which somebody waits (decision 20). Its
 * quota of retries stays: when most calls are refused, no more are added.
 */
export const documentClient = DynamoDBDocumentClient.from(
  new DynamoDBClient({ retryStrategy: new ConfiguredRetryStrategy(maxAttempts, pauseBeforeRetryMs) }),
  { marshallOptions: { removeUndefinedValues: true } },
);
