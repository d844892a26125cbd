import { type PaidHour, paidHourSeconds } from '#core/imports/job.ts';
import { laneKey, userKeys } from '#functions/platform/keys.ts';
import {
  changeItem,
  getItem,
  isConditionFailure,
  put,
  type TransactItem,
} from '#functions/platform/table.ts';
import { isWritten } from '#functions/platform/table-conditions.ts';

/**
 * The lease of a lane of hourly runs, and the ticket of its circulating message. In real time: leases and queued messages do
 * not follow the domain's clock.
 */
type Lease = { holder: string; nowMs: number; leaseMs: number };

/**
 * Takes the lease of a lane, so that one worker drives it. It is renewed during the work and expires when the worker dies.
 * Null when another worker holds it; else the ticket of the circulating message.
 */
export async function takeLane(lane: number, { holder, nowMs, leaseMs }: Lease): Promise<string | null> {
  try {
    const item = await changeItem(laneKey(lane), {
      ConditionExpression:
        'attribute_not_exists(leaseUntilMs) OR leaseUntilMs < :now OR leaseHolder = :holder',
      // No message of the lane is queued meanwhile: if the worker dies, the job of the next minute sends another.
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

/**
 * Releases the lease unless another worker has taken it. `sentAtMs`: when the lane's message is sent on; 0 when it is not.
 */
export async function dropLane(lane: number, holder: string, sentAtMs: number): Promise<void> {
  await isWritten(
    changeItem(laneKey(lane), {
      ConditionExpression: 'leaseHolder = :holder',
      UpdateExpression: 'SET leaseUntilMs = :none, sentAtMs = :sent',
      ExpressionAttributeValues: { ':holder': holder, ':none': 0, ':sent': sentAtMs },
    }),
  );
}

/** Registers a new circulating message by its ticket. False while another one circulates or the lane is leased. */
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

/** The person's last paid hour of the button. */
export async function findPaidHour(userId: string): Promise<PaidHour | null> {
  const item = await getItem(userKeys.paidHour(userId));
  return item ? { jobId: String(item.jobId), startedAt: String(item.startedAt) } : null;
}

/** The step that replaces the hour `found` by a new one: of two concurrent uses of the button only one pays. */
export function beginPaidHour(
  userId: string,
  { jobId, startedAt }: PaidHour,
  found: PaidHour | null,
): TransactItem {
  const item = {
    ...userKeys.paidHour(userId),
    kind: 'PAIDHOUR',
    jobId,
    startedAt,
    ttl: Math.floor(Date.parse(startedAt) / 1000) + 2 * paidHourSeconds,
  };
  return found === null
    ? put(item, 'attribute_not_exists(pk)')
    : put(item, 'attribute_not_exists(pk) OR jobId = :found', { ':found': found.jobId });
}
