import { randomBytes } from 'node:crypto';
import { keepTicket } from '#functions/_adapters/dynamodb/live-tickets.ts';
import { clock } from '#functions/_runtime/clock.ts';
import { endpoint } from '#functions/api/endpoint.ts';

/** A browser cannot send a header when it opens a socket: it sends this ticket, good for one socket within a minute. */
export const handler = endpoint('POST /api/live/ticket', async (_, caller) => {
  const ticket = randomBytes(24).toString('base64url');
  await keepTicket(ticket, { userId: caller.id, session: caller.session }, clock.now());
  return { ticket, url: `/live?ticket=${ticket}` };
});
