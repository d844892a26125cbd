import { isWritten } from './is-written.ts';
import { laneKey } from './keys.ts';
import { changeItem, isConditionFailure } from './table.ts';

/**
 * A lane of hourly runs: who drives it, and which message of it goes round. Times are the machine's: a lease and a message
 * that wait know nothing of the domain's clock.
 */
type Lease = { holder: string; nowMs: number; leaseMs: number };

/**
 * One worker drives a lane at a time. The lease is renewed while it works and runs out by itself when the worker dies. Null
 * when another holds it, else the ticket of the message that goes round.
 */
export async function takeLane(lane: number, { holder, nowMs, leaseMs }: Lease): Promise<string | null> {
  try {
    const item = await changeItem(laneKey(lane), {
      ConditionExpression:
        'attribute_not_exists(leaseUntilMs) OR leaseUntilMs < :now OR leaseHolder = :holder',
      // Nothing of it stands in line meanwhile: should the worker die, the next minute sends another.
      UpdateExpression: 'SET kind = :kind, leaseUntilMs = :until, leaseHolder = :holder, sentAtMs = :none',
      ExpressionAttributeValues: {
        ':kind': 'LANE',
        ':now': nowMs,
        ':until': nowMs + leaseMs,
        ':holder': holder,
        ':none': 0,
      },
    });
    return String(item.ticket ?? '');
  } catch (error) {
    if (isConditionFailure(error)) return null;
    throw error;
  }
}

/** Free at once, unless another has taken it meanwhile. `sentAtMs`: when its message is sent on; 0 when it is not. */
export async function dropLane(lane: number, holder: string, sentAtMs: number): Promise<void> {
  await isWritten(
    changeItem(laneKey(lane), {
      ConditionExpression: 'leaseHolder = :holder',
      UpdateExpression: 'SET leaseUntilMs = :none, sentAtMs = :sent',
      ExpressionAttributeValues: { ':holder': holder, ':none': 0, ':sent': sentAtMs },
    }),
  );
}

/** Writes that a message with this ticket goes round from now on; false while one does, or somebody drives the lane. */
export async function issueTicket(
  lane: number,
  ticket: string,
  nowMs: number,
  lostMs: number,
): Promise<boolean> {
  return isWritten(
    changeItem(laneKey(lane), {
      ConditionExpression:
        'attribute_not_exists(pk) OR (leaseUntilMs < :now AND (attribute_not_exists(sentAtMs) OR sentAtMs < :lost))',
      UpdateExpression: 'SET kind = :kind, ticket = :ticket, sentAtMs = :now, leaseUntilMs = :none',
      ExpressionAttributeValues: {
        ':kind': 'LANE',
        ':ticket': ticket,
        ':now': nowMs,
        ':lost': nowMs - lostMs,
        ':none': 0,
      },
    }),
  );
}
