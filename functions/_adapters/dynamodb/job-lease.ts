import { unlessGone } from './guards.ts';
import { isWritten } from './is-written.ts';
import { jobKey } from './keys.ts';
import { changeItem } from './table.ts';

/**
 * One worker at a time visits the marketplace for a job. The lease is renewed while it works and runs out by itself when
 * the worker dies. False when another holds it, or the job was erased with its owner.
 */
export async function takeLease(
  jobId: string,
  holder: string,
  nowMs: number,
  leaseMs: number,
): Promise<boolean> {
  return isWritten(
    changeItem(jobKey(jobId), {
      ConditionExpression:
        'attribute_exists(pk) AND (attribute_not_exists(leaseUntilMs) OR leaseUntilMs < :now OR leaseHolder = :holder)',
      UpdateExpression: 'SET leaseUntilMs = :until, leaseHolder = :holder',
      ExpressionAttributeValues: { ':now': nowMs, ':until': nowMs + leaseMs, ':holder': holder },
    }),
  );
}

export async function dropLease(jobId: string): Promise<void> {
  await unlessGone(
    changeItem(jobKey(jobId), {
      ConditionExpression: 'attribute_exists(pk)',
      UpdateExpression: 'REMOVE leaseUntilMs, leaseHolder',
    }),
  );
}
