import type { Alert } from '#core/notification/notification.ts';
import { isWritten } from './is-written.ts';
import { userKeys } from './keys.ts';
import { changeItem, deleteItem, type Item, queryAll } from './table.ts';
import { waiting } from './waiting.ts';

/** What is to be sent by mail, push and webhook: the alerts themselves, because their notification may be deleted. */
export type Outgoing = {
  userId: string;
  id: string;
  alerts: { id: string; at: string; alert: Alert }[];
  dueAt: string;
  /** Channels that have been served. */
  done: string[];
  attempts: number;
};

export function outgoingItem({ userId, id, alerts, dueAt, done, attempts: tried }: Outgoing): Item {
  return {
    ...userKeys.outgoing(userId, id),
    ...waiting(userId, dueAt),
    kind: 'OUTGOING',
    ...{ id, alerts, dueAt, done, attempts: tried },
  };
}

/**
 * Takes what is due to be sent to a person, each for as long as a delivery may take: who dies while sending leaves it to
 * the next look.
 */
export async function takeDueOutgoing(userId: string, now: Date, leaseMs: number): Promise<Outgoing[]> {
  const items = await queryAll(userKeys.partition(userId), userKeys.outgoingPrefix);
  const due = items.filter(({ dueAt }) => String(dueAt) <= now.toISOString());
  const until = new Date(now.getTime() + leaseMs).toISOString();
  const taken = await Promise.all(due.map((item) => takeOutgoing(userId, item, until)));
  return taken.filter((each) => each !== null);
}

async function takeOutgoing(userId: string, item: Item, until: string): Promise<Outgoing | null> {
  const outgoing: Outgoing = {
    userId,
    id: String(item.id),
    alerts: item.alerts as Outgoing['alerts'],
    dueAt: String(item.dueAt),
    done: item.done as string[],
    attempts: Number(item.attempts) + 1,
  };
  const isTaken = await changeOutgoing(outgoing, until, 'dueAt = :seen', { ':seen': outgoing.dueAt });
  return isTaken ? outgoing : null;
}

/** Notes what was served and when the rest is due. False when the condition does not hold (any more). */
export async function changeOutgoing(
  { userId, id, done, attempts: tried }: Outgoing,
  dueAt: string,
  condition = 'attribute_exists(pk)',
  values: Record<string, unknown> = {},
): Promise<boolean> {
  return isWritten(
    changeItem(userKeys.outgoing(userId, id), {
      ConditionExpression: condition,
      UpdateExpression: 'SET dueAt = :due, gsi2sk = :sort, done = :done, attempts = :tried',
      ExpressionAttributeValues: {
        ...values,
        ':due': dueAt,
        ':sort': waiting(userId, dueAt).gsi2sk,
        ':done': done,
        ':tried': tried,
      },
    }),
  );
}

export const dropOutgoing = ({ userId, id }: Outgoing): Promise<void> =>
  deleteItem(userKeys.outgoing(userId, id));
