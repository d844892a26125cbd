import { randomBytes } from 'node:crypto';
import { ticketKey } from '#functions/_adapters/dynamodb/keys.ts';
import { putItem } from '#functions/_adapters/dynamodb/table.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { endpoint } from '#functions/api/endpoint.ts';

const keptSeconds = 60;

/** A browser cannot send a header when it opens a socket: it sends this ticket, good for one socket within a minute. */
export const handler = endpoint('POST /api/live/ticket', async (_, caller) => {
  const ticket = randomBytes(24).toString('base64url');
  const ttl = Math.floor(clock.now().getTime() / 1000) + keptSeconds;
  await putItem({ ...ticketKey(ticket), kind: 'TICKET', userId: caller.id, session: caller.session, ttl });
  return { ticket, url: `/live?ticket=${ticket}` };
});
