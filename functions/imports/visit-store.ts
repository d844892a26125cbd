import { type PaidHour, paidHourSeconds } from '#core/imports/job.ts';
import { laneKey, userKeys } from '#functions/platform/keys.ts';
import { changedItem, changeIf, getItem, put, type TransactItem } from '#functions/platform/table.ts';

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
  const item = await changedItem(laneKey(lane), {
    // No message of the lane is queued meanwhile: if the worker dies, the job of the next minute sends another.
    set: { kind: 'LANE', leaseUntilMs: nowMs + leaseMs, leaseHolder: holder, sentAtMs: 0 },
    condition: 'attribute_not_exists(leaseUntilMs) OR leaseUntilMs < :now OR leaseHolder = :holder',
    values: { ':now': nowMs, ':holder': holder },
  });
  return item && String(item.ticket ?? '');
}

/**
 * Releases the lease unless another worker has taken it. `sentAtMs`: when the lane's message is sent on; 0 when it is not.
 */
export async function dropLane(lane: number, holder: string, sentAtMs: number): Promise<void> {
  await changeIf(laneKey(lane), {
    set: { leaseUntilMs: 0, sentAtMs },
    condition: 'leaseHolder = :holder',
    values: { ':holder': holder },
  });
}

/** Registers a new circulating message by its ticket. False while another one circulates or the lane is leased. */
export async function issueTicket(
  lane: number,
  ticket: string,
  nowMs: number,
  lostMs: number,
): Promise<boolean> {
  return changeIf(laneKey(lane), {
    set: { kind: 'LANE', ticket, sentAtMs: nowMs, leaseUntilMs: 0 },
    condition:
      'attribute_not_exists(pk) OR (leaseUntilMs < :now AND (attribute_not_exists(sentAtMs) OR sentAtMs < :lost))',
    values: { ':now': nowMs, ':lost': nowMs - lostMs },
  });
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
