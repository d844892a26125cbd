import { type PaidHour, paidHourSeconds } from '#core/import/paid-hour.ts';
import { userKeys } from './keys.ts';
import { getItem, put, type TransactItem } from './table.ts';

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
