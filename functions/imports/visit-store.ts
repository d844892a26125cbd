import { type PaidHour, paidHourSeconds } from '#core/imports/job.ts';
import { laneKey, userKeys, visitorKey } from '#functions/platform/keys.ts';
import {
  changeItem,
  getItem,
  isConditionFailure,
  put,
  type TransactItem,
} from '#functions/platform/table.ts';
import { isWritten } from '#functions/platform/table-conditions.ts';

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

/** How often something was counted, by what. The names are the caller's. */
export type VisitorCounts = Readonly<Record<string, number>>;

const prefix = 'count:';

/** Adds to what the visitors have counted; several at once lose nothing of each other. */
async function addCounts(
  counts: VisitorCounts,
  more: string,
  values: Record<string, unknown>,
): Promise<void> {
  const entries = Object.entries(counts);
  const adds = entries.map((_, i) => `#c${i} :c${i}`).join(', ');
  await changeItem(visitorKey, {
    UpdateExpression: [more, adds && `ADD ${adds}`].filter(Boolean).join(' '),
    ...(entries.length > 0 && {
      ExpressionAttributeNames: Object.fromEntries(entries.map(([name], i) => [`#c${i}`, prefix + name])),
    }),
    ExpressionAttributeValues: {
      ...values,
      ...Object.fromEntries(entries.map(([, count], i) => [`:c${i}`, count])),
    },
  });
}

/** A visitor says that it is there (`now`: ISO 8601), and what it has counted since it said so last. */
export async function sayVisitorSeen(now: string, counts: VisitorCounts): Promise<void> {
  await addCounts(counts, 'SET seenAt = :now, kind = :kind', { ':now': now, ':kind': 'VISITOR' });
}

/** When a visitor was seen last (null: never), and what visitors have counted that nobody has taken yet. */
export async function takeVisitorHealth(): Promise<{ seenAt: string | null; counts: VisitorCounts }> {
  const item = await getItem(visitorKey);
  const counts = Object.fromEntries(
    Object.entries(item ?? {})
      .filter(([name, value]) => name.startsWith(prefix) && Number(value) > 0)
      .map(([name, value]) => [name.slice(prefix.length), Number(value)]),
  );
  // Taken off before they are told: a crash in between tells too little, which no alarm takes for an outage.
  const taken = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, -count]));
  if (Object.keys(taken).length > 0) await addCounts(taken, '', {});
  return { seenAt: (item?.seenAt as string | undefined) ?? null, counts };
}

/** The person's last hour that a press of the button paid for. */
export async function findPaidHour(userId: string): Promise<PaidHour | null> {
  const item = await getItem(userKeys.paidHour(userId));
  return item ? { jobId: String(item.jobId), startedAt: String(item.startedAt) } : null;
}

/** The step that begins a new hour in place of the one that was `found`: of two presses side by side one pays. */
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
