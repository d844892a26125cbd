import { createHash } from 'node:crypto';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { RateLimit } from '#core/account/rate-limits.ts';
import { latestFullAtMs, permitMs, retryAfterSeconds } from '#core/account/token-bucket.ts';
import { Failure } from '#core/failure.ts';
import type { Clock } from '#functions/_runtime/clock.ts';
import type { Key } from './keys.ts';

export type RateLimiterParts = {
  client: DynamoDBDocumentClient;
  clock: Clock;
  tableName: () => string;
};
/** Takes one permit of `subject` (an address, an e-mail). @throws Failure 429 with details.retryAfterSeconds */
export type TakePermit = (limit: RateLimit, subject: string) => Promise<void>;

// The subject is hashed: who opens the table or its backups reads no address of a person.
function bucketKey(kind: string, subject: string): Key {
  const hash = createHash('sha256').update(`${kind}\n${subject}`).digest('base64url');
  return { pk: `BUCKET#${kind}#${hash}`, sk: 'BUCKET' };
}

function tooManyRequests(seconds: number): Failure {
  return new Failure(429, 'too_many_requests', 'Too many attempts. Please try again later.', {
    retryAfterSeconds: seconds,
  });
}

// The document client leaves an error's item as the wire had it.
type Refusal = Error & { Item?: { fullAtMs?: { N?: string } | number } };

function fullAtOf(refusal: Refusal): number | null {
  const value = refusal.Item?.fullAtMs;
  if (value === undefined) return null;
  return typeof value === 'number' ? value : Number(value.N);
}

/**
 * Token buckets in the table, each one number (core/account/token-bucket.ts). A permit is one conditional update, two when
 * the bucket is not full: nothing is read first, so parallel requests cannot take the same permit.
 */
export function rateLimiter({ client, clock, tableName }: RateLimiterParts): TakePermit {
  /** Null when the update was made, else the refusal. */
  async function change(
    key: Key,
    update: string,
    condition: string,
    values: Record<string, number>,
  ): Promise<Refusal | null> {
    try {
      await client.send(
        new UpdateCommand({
          TableName: tableName(),
          Key: key,
          UpdateExpression: `SET kind = if_not_exists(kind, :kind), ${update}, #ttl = :ttl`,
          ConditionExpression: condition,
          ExpressionAttributeNames: { '#ttl': 'ttl' },
          ExpressionAttributeValues: { ':kind': 'BUCKET', ...values },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      );
      return null;
    } catch (error) {
      if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return error;
      throw error;
    }
  }

  return async (limit, subject) => {
    const key = bucketKey(limit.kind, subject);
    const now = clock.now().getTime();
    const permit = permitMs(limit);
    // When the item may go: after the moment at which even an emptied bucket is full.
    const ttl = Math.ceil(now / 1000) + limit.refillSeconds + 60;
    const isFull = 'attribute_not_exists(fullAtMs) OR fullAtMs <= :now';
    if (!(await change(key, 'fullAtMs = :next', isFull, { ':now': now, ':next': now + permit, ':ttl': ttl })))
      return;

    const latest = latestFullAtMs(limit, now);
    const values = { ':permit': permit, ':latest': latest, ':ttl': ttl };
    const refusal = await change(key, 'fullAtMs = fullAtMs + :permit', 'fullAtMs <= :latest', values);
    if (!refusal) return;
    const fullAtMs = fullAtOf(refusal);
    // Null: the item ran out between the two updates, which only a full bucket's does.
    if (fullAtMs !== null) throw tooManyRequests(retryAfterSeconds(limit, fullAtMs, now));
  };
}
