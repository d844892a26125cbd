import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ConfiguredRetryStrategy } from '@smithy/core/retry';

const maxAttempts = 8;
const firstPauseMs = 50;
const longestPauseMs = 2_000;

/** Full jitter: a random time up to 50 ms, 100 ms, 200 ms …, so that calls throttled together are not retried together. */
export const pauseBeforeRetryMs = (retry: number): number =>
  Math.random() * Math.min(longestPauseMs, firstPauseMs * 2 ** (retry - 1));

/**
 * One client per execution environment; sets are read as JavaScript sets, undefined fields are left out. The SDK's own
 * pauses after throttling start at a second, too long for a request (decision 20). Its retry quota stays: when most calls
 * are throttled, it adds no more.
 */
export const documentClient = DynamoDBDocumentClient.from(
  new DynamoDBClient({ retryStrategy: new ConfiguredRetryStrategy(maxAttempts, pauseBeforeRetryMs) }),
  { marshallOptions: { removeUndefinedValues: true } },
);
