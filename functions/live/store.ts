import type { Session } from '#core/accounts/cookies.ts';
import { ticketKey } from '#functions/platform/keys.ts';
import { changedItem, putItem } from '#functions/platform/table.ts';

const keptSeconds = 60;

export type TicketHolder = { userId: string; session: Session };

/** Stores a ticket for a minute. */
export async function keepTicket(
  ticket: string,
  { userId, session }: TicketHolder,
  now: Date,
): Promise<void> {
  const ttl = Math.floor(now.getTime() / 1000) + keptSeconds;
  await putItem({ ...ticketKey(ticket), kind: 'TICKET', userId, session, ttl });
}

/** Redeems a ticket, which is valid for one socket. Null when it is unknown, used or expired. */
export async function spendTicket(ticket: string, now: Date): Promise<TicketHolder | null> {
  const item = await changedItem(ticketKey(ticket), {
    set: { spent: true },
    condition: 'attribute_exists(pk) AND attribute_not_exists(spent) AND #ttl > :now',
    values: { ':now': Math.floor(now.getTime() / 1000) },
  });
  return item && { userId: String(item.userId), session: item.session as Session };
}
